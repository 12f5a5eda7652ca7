"""Everything is killed at random under load; whatever anybody was told stays true."""

import asyncio
import random

import pytest

from tests.chaos import journal
from tests.chaos.history import History
from tests.chaos.installation import Installation
from tests.chaos.nemesis import Nemesis
from tests.chaos.table import Door, Player, Reader, Room, until

PLAYERS = ("Madoka", "Homura", "Sayaka")
COMPLETE_WITHIN = 5.0
"""Seconds after Redis is back in which whoever follows a room knows everything; docs/live.md."""

NOTED_WITHIN = 60.0
FEW, MANY = 8, 50


async def played(installation: Installation, seed: str, kills: int) -> History:
    """Play while processes are killed, until those that answer clients were killed so often."""
    chance = random.Random(seed)
    await installation.up()
    room = await Room.open(Door(installation.bases, chance))
    seats = {"GM": room.headers, **{name: await room.seat(name) for name in PLAYERS}}
    players = [Player(name, room, headers, seed) for name, headers in seats.items()]
    reader = Reader(room, installation.bases, chance)
    async with reader.following():
        enough = asyncio.Event()
        rolling = [asyncio.create_task(player.play(enough)) for player in players]
        await Nemesis(seed, kills, [api.name for api in installation.apis]).rage(
            installation.victims
        )
        await asyncio.to_thread(installation.redis.wipe)
        last = await players[0].roll_for_sure("after-the-last-wipe")
        await reader.hears("roll.made", COMPLETE_WITHIN, last)
        enough.set()
        await asyncio.gather(*rolling)
        proofs = await room.close()
        await reader.hears("room.closed", COMPLETE_WITHIN)
    feed = await room.feed()
    await until(lambda: len(journal.noted(installation.var)) >= len(feed), NOTED_WITHIN, "notes")
    answers = [answer for player in players for answer in player.answers]
    return History(answers, feed, proofs, reader.heard, journal.noted(installation.var))


@pytest.mark.timeout(600)
async def test_nothing_that_was_told_is_lost_doubled_or_drawn_again(
    installation: Installation, seed: str
) -> None:
    history = await played(installation, seed, FEW)

    assert history.faults() == []
    assert len(history.feed) > len(PLAYERS)


@pytest.mark.long
@pytest.mark.timeout(3600)
async def test_fifty_kills_lose_double_and_draw_again_nothing(
    installation: Installation, seed: str
) -> None:
    history = await played(installation, seed, MANY)

    assert history.faults() == []
    assert len(history.feed) > len(PLAYERS)
