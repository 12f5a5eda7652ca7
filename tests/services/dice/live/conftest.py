"""A room behind a real port, over either database, with people who follow it."""

from collections.abc import AsyncIterator, Iterator

import httpx
import pytest

from majokko_dice.main import service
from tests.services.dice.live.street import Street
from tests.services.dice.rooms.table import Guest
from tests.support import databases
from tests.support.databases import Changes
from tests.support.listening import listening
from tests.support.serving import settings_in


@pytest.fixture(scope="package", params=databases.KINDS)
def lasting_database(request: pytest.FixtureRequest) -> Iterator[Changes]:
    if request.param == "sqlite":
        yield {}
        return
    with request.getfixturevalue("postgres").fresh() as url:
        yield {"database_url": url}


@pytest.fixture(scope="package")
async def street(
    tmp_path_factory: pytest.TempPathFactory, lasting_database: Changes
) -> AsyncIterator[Street]:
    settings = settings_in(tmp_path_factory.mktemp("street"), **lasting_database)
    async with (
        listening([service()], settings) as server,
        httpx.AsyncClient(base_url=server.base) as client,
    ):
        yield Street(server, client)


@pytest.fixture
async def gm(street: Street) -> Guest:
    return await street.room()


@pytest.fixture
async def madoka(gm: Guest) -> Guest:
    return await gm.invite("Madoka")


@pytest.fixture
async def homura(gm: Guest) -> Guest:
    return await gm.invite("Homura")
