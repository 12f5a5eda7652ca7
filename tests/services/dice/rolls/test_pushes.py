"""Second chances: described, granted or not, and what a second failure brings."""

import pytest

from tests.services.dice.rolls.story import (
    ANYTHING,
    CHECK,
    FAILED,
    FUMBLED,
    REASON,
    SUCCEEDED,
    Json,
    failed,
    feed,
    granted,
    pushed,
    refusal,
    rolled,
    seen,
)
from tests.services.dice.rooms.table import CLOSE, Guest, together


async def test_a_failed_check_is_described_granted_and_rolled_again(
    gm: Guest, player: Guest, other: Guest
) -> None:
    first = await failed(player, reason="to open the lid")
    waiting = await pushed(player, first)
    again = await granted(gm, first)
    shown = await seen(other, first)

    assert waiting["id"] == first["id"]
    assert (waiting["push"]["state"], waiting["push"]["reason"]) == ("waiting", REASON["reason"])
    assert waiting["push"]["by"]["id"] == player.id
    assert (again["source"], again["nonce"], again["pushes"]) == ("committed", 0, first["id"])
    assert (again["by"]["id"], again["reason"]) == (player.id, REASON["reason"])
    assert again["results"][0]["notation"] == first["results"][0]["notation"]
    assert again["drawn"]["request"] == '{"check":{"system":"collapse","value":60}}'
    assert (shown["push"]["state"], shown["push"]["roll"]) == ("accepted", again["id"])
    assert [roll["id"] for roll in await feed(other)] == [again["id"], first["id"]]


async def test_a_push_is_found_where_the_answer_says(player: Guest) -> None:
    first = await failed(player)
    answer = await player.post(f"/rolls/{first['id']}/push", REASON)
    found = await player.client.get(answer.headers["location"], headers=player.headers)

    assert (answer.status_code, found.json()) == (201, answer.json())


async def test_a_push_may_be_thrown_by_hand(gm: Guest, player: Guest) -> None:
    first = await failed(player)
    await pushed(player, first)
    again = await granted(gm, first, faces=SUCCEEDED)

    assert (again["source"], again["results"][0]["outcome"]["success"]) == ("supplied", True)


async def test_faces_that_do_not_fit_leave_the_push_waiting(gm: Guest, player: Guest) -> None:
    first = await failed(player)
    await pushed(player, first)
    answer = await gm.post(f"/rolls/{first['id']}/push/accept", {"faces": [1, 2]})

    assert refusal(answer)[:2] == (422, "faces_too_many")
    assert (await seen(player, first))["push"]["state"] == "waiting"


async def test_the_game_master_asks_for_a_player_as_well(gm: Guest, player: Guest) -> None:
    first = await failed(player)
    waiting = await pushed(gm, first)
    again = await granted(gm, first)

    assert waiting["push"]["by"]["id"] == gm.id
    assert again["by"]["id"] == player.id


async def test_the_game_master_refuses_and_names_another_way(
    gm: Guest, player: Guest, other: Guest
) -> None:
    first = await failed(player)
    await pushed(player, first)
    refused = await gm.told(f"/rolls/{first['id']}/push/refuse", ANYTHING)

    assert (refused["push"]["state"], refused["push"]["instead"]) == (
        "refused",
        "There is a window.",
    )
    assert (await seen(other, first))["push"] == refused["push"]
    assert len(await feed(other)) == 1


async def test_what_was_refused_may_be_asked_for_in_another_way(gm: Guest, player: Guest) -> None:
    first = await failed(player)
    await pushed(player, first)
    await gm.told(f"/rolls/{first['id']}/push/refuse", ANYTHING)
    await player.told(f"/rolls/{first['id']}/push", {"reason": "Through the window, then."})
    await granted(gm, first)

    push = (await seen(player, first))["push"]
    assert (push["reason"], push["state"]) == ("Through the window, then.", "accepted")


async def test_a_push_is_the_last_chance(gm: Guest, player: Guest) -> None:
    first = await failed(player)
    path = f"/rolls/{first['id']}/push"
    await pushed(player, first)
    twice = await player.post(path, REASON)
    again = await granted(gm, first, faces=FAILED)
    thrice = await player.post(path, REASON)
    of_the_push = await player.post(f"/rolls/{again['id']}/push", REASON)

    for answer in (twice, thrice, of_the_push):
        assert refusal(answer)[:3] == (409, "not_pushable", "already_pushed")


OPPOSED = {"system": "collapse", "kind": "opposed", "sides": [{"value": 50}, {"value": 60}]}
NEVER: list[tuple[Json, str]] = [
    ({"check": CHECK, "faces": SUCCEEDED}, "success"),
    ({"check": CHECK, "faces": FUMBLED}, "fumble"),
    ({"check": {"system": "collapse", "kind": "luck", "values": [60]}, "faces": FAILED}, "kind"),
    ({"check": OPPOSED, "faces": [60, 30]}, "kind"),
    ({"notation": ".sc 1/1d6 60", "faces": [60, 3]}, "kind"),
    ({"notation": ".ra 幸运 60", "faces": FAILED}, "kind"),
    ({"notation": ".ra 崩坏 60", "faces": FAILED}, "kind"),
    ({"notation": "1d6+2", "faces": [1]}, "not_a_check"),
    ({"notation": "1d100<=60", "faces": FAILED}, "not_a_check"),
    ({"check": {"system": "amgc", "stat": 1, "target": 9}, "faces": [1]}, "not_a_check"),
    ({"check": {**CHECK, "opponent": 110, "physical": True}, "faces": []}, "impossible"),
    ({"check": CHECK, "times": 2, "faces": FAILED * 2}, "repeated"),
]


@pytest.mark.parametrize(("body", "rule"), NEVER, ids=str)
async def test_what_has_no_second_chance(gm: Guest, player: Guest, body: Json, rule: str) -> None:
    roll = await rolled(player, **body)
    for guest in (player, gm):
        answer = await guest.post(f"/rolls/{roll['id']}/push", REASON)

        assert refusal(answer)[:3] == (409, "not_pushable", rule)
    assert (await seen(gm, roll))["push"] is None


async def test_a_secret_roll_is_pushed_when_all_can_see_it(player: Guest, other: Guest) -> None:
    roll = await failed(player, secret=True)
    path = f"/rolls/{roll['id']}/push"
    others = await other.post(path, REASON)
    early = await player.post(path, REASON)
    await player.told(f"/rolls/{roll['id']}/reveal")
    late = await player.post(path, REASON)

    assert refusal(others)[:2] == (403, "forbidden")
    assert refusal(early)[:3] == (409, "not_pushable", "secret")
    assert late.status_code == 201


async def test_only_the_one_who_failed_asks_and_only_the_game_master_answers(
    player: Guest, other: Guest, spectator: Guest
) -> None:
    roll = await failed(player)
    path = f"/rolls/{roll['id']}/push"
    early = [await guest.post(path, REASON) for guest in (other, spectator)]
    await pushed(player, roll)
    asked = [
        await guest.post(f"{path}/{answer}", body)
        for guest in (player, other, spectator)
        for answer, body in (
            ("accept", {}),
            ("refuse", ANYTHING),
            ("consequence", {"consequence": "x"}),
        )
    ]

    assert {refusal(answer)[:2] for answer in (*early, *asked)} == {(403, "forbidden")}
    assert [refusal(answer)[2] for answer in early] == ["other_member", "role"]
    assert (await seen(player, roll))["push"]["state"] == "waiting"


@pytest.mark.parametrize(
    ("path", "body"), [("accept", {}), ("refuse", ANYTHING), ("consequence", {"consequence": "x"})]
)
async def test_nothing_is_answered_that_nobody_asked(gm: Guest, path: str, body: Json) -> None:
    roll = await failed(gm)
    answer = await gm.post(f"/rolls/{roll['id']}/push/{path}", body)

    assert refusal(answer)[:2] == (422, "illegal_action")


@pytest.mark.parametrize("reason", [None, "", "  ", "\u200b", "x" * 501, "a\nb", 7])
async def test_an_effort_is_described(player: Guest, reason: object) -> None:
    roll = await failed(player)
    answer = await player.post(
        f"/rolls/{roll['id']}/push", {} if reason is None else {"reason": reason}
    )

    assert answer.status_code == 422
    assert refusal(answer)[3] == "/reason"


@pytest.mark.parametrize("shown", [True, False])
async def test_what_a_second_failure_would_bring_is_told_at_once_or_kept(
    gm: Guest, player: Guest, shown: bool
) -> None:
    roll = await failed(player)
    await pushed(player, roll)
    await granted(gm, roll, consequence="The roof gives way.", shown=shown, faces=FAILED)

    told = (await seen(player, roll))["push"]["consequence"]
    assert told == ("The roof gives way." if shown else None)
    assert (await seen(gm, roll))["push"]["consequence"] == "The roof gives way."


async def test_the_game_master_says_what_the_second_failure_has_brought(
    gm: Guest, player: Guest
) -> None:
    roll = await failed(player)
    await pushed(player, roll)
    await granted(gm, roll, consequence="Something.", shown=False, faces=FAILED)
    told = await gm.told(
        f"/rolls/{roll['id']}/push/consequence", {"consequence": "She falls: 1d6 damage."}
    )

    assert told["push"]["consequence"] == "She falls: 1d6 damage."
    assert (await seen(player, roll))["push"] == told["push"]


async def test_a_second_try_that_succeeds_has_no_consequence(gm: Guest, player: Guest) -> None:
    roll = await failed(player)
    await pushed(player, roll)
    await granted(gm, roll, consequence="Something.", shown=False, faces=SUCCEEDED)
    answer = await gm.post(f"/rolls/{roll['id']}/push/consequence", {"consequence": "x"})

    assert refusal(answer)[:3] == (422, "illegal_action", "no_second_failure")
    assert (await seen(player, roll))["push"]["consequence"] is None


async def test_one_push_is_granted_once(gm: Guest, player: Guest) -> None:
    roll = await failed(player)
    await pushed(player, roll)
    path = f"/rolls/{roll['id']}/push/accept"
    at_once = await together(*(gm.post(path, {}) for _ in range(6)))
    made = [answer for answer in at_once if answer.status_code == 201]

    assert len(made) == 1
    assert {refusal(answer)[2] for answer in at_once if answer not in made} == {"no_push_waits"}
    assert len(await feed(gm)) == 2


async def test_a_retry_tells_the_same_second_chance(gm: Guest, player: Guest) -> None:
    roll = await failed(player)
    asked = [await pushed(player, roll, idempotency_key="ask") for _ in range(2)]
    path = f"/rolls/{roll['id']}/push/accept"
    made = [await gm.told(path, {}, idempotency_key="grant") for _ in range(2)]

    assert asked[0] == asked[1]
    assert made[0] == made[1]
    assert len(await feed(gm)) == 2


async def test_no_second_chance_in_a_closed_room(gm: Guest, player: Guest) -> None:
    roll = await failed(player)
    await gm.told(CLOSE)
    answer = await player.post(f"/rolls/{roll['id']}/push", REASON)

    assert refusal(answer)[:2] == (409, "room_closed")
