"""Other services are played here: they ask dice, and are asked, over a bus of their own."""

from collections.abc import AsyncIterator, Iterator

import pytest
from redis.asyncio import Redis

from majokko_kit import redis_client
from majokko_kit.bus import Bus
from tests.services.dice.rooms.conftest import gm, lasting_database, player, spectator
from tests.services.dice.rooms.table import House, open_house
from tests.support.databases import Changes
from tests.support.redis_servers import RedisServer, redis_of_its_own

__all__ = ["gm", "lasting_database", "player", "spectator"]


@pytest.fixture(scope="package")
def redis_server() -> Iterator[RedisServer]:
    with redis_of_its_own() as server:
        yield server


@pytest.fixture(scope="package")
async def house(
    tmp_path_factory: pytest.TempPathFactory, lasting_database: Changes, redis_server: RedisServer
) -> AsyncIterator[House]:
    changes = {**lasting_database, "redis_url": redis_server.url}
    async with open_house(tmp_path_factory.mktemp("house"), changes) as house:
        yield house


@pytest.fixture
async def redis(redis_server: RedisServer) -> AsyncIterator[Redis]:
    async with redis_client.client(redis_server.url) as client:
        yield client


@pytest.fixture
async def bus(redis: Redis) -> AsyncIterator[Bus]:
    async with Bus(redis) as bus:
        yield bus
