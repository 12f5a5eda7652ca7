"""Games of four while everything is killed: each ends, and nothing that was told is untrue."""

import asyncio
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

import pytest

from majokko_kit import redis_server
from tests.chaos.games import scribe
from tests.chaos.games.dooms import Doom
from tests.chaos.games.ledger import Chronicle
from tests.chaos.games.reaper import Reaper
from tests.chaos.games.seasons import Plan, Season, plans
from tests.chaos.games.theatre import Theatre, opened
from tests.chaos.games.ways import Ways
from tests.chaos.table import until
from tests.support.postgres_servers import PostgresServer, programs
from tests.support.redis_servers import RedisServer

NOTED_WITHIN = 60.0
AT_ONCE = 10
FEW, MANY = 3, 50

DOOMS = (
    Doom("cards_sessions", after=False),
    Doom("cards_sessions", after=True),
    Doom("cards_seats", after=False),
    Doom("cards_seats", after=True, times=2),
    Doom("dice_draws", after=False),
    Doom("dice_draws", after=True),
    Doom("cards_deals", after=False),
    Doom("cards_deals", after=True),
    Doom("cards_moves", after=False, times=3),
    Doom("cards_moves", after=True, times=7),
    Doom("cards_moves", after=False, times=20),
    Doom("cards_outbox", after=False),
    Doom("cards_outbox", after=True),
)
"""Where a command is decided, where it is true, and where somebody is about to be told."""


@pytest.fixture(params=["sqlite", "postgres"])
def theatre(request: pytest.FixtureRequest, folder: Path) -> Iterator[Theatre]:
    """One server over SQLite, or two over PostgreSQL."""
    program = redis_server.program()
    assert program
    with ExitStack() as stack:
        redis = stack.enter_context(RedisServer(program, folder)).start()
        postgres = None
        if request.param == "postgres":
            postgres = stack.enter_context(PostgresServer(programs()))
        yield stack.enter_context(opened(folder, redis, postgres))


async def played(theatre: Theatre, wanted: Sequence[Plan], reaper: Reaper) -> Sequence[Chronicle]:
    """Play games while servers are ended, and ask for all there is to be known of them."""
    await theatre.up()
    enough = asyncio.Event()
    try:
        async with Ways(theatre.bases, reaper.seed) as ways:
            raging = asyncio.create_task(reaper.rage(enough))
            games = await Season(ways, reaper.seed, AT_ONCE).play(wanted)
            enough.set()
            await raging
        ids = {game.made["id"] for game in games}
        await until(lambda: scribe.noted(theatre.var).keys() >= ids, NOTED_WITHIN, "notes of ends")
    except BaseException as error:
        error.add_note(theatre.surprises())
        raise
    noted = scribe.noted(theatre.var)
    absences = theatre.absences if len(theatre.servers) == 1 else []
    return [replace(game, noted=noted[game.made["id"]], absences=absences) for game in games]


def faults(games: Sequence[Chronicle]) -> Sequence[str]:
    return [fault for game in games for fault in game.faults()]


@pytest.mark.timeout(600)
async def test_games_outlive_kills_before_and_after_commits(theatre: Theatre, seed: str) -> None:
    """Every second place over SQLite, the others over PostgreSQL."""
    dooms = DOOMS[len(theatre.servers) - 1 :: 2]
    games = await played(theatre, plans(FEW), Reaper(theatre, seed, dooms, longest=1, kills=2))

    assert faults(games) == []
    assert {doom.name for doom in dooms} <= theatre.deaths.keys()


@pytest.mark.long
@pytest.mark.timeout(3600)
async def test_fifty_games_outlive_kills_at_random(theatre: Theatre, seed: str) -> None:
    games = await played(theatre, plans(MANY), Reaper(theatre, seed, DOOMS, longest=4, kills=1000))

    assert faults(games) == []
    assert {"at random", *(doom.name for doom in DOOMS)} <= theatre.deaths.keys()
