"""Checks over either database; the service starts once for all tests that do not start it."""

from collections.abc import AsyncIterator, Iterator

import pytest

from tests.services.dice.checks.table import Table, laid
from tests.services.dice.rooms.table import House, open_house
from tests.support import databases
from tests.support.databases import Changes


@pytest.fixture(scope="package", params=databases.KINDS)
def lasting_database(request: pytest.FixtureRequest) -> Iterator[Changes]:
    if request.param == "sqlite":
        yield {}
        return
    with request.getfixturevalue("postgres").fresh() as url:
        yield {"database_url": url}


@pytest.fixture(scope="package")
async def house(
    tmp_path_factory: pytest.TempPathFactory, lasting_database: Changes
) -> AsyncIterator[House]:
    async with open_house(tmp_path_factory.mktemp("house"), lasting_database) as house:
        yield house


@pytest.fixture
async def table(house: House) -> Table:
    return await laid(house)


@pytest.fixture(scope="package")
async def lasting(house: House) -> Table:
    """One table for all questions that are refused, and leave no trace."""
    return await laid(house)
