"""The rights that docs/operations.md gives our Redis user are enough, and no more."""

import asyncio
import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from redis.asyncio import Redis
from redis.exceptions import ResponseError

from majokko_kit import redis_client
from majokko_kit.bus import Bus
from majokko_kit.limits import Limiter, Policy
from majokko_kit.live import hung
from tests.redis.echoes import Echo, Echoes
from tests.support.redis_servers import RedisServer

PAGE = (Path(__file__).parents[2] / "docs" / "operations.md").read_text()


@pytest.fixture
async def ours(redis: Redis, server: RedisServer) -> AsyncIterator[Redis]:
    """A client with the rights that the page prints."""
    (line,) = re.findall(r"^user (.*)$", PAGE, re.MULTILINE)
    await redis.execute_command("ACL", "SETUSER", *line.split())  # type: ignore[no-untyped-call]
    async with redis_client.client(server.url + "?username=majokko&password=a-password") as client:
        yield client


async def test_services_can_ask_each_other(ours: Redis) -> None:
    async with Echoes().worker(ours), Bus(ours) as bus:
        answer = await bus.ask(Echo(text="allowed"), timeout=5)

    assert answer.text == "allowed"


async def test_limits_can_be_counted(ours: Redis, redis: Redis) -> None:
    limiter = Limiter(Policy(quota=100, window=60))
    limiter.redis = ours
    grant = await limiter.take("somebody", 1, 10)

    assert grant.taken == 10
    assert await redis.keys("limits:*") == [b"limits:{somebody}"]


async def test_the_bell_is_heard_elsewhere(ours: Redis) -> None:
    async with hung("tea", ours) as here, hung("tea", ours) as there:
        with there.listening("table") as ear:
            heard = asyncio.create_task(ear.wait(60))
            async with asyncio.timeout(30):
                while not heard.done():
                    here.ring("table")
                    await asyncio.wait({heard}, timeout=0.05)


FORBIDDEN = [
    "GET secret",
    "SET other:key 1",
    "XADD elsewhere * a 1",
    "PUBLISH elsewhere a",
    "EVAL return(redis.call('GET',KEYS[1])) 1 secret",
    "EVAL return(redis.call('FLUSHALL')) 0",
    *("KEYS *", "FLUSHALL", "FLUSHDB", "CONFIG GET *", "SHUTDOWN", "SCRIPT FLUSH", "ACL LIST"),
    *(
        "REPLICAOF NO ONE",
        "MONITOR",
        "CLIENT KILL TYPE normal",
        "SAVE",
        "INFO",
        "MIGRATE a 1 k 0 9",
    ),
]


@pytest.mark.parametrize("command", FORBIDDEN)
async def test_nothing_else_is_allowed(ours: Redis, command: str) -> None:
    with pytest.raises(ResponseError, match=r"(?i)permission|ACL failure|can't (access|run)"):
        await ours.execute_command(*command.split(" "))  # type: ignore[no-untyped-call]
