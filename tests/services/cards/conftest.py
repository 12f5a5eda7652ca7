"""Sessions over either database. The services start once for all tests that can share them."""

from collections.abc import AsyncIterator, Iterator

import pytest

from tests.services.cards.parlour import Parlour, open_parlour
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
async def parlour(
    tmp_path_factory: pytest.TempPathFactory, lasting_database: Changes
) -> AsyncIterator[Parlour]:
    async with open_parlour(tmp_path_factory.mktemp("parlour"), lasting_database) as parlour:
        yield parlour
