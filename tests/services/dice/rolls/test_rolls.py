"""Rolls that everybody at the table sees, and can check."""

import orjson
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from majokko_dice import answers
from majokko_dice.rolls import requests
from majokko_dice.service import results_of
from majokko_kit.receipts import PublicKey, verify
from majokko_rules.fairness.drawing.transcript import link
from tests.services.dice.rolls.story import Json, Placed, faces, feed, refusal, rolled, seen
from tests.services.dice.rooms.table import CLOSE, Guest, House, together

QUESTIONS: list[Json] = [
    {"notation": "4d6kh3+2"},
    {"notation": "３d６ ＋1", "reason": "to jump"},
    {"notation": "3#d20"},
    {"notation": "2d6", "times": 3},
    {"notation": "4dF"},
    {"notation": "2d{1,2,4}!"},
    {"notation": "{2d6,1d8}kh1"},
    {"notation": ".ww8a9+2"},
    {"notation": ".ra 困难侦查50"},
    {"notation": ".sc 1/1d6 60", "times": 2},
    {"check": {"system": "collapse", "value": 60, "bonus": 2}},
    {"check": {"system": "collapse", "kind": "several", "values": [40, 50], "require": "all"}},
    {"check": {"system": "infinite", "dp": 9}, "options": {"gate": True}},
    {"check": {"system": "amgc", "stat": 4, "dice": 1, "target": 2}, "times": 4},
    {"check": {"system": "aaws", "rolled": 4, "fixed": 1, "target": 15}},
]


async def test_a_roll_says_all_that_the_table_wants_to_know(gm: Guest, player: Guest) -> None:
    roll = await rolled(player, notation="4d6kh3+2", reason="to climb")

    (result,) = roll["results"]
    assert roll["room"] == gm.room
    assert roll["by"] == {"id": player.id, "name": "Madoka"}
    assert (roll["number"], roll["nonce"], roll["source"]) == (1, 0, "committed")
    assert (roll["secret"], roll["revealed"], roll["void"], roll["hidden"]) == (
        (False, False, None, None)
    )
    assert roll["stream"] == {"id": gm.made["stream"]["id"], "index": 0}
    assert roll["reason"] == "to climb"
    assert result["notation"] == "4d6kh3+2"
    assert result["total"] == sum(sorted(faces(roll))[1:]) + 2
    assert [roll["drawn"]["request"], roll["drawn"]["values"]] == ["4d6kh3+2", faces(roll)]


async def test_everybody_sees_the_same_roll(gm: Guest, player: Guest, spectator: Guest) -> None:
    made = await rolled(player, check={"system": "collapse", "value": 50}, reason="to listen")

    for viewer in (gm, player, spectator):
        assert await seen(viewer, made) == made
        assert await feed(viewer) == [made]


async def test_a_roll_is_told_in_the_language_of_whoever_reads(gm: Guest, player: Guest) -> None:
    made = await rolled(player, check={"system": "collapse", "value": 50}, locale="zh-Hans")
    texts = {}
    for locale in ("en", "ja", "zh-Hans", "zh-Hant"):
        answer = await gm.get(f"/rolls/{made['id']}?lang={locale}")
        texts[locale] = answer.json()["results"][0]["text"]

    assert len(set(texts.values())) == 4
    assert texts["zh-Hans"] == made["results"][0]["text"]


async def test_nonces_and_numbers_have_no_gaps_whoever_rolls_at_once(
    gm: Guest, player: Guest, other: Guest
) -> None:
    answers = await together(
        *(guest.post("/rolls", {"notation": "2d6"}) for guest in (gm, player, other) * 5)
    )

    rolls = [answer.json() for answer in answers]
    assert sorted(roll["nonce"] for roll in rolls) == list(range(15))
    assert sorted(roll["number"] for roll in rolls) == list(range(1, 16))
    assert [roll["number"] for roll in await feed(gm)] == list(range(15, 0, -1))


async def test_whoever_keeps_the_head_follows_the_chain_roll_by_roll(gm: Guest) -> None:
    first = await rolled(gm, notation="1d6")
    head = first["head"]
    for body in QUESTIONS:
        roll = await rolled(gm, **body)
        drawn = roll["drawn"]
        before = bytes.fromhex(head)
        after = link(before, roll["nonce"], drawn["purpose"], drawn["request"], drawn["values"])
        head = roll["head"]

        assert after.hex() == head, body


async def test_the_proof_shows_the_requests_and_values_of_the_feed(gm: Guest, house: House) -> None:
    for body in QUESTIONS:
        await rolled(gm, **body)
    await gm.told(CLOSE)
    proof = await house.proof(gm.made["stream"])

    shown = [(roll["drawn"]["request"], roll["drawn"]["values"]) for roll in await feed(gm)]
    assert [(draw["request"], draw["values"]) for draw in proof["draws"]] == shown[::-1]


def again(request: str, values: list[int]) -> object:
    """Return the results that the rules give for what a proof shows."""
    chance = Placed(values)
    results = results_of(requests.read(request), chance)
    chance.finish()
    return orjson.loads(orjson.dumps([answers.result(result, "en") for result in results]))


@pytest.mark.parametrize("body", QUESTIONS, ids=str)
async def test_request_and_values_give_the_results_again(gm: Guest, body: Json) -> None:
    roll = await rolled(gm, **body)
    drawn = roll["drawn"]

    assert again(drawn["request"], drawn["values"]) == roll["results"]
    assert requests.text(requests.read(drawn["request"])) == drawn["request"]


_NUMBER = st.integers(1, 9)
_BODIES = st.fixed_dictionaries(
    {"notation": st.builds("{}d{}kh{}+{}".format, _NUMBER, st.integers(2, 99), _NUMBER, _NUMBER)},
    optional={"times": st.integers(1, 4), "reason": st.text("abc ", max_size=9)},
) | st.fixed_dictionaries(
    {
        "check": st.fixed_dictionaries(
            {"system": st.just("collapse"), "value": st.integers(0, 120)},
            optional={"bonus": st.integers(0, 2), "options": st.just({"force": True})},
        )
    },
    optional={"times": st.integers(1, 4)},
)


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(body=_BODIES)
async def test_whatever_is_asked_its_text_asks_for_the_same_dice(gm: Guest, body: Json) -> None:
    roll = await rolled(gm, **body)
    drawn = roll["drawn"]

    assert again(drawn["request"], drawn["values"]) == roll["results"]


async def test_a_receipt_swears_to_what_is_public_alike_for_all(
    gm: Guest, player: Guest, house: House
) -> None:
    made = await rolled(player, notation="1d6", secret=True)
    keys = (await house.get("/v1/fairness/keys")).json()["keys"]
    receipt = (await seen(gm, made))["receipt"]

    faults = verify(receipt, [PublicKey.listed(key) for key in keys])
    assert faults == ()
    assert receipt == made["receipt"]
    assert receipt["hidden"] == made["hidden"]
    assert "request" not in receipt
    assert {name: receipt[name] for name in ("id", "room", "nonce", "head", "at")} == {
        name: made[name] for name in ("id", "room", "nonce", "head", "at")
    }


async def test_a_roll_needs_no_receipt(gm: Guest) -> None:
    assert (await rolled(gm, notation="1d6", receipt=False))["receipt"] is None


async def test_dice_thrown_by_hand_take_no_draw(gm: Guest) -> None:
    thrown = await rolled(gm, notation="2d6", faces=[3, 4])
    drawn = await rolled(gm, notation="2d6")

    assert (thrown["source"], thrown["results"][0]["total"]) == ("supplied", 7)
    assert [thrown[name] for name in ("stream", "nonce", "head", "drawn", "receipt")] == [None] * 5
    assert (thrown["number"], drawn["number"], drawn["nonce"]) == (1, 2, 0)


BAD_BODIES: list[object] = [
    {},
    [],
    "1d6",
    {"notation": "1d6", "check": {"system": "collapse", "value": 1}},
    {"notation": ""},
    {"notation": "1d"},
    {"notation": "9999d6"},
    {"notation": 6},
    {"notation": "1d6", "times": 101},
    {"notation": "1d6", "times": True},
    {"notation": "1d6", "reason": "a\x07b"},
    {"notation": "1d6", "reason": "x" * 501},
    {"notation": "1d6", "unknown": 1},
    {"notation": "1d6", "options": {"gate": True}},
    {"notation": "2d6", "faces": [1]},
    {"notation": "2d6", "faces": [1, 2, 3]},
    {"notation": "2d6", "faces": [1, 7]},
    {"notation": "2d6", "faces": 3},
    {"check": {"system": "tarot"}},
    {"check": {"system": "collapse"}},
    {"check": {"system": "collapse", "value": "60"}},
    {"check": {"system": "collapse", "value": 60, "bonus": 3}},
    {"check": {"system": "collapse", "value": 60, "difficulty": "hard", "bonus": 1}},
    {"check": {"system": "collapse", "value": 60}, "options": {"no": 1}},
]


@pytest.mark.parametrize("locale", ["en", "ja"])
@pytest.mark.parametrize("body", BAD_BODIES, ids=str)
async def test_what_no_roll_takes_is_refused_in_rooms_alike(
    gm: Guest, house: House, body: object, locale: str
) -> None:
    path = f"/v1/rooms/{gm.room}/rolls?lang={locale}"
    in_room = await house.client.post(path, json=body, headers=gm.headers)
    anywhere = await house.client.post(f"/v1/rolls?lang={locale}", json=body)

    problems = [answer.json() for answer in (in_room, anywhere)]
    for problem in problems:
        del problem["instance"], problem["trace_id"]
    assert in_room.status_code == anywhere.status_code
    assert problems[0] == problems[1]
    assert await feed(gm) == []


BAD_MEMBERS = [
    ({"secret": 1}, ("invalid_value", "not_boolean", "/secret")),
    ({"character": "chr_1"}, ("invalid_value", "not_object", "/character")),
    ({"character": {}}, ("invalid_value", "required", "/character/id")),
    ({"character": {"id": 7}}, ("invalid_value", "not_text", "/character/id")),
    ({"character": {"id": "chr_1"}}, ("invalid_value", "unknown_id", "/character/id")),
    (
        {"character": {"id": "chr_1", "skill": "x"}},
        ("invalid_value", "not_together", "/character/skill"),
    ),
    ({"foretelling": []}, ("invalid_value", "not_text", "/foretelling")),
    ({"foretelling": "for_1"}, ("invalid_value", "unknown_id", "/foretelling")),
    ({"foretold": " "}, ("invalid_value", "too_short", "/foretold")),
    ({"foretold": "x" * 501}, ("invalid_value", "too_long", "/foretold")),
    ({"foretold": "a\u202eb"}, ("invalid_value", "not_plain", "/foretold")),
    ({"foretold": "x", "foretelling": "y"}, ("invalid_value", "not_together", "/foretold")),
]


@pytest.mark.parametrize(("members", "told"), BAD_MEMBERS, ids=str)
async def test_what_only_rooms_know_is_read_as_strictly(
    gm: Guest, members: dict[str, object], told: tuple[str, str, str]
) -> None:
    answer = await gm.post("/rolls", {"notation": "1d6", **members})

    assert refusal(answer) == (422, *told)


async def test_one_key_makes_one_roll(gm: Guest) -> None:
    answers = await together(
        *(gm.post("/rolls", {"notation": "9d6"}, idempotency_key="tea") for _ in range(8))
    )
    other = await gm.post("/rolls", {"notation": "8d6"}, idempotency_key="tea")

    assert len({answer.content for answer in answers}) == 1
    assert len(await feed(gm)) == 1
    assert refusal(other)[:2] == (422, "idempotency_key_reused")


async def test_a_closed_room_rolls_no_more(gm: Guest, player: Guest) -> None:
    await gm.told(CLOSE)
    answer = await player.post("/rolls", {"notation": "1d6"})

    assert refusal(answer)[:2] == (409, "room_closed")


async def test_rolls_are_not_found_from_another_room(gm: Guest, house: House) -> None:
    made, elsewhere = await rolled(gm, notation="1d6"), await house.room()
    for path in ("", "/reveal", "/push"):
        method = "POST" if path else "GET"
        body = {"reason": "x"} if path == "/push" else None
        answer = await elsewhere.ask(method, f"/rolls/{made['id']}{path}", body)

        assert answer.status_code == 404
