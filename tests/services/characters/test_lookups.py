"""Rolls in a room that take their numbers from a sheet."""

import httpx
import pytest

from tests.services.characters.kitchen import Guest, Json, Kitchen


@pytest.fixture
async def gm(kitchen: Kitchen) -> Guest:
    return await kitchen.room()


@pytest.fixture
async def player(gm: Guest) -> Guest:
    return await gm.joined("Madoka")


@pytest.fixture
async def born(kitchen: Kitchen) -> Guest:
    """A character who is in no room; her HEAT is 9."""
    return await kitchen.character()


async def seated(born: Guest, player: Guest) -> Json:
    return await born.told("/seat", {"room": player.id, "member_token": player.token})


async def rolled(who: Guest, born: Guest, **entry: str) -> httpx.Response:
    character = {"id": born.id, **(entry or {"stat": "HEAT"})}
    return await who.post("/rolls", {"character": character})


async def test_a_check_takes_its_number_from_the_sheet(born: Guest, player: Guest) -> None:
    seat = await seated(born, player)
    answer = await rolled(player, born)

    roll = answer.json()
    assert answer.status_code == 201, roll
    assert roll["results"][0]["notation"] == ".ra 9"
    assert roll["character"] == {"id": born.id, "name": "???"}
    assert (seat["room"], seat["role"]) == (player.id, "owner")


async def test_an_override_counts_at_once(born: Guest, gm: Guest, player: Guest) -> None:
    await seated(born, player)
    by_room = Guest(gm.client, born.path, gm.token, {})
    changed = await by_room.patch({"overrides": {"stats.HEAT": {"value": 4}}})
    roll = (await rolled(player, born)).json()

    assert (changed.status_code, changed.json()["role"]) == (200, "gm")
    assert roll["results"][0]["notation"] == ".ra 4"
    line = (await born.get("/history")).json()["items"][0]
    assert (line["role"], line["by"]) == ("gm", "Kyubey")


async def test_who_leads_the_room_sees_the_sheet_but_has_no_token_here(
    born: Guest, gm: Guest, player: Guest
) -> None:
    await seated(born, player)
    leader = Guest(gm.client, born.path, gm.token, {})
    other = Guest(player.client, born.path, player.token, {})

    assert (await leader.look())["sheet"] is not None
    assert (await other.look())["sheet"] is None
    assert (await leader.post("/token")).status_code == 403
    assert (await leader.post("/gm")).status_code == 403


async def test_game_masters_and_the_one_who_plays_her_roll_for_her(
    born: Guest, gm: Guest, player: Guest
) -> None:
    other = await gm.joined("Sayaka")
    await seated(born, player)
    answers = [await rolled(who, born) for who in (gm, player, other)]

    assert [one.status_code for one in answers] == [201, 201, 404]
    assert answers[2].json()["errors"][0]["pointer"] == "#/character/id"


async def test_nobody_rolls_for_a_character_who_is_elsewhere(
    kitchen: Kitchen, born: Guest, player: Guest
) -> None:
    before = await rolled(player, born)
    await seated(born, player)
    there = await rolled(await (await kitchen.room()).joined("Madoka"), born)
    await born.ask("DELETE", "/seat")
    after = await rolled(player, born)
    await seated(born, player)
    await born.ask("DELETE", "", if_match=(await born.get()).headers["etag"])
    deleted = await rolled(player, born)

    assert [one.status_code for one in (before, there, after, deleted)] == [404] * 4


@pytest.mark.parametrize(
    ("entry", "pointer"),
    [
        ({"stat": "STR"}, "#/character/stat"),
        ({"stat": "stats.HEAT"}, "#/character/stat"),
        ({"skill": "HEAT"}, "#/character/skill"),
        ({"stat": "leaf"}, "#/character/stat"),
    ],
)
async def test_what_the_sheet_does_not_have_is_refused(
    born: Guest, player: Guest, entry: dict[str, str], pointer: str
) -> None:
    await seated(born, player)
    answer = await rolled(player, born, **entry)

    problem = answer.json()
    assert answer.status_code == 422, problem
    assert problem["errors"][0]["pointer"] == pointer


async def test_a_character_born_in_a_room_can_be_rolled_for_at_once(
    kitchen: Kitchen, gm: Guest, player: Guest
) -> None:
    made = await kitchen.post(
        "/v1/drafts",
        {"ruleset": "tea@1", "room": gm.id},
        authorization=f"Bearer {player.token}",
    )
    told = made.json()
    draft = Guest(kitchen.client, f"/v1/drafts/{told['id']}", told["token"], told)
    await draft.choose("leaf", leaf="green")
    born = await draft.finished(name="Homura")
    roll = (await rolled(player, born)).json()

    heat = told["rolls"][0]["faces"][0] + 2
    assert roll["results"][0]["notation"] == f".ra {heat}"
    assert roll["character"]["name"] == "Homura"


async def test_only_somebody_who_plays_can_bring_a_character(born: Guest, gm: Guest) -> None:
    spectator = await gm.joined("Kyoko", "spectator")
    watching = await born.post("/seat", {"room": gm.id, "member_token": spectator.token})
    strange = await born.post("/seat", {"room": gm.id, "member_token": born.token})
    nowhere = await born.post("/seat", {"room": "roo_nowhere", "member_token": gm.token})

    assert (watching.status_code, watching.json()["code"]) == (403, "forbidden")
    for missing in (strange, nowhere):
        assert missing.status_code == 404
        assert missing.json()["errors"][0]["pointer"] == "#/member_token"


async def test_a_public_sheet_can_be_rolled_by_in_any_room(born: Guest, player: Guest) -> None:
    await born.patch({"public": "sheet"})
    shown = await rolled(player, born)
    await born.patch({"public": "card"})
    hidden = await rolled(player, born)

    assert (shown.status_code, hidden.status_code) == (201, 404)
