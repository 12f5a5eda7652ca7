"""Evenings over either database. The services start once for all tests that can share them."""

from collections.abc import AsyncIterator

import pytest

from tests.services.characters.conftest import lasting_database
from tests.services.characters.kitchen import Kitchen
from tests.services.characters.units.evening import Evening, begun, open_hall
from tests.support.databases import Changes

__all__ = ["lasting_database"]


@pytest.fixture(scope="package")
async def hall(
    tmp_path_factory: pytest.TempPathFactory, lasting_database: Changes
) -> AsyncIterator[Kitchen]:
    async with open_hall(tmp_path_factory.mktemp("hall"), lasting_database) as hall:
        yield hall


@pytest.fixture
async def evening(hall: Kitchen) -> Evening:
    return await begun(hall)
