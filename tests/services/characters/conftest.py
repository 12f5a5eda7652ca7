"""Drafts of tea over either database. The services start once for all tests that can share them."""

from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from majokko_kit import redis_server
from tests.services.characters.kitchen import Kitchen, open_kitchen
from tests.support import databases
from tests.support.databases import Changes
from tests.support.redis_servers import RedisServer


@contextmanager
def redis_of_its_own() -> Iterator[RedisServer]:
    """Start a server that a test may wipe."""
    program = redis_server.program()
    assert program
    with (
        TemporaryDirectory(prefix="mjk") as folder,
        RedisServer(program, Path(folder)).start() as server,
    ):
        yield server


@pytest.fixture(scope="package", params=databases.KINDS)
def lasting_database(request: pytest.FixtureRequest) -> Iterator[Changes]:
    if request.param == "sqlite":
        yield {}
        return
    with request.getfixturevalue("postgres").fresh() as url:
        yield {"database_url": url}


@pytest.fixture(scope="package")
async def kitchen(
    tmp_path_factory: pytest.TempPathFactory, lasting_database: Changes
) -> AsyncIterator[Kitchen]:
    async with open_kitchen(tmp_path_factory.mktemp("kitchen"), lasting_database) as kitchen:
        yield kitchen
