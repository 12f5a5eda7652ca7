"""Two processes and one database: whoever asks which, one game goes on."""

import asyncio
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import AsyncExitStack

import httpx
import pytest

from tests.services.cards.parlour import Game, Guest, Json, Parlour, stacked
from tests.support.databases import Databases
from tests.support.processes import serving
from tests.support.serving import SECRET


@pytest.fixture(scope="module")
def bases(tmp_path_factory: pytest.TempPathFactory, postgres: Databases) -> Iterator[Sequence[str]]:
    """Two processes of one installation."""
    var = tmp_path_factory.mktemp("processes")
    with postgres.fresh() as url:
        settings = {
            "MAJOKKO_DATABASE_URL": url,
            "MAJOKKO_SECRET": SECRET,
            "MAJOKKO_LIMIT_QUOTA": "1000000",
        }
        with serving(var, **settings) as one, serving(var, **settings) as two:
            yield one.base, two.base


@pytest.fixture
async def doors(bases: Sequence[str]) -> AsyncIterator[list[Parlour]]:
    async with AsyncExitStack() as stack:
        clients = [httpx.AsyncClient(base_url=base, timeout=60) for base in bases]
        yield [Parlour(await stack.enter_async_context(each)) for each in clients]


def _at(door: Parlour, guest: Guest) -> Guest:
    return Guest(door.client, guest.path, guest.token, guest.made)


def _ids(events: Sequence[Json]) -> list[str]:
    return [each["id"] for each in events]


async def test_of_fifty_actions_on_two_processes_one_is_done_at_each_version(
    doors: list[Parlour],
) -> None:
    game = await doors[0].practice(stacked([]))
    for _ in range(4):
        mover = game.mover
        answers = await asyncio.gather(
            *(
                _at(doors[n % 2], mover).act(game.version, type="discard", card=n % 6)
                for n in range(50)
            )
        )
        codes = [each.status_code for each in answers]
        done = answers[codes.index(200)].json()

        assert sorted(codes) == [200] + [409] * 49
        for each in answers:
            if each.status_code == 409:
                told = each.json()
                assert told["code"] == "stale_version"
                assert str(done["version"]) in told["detail"]
                assert [one["id"] for one in told["missed"]] == [
                    one["id"] for one in done["events"]
                ]
        game.version, game.turn = done["version"], done["view"]["turn"]
    views = [(await _at(door, game.seats[0]).get("/view")).content for door in doors]
    assert views[0] == views[1]


async def test_of_fifty_who_want_the_last_seat_on_two_processes_one_gets_it(
    doors: list[Parlour],
) -> None:
    host = await doors[0].session(deal={"girls": stacked([])})
    await host.sit("Madoka")
    answers = await asyncio.gather(
        *(doors[n % 2].post(f"{host.path}/seats", {"name": f"Girl {n}"}) for n in range(50))
    )

    assert sorted(each.status_code for each in answers) == [201] + [409] * 49


async def test_a_game_is_played_through_whichever_process_is_at_hand(doors: list[Parlour]) -> None:
    """Each process has seen half of the moves, and catches up with the other half."""
    host = await doors[0].session(2)
    seats = [await host.sit(f"Girl {n}", contribution=f"s{n}") for n in range(2)]
    starts = await asyncio.gather(*(_at(door, host).post("/start") for door in doors))
    game = Game(host, seats, version=3, turn=(await seats[0].seen())["turn"])
    turns = 0
    while game.turn is not None:
        game.seats = [_at(doors[turns // 3 % 2], each) for each in seats]
        await game.do(type="discard", card=0)
        turns += 1

    assert sorted(each.status_code for each in starts) == [200, 409]
    assert turns == 43 - 12 + 1
    views = [(await _at(door, seats[1]).get("/view")).content for door in doors]
    assert views[0] == views[1]
