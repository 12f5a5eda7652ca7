"""What those who follow a room are told of its rolls, and of what belongs to them."""

import json

from tests.services.dice.rolls.story import (
    FAILED,
    WEATHER,
    Json,
    asked,
    failed,
    granted,
    opens,
    pushed,
    rolled,
)
from tests.services.dice.rooms.table import CLOSE, Guest

WHISPER = "the cat knows"
"""What only game masters may know."""


async def log(guest: Guest) -> list[Json]:
    """Read all events of a room that is closed; the stream of them ends."""
    answer = await guest.get("/events?since=0", accept="application/x-ndjson")
    assert answer.status_code == 200, answer.text
    items = [json.loads(line) for line in answer.text.splitlines() if line]
    return [item for item in items if item["seq"] is not None]


async def a_whole_evening(gm: Guest, player: Guest) -> None:
    """Everything that can be told of rolls, with something to keep at each turn."""
    homura = await player.told("/characters", {"name": "Homura"})
    wish = await asked(player, character={"id": homura["id"]})
    await gm.told(f"/foretellings/{wish['id']}/answer", {"text": WHISPER, "shown": False})
    first = await failed(player, foretelling=wish["id"])
    await pushed(player, first)
    await granted(gm, first, consequence=WHISPER, shown=False, faces=FAILED)
    table = await gm.told("/tables", {**WEATHER, "hidden": True})
    rows = [{"from": 1, "to": 6, "text": WHISPER}]
    await gm.ask("PATCH", f"/tables/{table['id']}", {"dice": "1d6", "rows": rows})
    await gm.told(f"/tables/{table['id']}/roll", {"secret": True})
    await rolled(gm, notation="1d6", secret=True, reason=WHISPER)
    await gm.ask("DELETE", f"/tables/{table['id']}")
    await player.ask("DELETE", f"/characters/{homura['id']}")


async def test_what_game_masters_keep_reaches_nobody_else(
    gm: Guest, player: Guest, other: Guest, spectator: Guest
) -> None:
    await a_whole_evening(gm, player)
    await gm.told(CLOSE)
    told = {guest.id: await log(guest) for guest in (gm, player, other, spectator)}

    # foretold and kept with the roll, a consequence, the row of a table, a secret reason
    assert json.dumps(told[gm.id]).count(WHISPER) == 5
    for guest in (player, other, spectator):
        assert WHISPER not in json.dumps(told[guest.id])
        assert [(item["seq"], item["type"], item["id"]) for item in told[guest.id]] == [
            (item["seq"], item["type"], item["id"]) for item in told[gm.id]
        ]


async def test_what_was_told_does_not_change_when_more_comes_out(
    gm: Guest, player: Guest, other: Guest
) -> None:
    wish = await asked(player)
    await gm.told(f"/foretellings/{wish['id']}/answer", {"text": WHISPER, "shown": False})
    roll = await failed(player, foretelling=wish["id"], secret=True)
    await gm.told(f"/foretellings/{wish['id']}/show")
    await gm.told(f"/rolls/{roll['id']}/reveal")
    await gm.told(CLOSE)
    by_type = {
        guest.id: {item["type"]: item["data"] for item in await log(guest)}
        for guest in (player, other)
    }

    hers, theirs = by_type[player.id], by_type[other.id]
    assert hers["roll.made"]["roll"]["foretelling"]["text"] is None
    assert hers["roll.made"]["roll"]["push"] is None
    assert theirs["roll.made"]["roll"]["results"] is None
    assert theirs["roll.revealed"]["roll"]["foretelling"]["text"] == WHISPER


async def test_a_reveal_tells_what_opens_the_commitment(gm: Guest, other: Guest) -> None:
    made = await rolled(gm, notation="3d6", secret=True)
    await gm.told(f"/rolls/{made['id']}/reveal")
    await gm.told(CLOSE)
    (revealed,) = [item for item in await log(other) if item["type"] == "roll.revealed"]

    roll = revealed["data"]["roll"]
    assert roll["results"] == made["results"]
    assert opens(roll)


async def test_each_step_is_told_once_in_order(gm: Guest, player: Guest, other: Guest) -> None:
    await a_whole_evening(gm, player)
    await gm.told(CLOSE)
    noise = ("room.", "member.", "stream.")
    types = [item["type"] for item in await log(other) if not item["type"].startswith(noise)]

    assert types == [
        "character.added",
        "foretelling.asked",
        "foretelling.answered",
        "roll.made",
        "push.asked",
        "roll.made",
        "push.accepted",
        "table.added",
        "table.changed",
        "roll.made",
        "roll.made",
        "table.removed",
        "character.removed",
    ]


async def test_what_is_refused_is_not_told(gm: Guest, player: Guest) -> None:
    before = (await gm.look())["seq"]
    roll = await failed(player)
    await gm.post(f"/rolls/{roll['id']}/push/accept", {})
    await player.post("/rolls", {"notation": "1/0"})
    await player.post("/foretellings", {"aim": "x", "member": gm.id})
    await gm.post("/tables", {**WEATHER, "dice": "1d8"})

    assert (await gm.look())["seq"] == before + 1


async def test_a_refusal_names_the_other_way_to_all(gm: Guest, player: Guest, other: Guest) -> None:
    roll = await failed(player)
    await pushed(player, roll)
    await gm.told(f"/rolls/{roll['id']}/push/refuse", {"instead": "There is a window."})
    await gm.told(CLOSE)
    (refused,) = [item for item in await log(other) if item["type"] == "push.refused"]

    assert refused["data"] == {"roll": roll["id"], "attempt": 1, "instead": "There is a window."}


async def test_a_void_roll_is_told_as_what_it_is(gm: Guest, player: Guest, other: Guest) -> None:
    await player.post("/rolls", {"notation": "1d6/(1d6*0)"})
    await player.post("/rolls", {"notation": "1d6/(1d6*0)", "secret": True})
    await gm.told(CLOSE)
    made = [item["data"]["roll"] for item in await log(other) if item["type"] == "roll.made"]

    assert [roll["results"] for roll in made] == [[], None]
    assert made[0]["void"]["rule"] == "division_by_zero"
    assert made[1]["void"] is None
