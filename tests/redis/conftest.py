"""A server for each test, of each of the two kinds."""

from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from redis.asyncio import Redis

from majokko_kit import redis_client
from tests.support.redis_servers import PROGRAMS, RedisServer, program


@pytest.fixture(params=PROGRAMS)
def redis_program(request: pytest.FixtureRequest) -> str:
    return program(request.param)


@pytest.fixture
def folder() -> Iterator[Path]:
    """A directory with a path short enough for a socket."""
    with TemporaryDirectory(prefix="mjk") as path:
        yield Path(path)


@pytest.fixture
def server(redis_program: str, folder: Path) -> Iterator[RedisServer]:
    with RedisServer(redis_program, folder) as server:
        yield server.start()


@pytest.fixture
async def redis(server: RedisServer) -> AsyncIterator[Redis]:
    async with redis_client.client(server.url) as client:
        yield client
