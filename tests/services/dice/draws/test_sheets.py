"""A roll names an entry of a sheet, and the characters service fills in its numbers."""

from collections.abc import AsyncIterator
from hashlib import sha256

import pytest
from redis.asyncio import Redis

from tests.services.dice.draws.sheets import HOMURA, SAYAKA, Json, Sheets
from tests.services.dice.rolls.story import refusal, rolled, seen
from tests.services.dice.rooms.table import Guest

FIREARMS: Json = {"character": {"id": HOMURA, "skill": "Firearms"}}
STRENGTH: Json = {"character": {"id": SAYAKA, "stat": "STR"}}


@pytest.fixture
async def sheets(redis: Redis) -> AsyncIterator[Sheets]:
    played = Sheets()
    async with played.serving(redis):
        yield played


@pytest.mark.usefixtures("sheets")
@pytest.mark.parametrize(
    ("body", "request_text"),
    [
        (FIREARMS, '{"check":{"system":"collapse","value":65}}'),
        (
            {**FIREARMS, "check": {"system": "collapse", "difficulty": "hard"}},
            '{"check":{"difficulty":"hard","system":"collapse","value":65}}',
        ),
        ({**FIREARMS, "check": {"value": 30}}, '{"check":{"system":"collapse","value":30}}'),
        (STRENGTH, '{"check":{"dice":2,"stat":9,"system":"amgc"}}'),
        (
            {**STRENGTH, "check": {"dice": 5}, "times": 2},
            '{"check":{"dice":5,"stat":9,"system":"amgc"},"times":2}',
        ),
    ],
)
async def test_a_sheet_fills_what_the_check_leaves_out(
    player: Guest, gm: Guest, body: Json, request_text: str
) -> None:
    roll = await rolled(player, **body, reason="to hit")
    name = "Homura" if body["character"]["id"] == HOMURA else "Sayaka"

    assert roll["drawn"]["request"] == request_text
    assert roll["character"] == {"id": body["character"]["id"], "name": name}
    assert roll["reason"] == "to hit"
    assert await seen(gm, roll) == roll


async def test_a_filled_check_is_the_same_as_one_that_was_written_out(
    player: Guest, sheets: Sheets
) -> None:
    filled = await rolled(player, **FIREARMS, faces=[42])
    written = await rolled(player, check={"system": "collapse", "value": 65}, faces=[42])

    assert len(sheets.asked) == 1
    assert filled["results"] == written["results"]


async def test_characters_are_asked_by_the_right_of_the_member(
    gm: Guest, player: Guest, sheets: Sheets
) -> None:
    sheets.owners = {sha256(player.token.encode()).hexdigest()}
    mine = await player.post("/rolls", FIREARMS)
    theirs = await gm.post("/rolls", FIREARMS)
    first, second = sheets.asked

    assert mine.status_code == 201
    assert refusal(theirs) == (404, "not_found", "thing", "/character/id")
    assert (first.room, first.member, first.role) == (player.room, player.id, "player")
    assert (second.room, second.member, second.role) == (gm.room, gm.id, "gm")
    assert {first.tenant, second.tenant} == {"default"}


@pytest.mark.parametrize(
    ("body", "told"),
    [
        (
            {"character": {"id": HOMURA, "skill": "Knitting"}},
            (422, "invalid_value", "unknown_id", "/character/skill"),
        ),
        (
            {**FIREARMS, "check": {"system": "amgc"}},
            (422, "invalid_value", "said_otherwise", "/check/system"),
        ),
        ({**FIREARMS, "check": {"dp": 4}}, (422, "unknown_field", "unknown", "/check/dp")),
        ({**FIREARMS, "faces": [0]}, (422, "face_out_of_range", "not_on_die", "/faces/0")),
    ],
)
@pytest.mark.usefixtures("sheets")
async def test_what_does_not_fit_together_is_refused(
    player: Guest, body: Json, told: tuple[int, str, str, str]
) -> None:
    answer = await player.post("/rolls", body)

    assert refusal(answer) == told


@pytest.mark.parametrize(
    ("body", "told"),
    [
        ({**FIREARMS, "notation": "1d6"}, ("invalid_value", "not_together", "/character/skill")),
        (
            {"character": {"id": HOMURA, "skill": "Firearms", "stat": "STR"}},
            ("invalid_value", "not_together", "/character/stat"),
        ),
        ({"character": {"skill": "Firearms"}}, ("invalid_value", "required", "/character/id")),
        (
            {"character": {"id": HOMURA, "skill": 7}},
            ("invalid_value", "not_text", "/character/skill"),
        ),
        (
            {"character": {"id": HOMURA, "trait": "x"}},
            ("unknown_field", "unknown", "/character/trait"),
        ),
        ({**FIREARMS, "check": "collapse"}, ("invalid_value", "not_object", "/check")),
    ],
)
async def test_what_cannot_be_read_is_refused_before_anybody_is_asked(
    player: Guest, sheets: Sheets, body: Json, told: tuple[str, str, str]
) -> None:
    answer = await player.post("/rolls", body)

    assert refusal(answer) == (422, *told)
    assert sheets.asked == []


async def test_those_who_may_not_roll_ask_nobody(
    gm: Guest, player: Guest, spectator: Guest, sheets: Sheets
) -> None:
    watching = await spectator.post("/rolls", FIREARMS)
    await gm.told("/close")
    late = await player.post("/rolls", FIREARMS)

    assert (watching.status_code, late.status_code) == (403, 409)
    assert sheets.asked == []


async def test_asked_twice_a_roll_is_made_once(player: Guest, sheets: Sheets) -> None:
    first = await rolled(player, **FIREARMS)
    one = await player.post("/rolls", FIREARMS, idempotency_key="again")
    other = await player.post("/rolls", FIREARMS, idempotency_key="again")

    assert one.json() == other.json() != first
    assert other.headers["idempotency-replayed"] == "true"
    assert len(sheets.asked) == 2


async def test_a_roll_that_was_made_is_told_again_while_the_characters_are_away(
    player: Guest, redis: Redis
) -> None:
    async with Sheets().serving(redis):
        made = await player.post("/rolls", FIREARMS, idempotency_key="again")
    again = await player.post("/rolls", FIREARMS, idempotency_key="again")
    other = await player.post("/rolls", STRENGTH, idempotency_key="again")

    assert (again.status_code, again.json()) == (201, made.json())
    assert (other.status_code, other.json()["code"]) == (422, "idempotency_key_reused")


async def test_while_the_characters_are_away_nothing_is_rolled(player: Guest) -> None:
    away = await player.post("/rolls", FIREARMS)
    feed = await player.get("/rolls")

    assert (away.status_code, away.json()["code"]) == (503, "dependency_away")
    assert away.headers["retry-after"] == "1"
    assert feed.json()["items"] == []


@pytest.mark.usefixtures("sheets")
async def test_of_a_secret_roll_others_learn_neither_who_nor_what(
    gm: Guest, player: Guest, spectator: Guest
) -> None:
    made = await rolled(player, **FIREARMS, secret=True)
    hers, covered = await seen(gm, made), await seen(spectator, made)

    assert hers["character"] == {"id": HOMURA, "name": "Homura"}
    assert (covered["character"], covered["drawn"], covered["results"]) == (None, None, None)
    assert HOMURA not in str(covered)
    assert "Homura" not in str(covered)


@pytest.mark.usefixtures("sheets")
async def test_graphql_fills_checks_alike(player: Guest) -> None:
    document = """mutation ($room: ID!, $who: WhoseSheetInput) {
      createRoomRoll(room: $room, input: {character: $who, check: {system: "collapse"}}) {
        ... on RoomRoll { character { name } drawn { request } } ... on Problem { code }
      }
    }"""
    variables = {"room": player.room, "who": FIREARMS["character"]}
    answer = await player.client.post(
        "/graphql",
        json={"query": document, "variables": variables},
        headers=player.headers,
    )

    assert answer.json()["data"]["createRoomRoll"] == {
        "character": {"name": "Homura"},
        "drawn": {"request": '{"check":{"system":"collapse","value":65}}'},
    }
