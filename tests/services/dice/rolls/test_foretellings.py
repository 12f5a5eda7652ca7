"""What was asked before a roll, what the game master said of it, and what is kept with the roll."""

import pytest

from tests.services.dice.rolls.story import AIM, Json, asked, feed, refusal, rolled, seen, void
from tests.services.dice.rooms.table import Guest, House

FAILURE = "The guard turns round."


async def answered(gm: Guest, told: Json, **body: object) -> Json:
    return await gm.told(f"/foretellings/{told['id']}/answer", body)


async def read(guest: Guest, told: Json) -> Json:
    answer = await guest.get(f"/foretellings/{told['id']}")
    assert answer.status_code == 200, answer.text
    found: Json = answer.json()
    return found


async def test_what_was_foretold_is_kept_with_the_roll(
    gm: Guest, player: Guest, other: Guest
) -> None:
    told = await asked(player)
    await answered(gm, told, text=FAILURE)
    roll = await rolled(player, notation="1d100", foretelling=told["id"])

    assert roll["foretelling"] == {"id": told["id"], **AIM, "text": FAILURE, "shown": True}
    assert await seen(other, roll) == roll
    assert (await read(other, told))["roll"] == roll["id"]


async def test_game_masters_may_keep_what_they_foretell(
    gm: Guest, player: Guest, other: Guest
) -> None:
    told = await asked(player)
    await answered(gm, told, text=FAILURE, shown=False)
    roll = await rolled(player, notation="1d100", foretelling=told["id"])

    for guest in (player, other):
        assert (await read(guest, told))["text"] is None
        assert (await seen(guest, roll))["foretelling"]["text"] is None
    assert (await read(gm, told))["text"] == FAILURE
    assert (await seen(gm, roll))["foretelling"]["text"] == FAILURE


async def test_what_was_kept_is_shown_later(gm: Guest, player: Guest) -> None:
    told = await asked(player)
    await answered(gm, told, text=FAILURE, shown=False)
    roll = await rolled(player, notation="1d100", foretelling=told["id"])
    shown = [await gm.told(f"/foretellings/{told['id']}/show") for _ in range(2)]

    assert shown[0] == shown[1]
    assert (await read(player, told))["text"] == FAILURE
    assert (await seen(player, roll))["foretelling"]["text"] == FAILURE


async def test_nobody_rolls_before_the_answer(gm: Guest, player: Guest) -> None:
    told = await asked(player)
    early = await player.post("/rolls", {"notation": "1d6", "foretelling": told["id"]})
    shown = await gm.post(f"/foretellings/{told['id']}/show")

    for answer in (early, shown):
        assert refusal(answer)[:3] == (422, "illegal_action", "foretelling_waits")
    assert await feed(gm) == []


@pytest.mark.parametrize("verdict", ["needless", "impossible"])
async def test_nobody_rolls_for_what_is_needless_or_impossible(
    gm: Guest, player: Guest, verdict: str
) -> None:
    told = await asked(player)
    await answered(gm, told, verdict=verdict, text="It is bright day.")
    for guest in (player, gm):
        answer = await guest.post("/rolls", {"notation": "1d6", "foretelling": told["id"]})

        assert refusal(answer) == (422, "illegal_action", f"check_{verdict}", "/foretelling")
    assert (await read(player, told))["verdict"] == verdict


async def test_the_game_master_declares_for_others(gm: Guest, player: Guest, other: Guest) -> None:
    told = await asked(
        gm, member=player.id, answer={"verdict": "needless", "text": "You know her."}
    )

    assert told["by"] == {"id": player.id, "name": "Madoka"}
    assert (await read(other, told))["text"] == "You know her."


async def test_an_answer_may_be_bettered_until_a_die_is_thrown(gm: Guest, player: Guest) -> None:
    told = await asked(player)
    await answered(gm, told, verdict="impossible")
    await answered(gm, told, text=FAILURE)
    await rolled(player, notation="1d6", foretelling=told["id"])
    late = await gm.post(f"/foretellings/{told['id']}/answer", {"verdict": "needless"})

    assert refusal(late)[:3] == (422, "illegal_action", "foretelling_used")
    assert (await read(player, told))["verdict"] == "roll"


async def test_one_answer_is_for_one_roll(gm: Guest, player: Guest) -> None:
    told = await asked(player)
    await answered(gm, told)
    await rolled(player, notation="1d6", foretelling=told["id"])
    again = await player.post("/rolls", {"notation": "1d6", "foretelling": told["id"]})

    assert refusal(again) == (422, "illegal_action", "foretelling_used", "/foretelling")


async def test_a_roll_that_came_to_nothing_leaves_the_answer_unused(
    gm: Guest, player: Guest
) -> None:
    told = await asked(player)
    await answered(gm, told)
    await void(player, "1d6/(1d6*0)", foretelling=told["id"])
    roll = await rolled(player, notation="1d6", foretelling=told["id"])

    assert roll["foretelling"]["id"] == told["id"]


async def test_a_secret_roll_takes_what_was_foretold_however_it_ends(
    gm: Guest, player: Guest
) -> None:
    """Whoever asked tries to roll under it, and must not learn that a secret roll was void."""
    rules = []
    for notation in ("1d6", "1d6/(1d6*0)"):
        told = await asked(player)
        await answered(gm, told)
        await gm.post("/rolls", {"notation": notation, "secret": True, "foretelling": told["id"]})
        answer = await player.post("/rolls", {"notation": "1d6", "foretelling": told["id"]})
        rules.append(refusal(answer))

    assert rules == [(422, "illegal_action", "foretelling_used", "/foretelling")] * 2


async def test_nobody_rolls_under_what_another_was_told(
    gm: Guest, player: Guest, other: Guest
) -> None:
    told = await asked(player)
    await answered(gm, told)
    theirs = await other.post("/rolls", {"notation": "1d6", "foretelling": told["id"]})
    by_gm = await gm.post("/rolls", {"notation": "1d6", "foretelling": told["id"]})

    assert refusal(theirs) == (403, "forbidden", "other_member", "/foretelling")
    assert by_gm.status_code == 201


async def test_which_roll_was_secret_is_not_told_by_what_it_was_for(
    gm: Guest, player: Guest, other: Guest
) -> None:
    told = await asked(player)
    await answered(gm, told)
    roll = await rolled(player, notation="1d6", foretelling=told["id"], secret=True)

    assert (await read(other, told))["roll"] is None
    assert (await seen(other, roll))["foretelling"] is None
    assert (await read(player, told))["roll"] == roll["id"]
    await gm.told(f"/rolls/{roll['id']}/reveal")
    assert (await read(other, told))["roll"] == roll["id"]


async def test_a_foretelling_says_for_whom(gm: Guest, player: Guest) -> None:
    madoka, homura = [
        await gm.told("/characters", {"name": name, "player": player.id})
        for name in ("Madoka", "Homura")
    ]
    told = await asked(player, character={"id": madoka["id"]})
    await answered(gm, told)
    body = {"notation": "1d6", "foretelling": told["id"]}
    other = await player.post("/rolls", {**body, "character": {"id": homura["id"]}})
    roll = await rolled(player, **body)

    assert refusal(other) == (422, "invalid_value", "said_otherwise", "/character/id")
    assert roll["character"] == {"id": madoka["id"], "name": "Madoka"}


@pytest.mark.parametrize("more", [{"member": "mem_1"}, {"answer": {"verdict": "needless"}}])
async def test_players_ask_for_themselves_and_do_not_answer(
    gm: Guest, player: Guest, more: Json
) -> None:
    answer = await player.post("/foretellings", {**AIM, **more})
    own = await asked(player)
    as_gm = await player.post(f"/foretellings/{own['id']}/answer", {})

    assert refusal(answer)[:2] == refusal(as_gm)[:2] == (403, "forbidden")
    assert len((await gm.get("/foretellings")).json()["items"]) == 1


async def test_the_game_master_asks_for_members_only(gm: Guest) -> None:
    answer = await gm.post("/foretellings", {**AIM, "member": "mem_1"})

    assert refusal(answer) == (422, "invalid_value", "unknown_id", "/member")


async def test_what_was_said_aloud_is_kept_with_the_roll(player: Guest, other: Guest) -> None:
    roll = await rolled(player, notation="1d6", foretold=" She drops the lamp. ")

    assert (await seen(other, roll))["foretold"] == "She drops the lamp."


async def test_foretellings_are_listed_newest_first_page_by_page(
    gm: Guest, player: Guest, house: House
) -> None:
    made = [(await asked(player))["id"] for _ in range(5)]
    first = (await gm.get("/foretellings?limit=3")).json()
    second = (await gm.get(f"/foretellings?limit=3&cursor={first['next_cursor']}")).json()
    elsewhere = await (await house.room()).get(f"/foretellings?cursor={first['next_cursor']}")

    assert [told["id"] for told in first["items"] + second["items"]] == made[::-1]
    assert second["next_cursor"] is None
    assert refusal(elsewhere)[3] == "/cursor"


@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        ({}, "/aim"),
        ({"aim": ""}, "/aim"),
        ({"aim": "\u3000"}, "/aim"),
        ({"aim": "x", "means": "a\x00"}, "/means"),
        ({"aim": "x", "character": {"id": "chr_1"}}, "/character/id"),
        ({"aim": "x", "character": "chr_1"}, "/character"),
        ({"aim": "x", "wish": "y"}, "/wish"),
    ],
)
async def test_a_wish_is_read_strictly(player: Guest, body: Json, pointer: str) -> None:
    answer = await player.post("/foretellings", body)

    assert answer.status_code in (400, 422)
    assert answer.status_code == 400 or refusal(answer)[3] == pointer
