"""A unit of a room is made from a character, by whoever may roll for her."""

import pytest

from tests.services.characters.kitchen import Guest, Json
from tests.services.characters.units.evening import Evening, investigator, reviewed, swordswoman


async def test_a_unit_is_as_the_sheet_says(evening: Evening) -> None:
    await evening.review("approve")
    made = await evening.player.told(
        "/units", {"character": evening.sayaka.id}, accept_language="ja"
    )

    seat = await evening.sayaka.look()
    assert (made["character"], made["player"]) == (evening.sayaka.id, seat["member"])
    assert (made["name"], made["level"], made["reviewed"]) == ("Sayaka", 4, True)
    assert [(one["name"], one["level"], one["note"]) for one in made["originals"]] == [
        ("武器", 3, "melee"),
        ("music", 1, None),
    ]
    assert [[factor["name"] for factor in one["factors"]] for one in made["originals"]] == [
        ["swords", "anything sharp"],
        ["violin"],
    ]
    assert made["antis"] == []
    (listed,) = (await evening.gm.get("/units")).json()["items"]
    assert listed == made


async def test_two_units_of_like_sheets_share_no_ids(evening: Evening) -> None:
    other = await swordswoman(evening.kitchen)
    await other.told("/seat", {"room": evening.gm.id, "member_token": evening.player.token})
    mine, theirs = [
        (await evening.player.told("/units", {"character": one.id}))["originals"]
        for one in (evening.sayaka, other)
    ]

    assert ids(mine).isdisjoint(ids(theirs))
    assert len(ids(mine)) == 5


def ids(originals: list[Json]) -> set[str]:
    return {one["id"] for original in originals for one in (original, *original["factors"])}


async def test_a_unit_that_a_game_master_brings_belongs_to_whoever_rolls_for_her(
    evening: Evening,
) -> None:
    made = await evening.gm.told("/units", {"character": evening.sayaka.id})

    assert made["player"] == evening.player.made["id"]
    assert not made["reviewed"]


async def test_a_game_master_may_play_her_herself(evening: Evening) -> None:
    made = await evening.gm.told("/units", {"character": evening.sayaka.id, "player": None})

    assert made["player"] is None


async def test_what_a_game_master_decided_on_the_sheet_counts(evening: Evening) -> None:
    await evening.master.patch({"overrides": {"originals.weapon": {"value": 9}}})
    unit = await evening.unit()

    assert unit.made["level"] == 10


async def test_a_character_has_one_unit_in_a_room_at_a_time(evening: Evening) -> None:
    unit = await evening.unit()
    twice = await evening.player.post("/units", {"character": evening.sayaka.id})
    await evening.player.ask("DELETE", f"/units/{unit.id}")
    again = await evening.player.post("/units", {"character": evening.sayaka.id})

    error = twice.json()["errors"][0]
    assert (twice.status_code, error["rule"], error["pointer"]) == (
        422,
        "unit_of_character",
        "#/character",
    )
    assert again.status_code == 201


async def test_only_those_who_may_roll_for_her_bring_her(evening: Evening) -> None:
    other = await evening.gm.joined("Kyoko")
    spectator = await evening.gm.joined("Hitomi", "spectator")
    elsewhere = await evening.kitchen.room()
    body = {"character": evening.sayaka.id}
    answers = [await who.post("/units", body) for who in (other, elsewhere, spectator)]

    assert [answer.status_code for answer in answers] == [404, 404, 403]
    assert answers[0].json()["errors"][0]["pointer"] == "#/character"


async def test_nobody_brings_one_who_has_left_or_was_deleted(evening: Evening) -> None:
    body = {"character": evening.sayaka.id}
    await evening.sayaka.ask("DELETE", "/seat")
    left = await evening.player.post("/units", body)
    seat = {"room": evening.gm.id, "member_token": evening.player.token}
    await evening.sayaka.told("/seat", seat)
    tag = (await evening.sayaka.get()).headers["etag"]
    await evening.sayaka.ask("DELETE", "", if_match=tag)
    deleted = await evening.player.post("/units", body)

    assert (left.status_code, deleted.status_code) == (404, 404)


async def test_only_a_character_of_a_aws_is_a_unit(evening: Evening) -> None:
    girl = await investigator(evening.kitchen)
    await girl.told("/seat", {"room": evening.gm.id, "member_token": evening.player.token})
    answer = await evening.player.post("/units", {"character": girl.id})

    error = answer.json()["errors"][0]
    assert (answer.status_code, error["rule"], error["pointer"]) == (
        422,
        "other_system",
        "#/character",
    )


@pytest.mark.parametrize(
    ("more", "pointer"),
    [
        ({"name": "Oktavia"}, "#/name"),
        ({"originals": [{"name": "magic", "level": 9}]}, "#/originals"),
        ({"antis": [{"name": "despair"}]}, "#/antis"),
    ],
)
async def test_her_sheet_says_everything_else(evening: Evening, more: Json, pointer: str) -> None:
    answer = await evening.player.post("/units", {"character": evening.sayaka.id, **more})

    error = answer.json()["errors"][0]
    assert (answer.status_code, error["rule"], error["pointer"]) == (422, "not_together", pointer)


async def test_a_unit_without_a_character_has_a_name(evening: Evening) -> None:
    answer = await evening.player.post("/units", {"level": 3})
    nameless = await evening.player.post("/units", {})

    assert answer.status_code == 422
    error = nameless.json()["errors"][0]
    assert (nameless.status_code, error["rule"], error["pointer"]) == (422, "required", "#/name")


async def test_a_closed_room_takes_no_unit(evening: Evening) -> None:
    await evening.gm.told("/close")
    answer = await evening.player.post("/units", {"character": evening.sayaka.id})

    assert answer.json()["code"] == "room_closed"


async def test_a_factor_that_was_narrowed_goes_into_play_so(evening: Evening) -> None:
    await evening.review("question", factor="weapon_2")
    await reviewed(evening.sayaka, "narrow", factor="weapon_2", name="scalpels")
    unit = await evening.unit()

    assert unit.factor("scalpels")
    assert not unit.made["reviewed"]


_CREATE = """
mutation($room: ID!, $input: UnitInput!) {
  createUnit(room: $room, input: $input) {
    ... on RoomUnit { character name }
    ... on Problem { code errors { rule pointer } }
  }
}
"""


async def test_graphql_brings_her_alike(evening: Evening) -> None:
    async def asked(who: Guest) -> Json:
        variables = {"room": evening.gm.id, "input": {"character": evening.sayaka.id}}
        body = {"query": _CREATE, "variables": variables}
        answer = await who.client.post("/graphql", json=body, headers=who.headers)
        made: Json = answer.json()["data"]["createUnit"]
        return made

    assert await asked(evening.player) == {"character": evening.sayaka.id, "name": "Sayaka"}
    assert (await asked(evening.player))["errors"][0]["rule"] == "unit_of_character"
