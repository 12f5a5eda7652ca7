"""Characters of a room: whose they are, and who rolls for them."""

import pytest

from tests.services.dice.rolls.story import Json, refusal, rolled, seen
from tests.services.dice.rooms.table import Guest, House


async def listed(guest: Guest) -> list[Json]:
    answer = await guest.get("/characters")
    assert answer.status_code == 200, answer.text
    items: list[Json] = answer.json()["items"]
    return items


async def test_players_add_their_own_and_game_masters_anybodys(
    gm: Guest, player: Guest, spectator: Guest
) -> None:
    own = await player.told("/characters", {"name": " Homura "})
    given = await gm.told("/characters", {"name": "Mami", "player": player.id})
    kept = await gm.told("/characters", {"name": "Charlotte"})
    hers = await gm.told("/characters", {"name": "Kyubey", "player": gm.id})

    players = [made["player"] for made in (own, given, kept, hers)]
    assert players == [player.id, player.id, None, gm.id]
    assert own["name"] == "Homura"
    assert await listed(spectator) == [own, given, kept, hers]


async def test_only_her_own_player_and_the_game_master_roll_for_a_character(
    gm: Guest, player: Guest, other: Guest
) -> None:
    homura = await player.told("/characters", {"name": "Homura"})
    witch = await gm.told("/characters", {"name": "Charlotte"})
    theirs = [
        await guest.post("/rolls", {"notation": "1d6", "character": {"id": character["id"]}})
        for guest, character in ((other, homura), (other, witch), (player, witch))
    ]
    rolls = [
        await rolled(guest, notation="1d6", character={"id": homura["id"]})
        for guest in (player, gm)
    ]

    told = {refusal(answer) for answer in theirs}
    assert told == {(403, "forbidden", "other_player", "/character/id")}
    for roll in rolls:
        assert (await seen(other, roll))["character"] == {"id": homura["id"], "name": "Homura"}


async def test_a_roll_keeps_the_name_she_had(gm: Guest, player: Guest) -> None:
    homura = await player.told("/characters", {"name": "Homura"})
    roll = await rolled(player, notation="1d6", character={"id": homura["id"]})
    renamed = await player.ask("PATCH", f"/characters/{homura['id']}", {"name": "Akemi"})
    gone = await player.ask("DELETE", f"/characters/{homura['id']}")

    assert renamed.json()["name"] == "Akemi"
    assert gone.status_code == 204
    assert await listed(gm) == []
    assert (await seen(gm, roll))["character"] == {"id": homura["id"], "name": "Homura"}


async def test_a_character_of_another_room_is_unknown(gm: Guest, house: House) -> None:
    elsewhere = await house.room()
    stranger = await elsewhere.told("/characters", {"name": "Nagisa"})
    path = f"/characters/{stranger['id']}"
    rolling = await gm.post("/rolls", {"notation": "1d6", "character": {"id": stranger["id"]}})
    changing = [await gm.ask("PATCH", path, {"name": "x"}), await gm.ask("DELETE", path)]

    assert refusal(rolling) == (422, "invalid_value", "unknown_id", "/character/id")
    assert [answer.status_code for answer in changing] == [404, 404]


async def test_the_game_master_gives_characters_away(
    gm: Guest, player: Guest, other: Guest
) -> None:
    path = f"/characters/{(await player.told('/characters', {'name': 'Sayaka'}))['id']}"
    mine = await player.ask("PATCH", path, {"player": other.id})
    given = await gm.ask("PATCH", path, {"player": other.id})
    late = await player.ask("PATCH", path, {"name": "Oktavia"})
    taken = await gm.ask("PATCH", path, {"player": None})

    assert refusal(mine)[:2] == (403, "forbidden")
    assert given.json()["player"] == other.id
    assert refusal(late)[:2] == (403, "forbidden")
    assert (taken.json()["player"], taken.json()["name"]) == (None, "Sayaka")


async def test_what_is_not_named_stays(gm: Guest, player: Guest) -> None:
    made = await player.told("/characters", {"name": "Sayaka"})
    before = (await gm.look())["seq"]
    same = await player.ask("PATCH", f"/characters/{made['id']}", {})

    assert same.json() == made
    assert (await gm.look())["seq"] == before


async def test_players_add_for_nobody_else(player: Guest, other: Guest) -> None:
    answer = await player.post("/characters", {"name": "Mami", "player": other.id})

    assert refusal(answer)[:2] == (403, "forbidden")


@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        ({}, "/name"),
        ({"name": " "}, "/name"),
        ({"name": "x" * 101}, "/name"),
        ({"name": "a\u202eb"}, "/name"),
        ({"name": "x", "player": "mem_1"}, "/player"),
        ({"name": "x", "player": 3}, "/player"),
        ({"name": "x", "age": 14}, "/age"),
    ],
)
async def test_a_character_is_read_strictly(gm: Guest, body: Json, pointer: str) -> None:
    answer = await gm.post("/characters", body)

    assert (answer.status_code, refusal(answer)[3]) == (422, pointer)
