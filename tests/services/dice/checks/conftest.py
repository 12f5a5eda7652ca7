"""Checks over either database; what is refused leaves no trace and shares one table."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.services.dice.checks.table import Table, laid
from tests.services.dice.rooms.table import House, open_house
from tests.support.databases import Changes


@pytest.fixture
async def house(tmp_path: Path, database: Changes) -> AsyncIterator[House]:
    async with open_house(tmp_path, database) as house:
        yield house


@pytest.fixture
async def table(house: House) -> Table:
    return await laid(house)


@pytest.fixture(scope="session")
async def lasting(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Table]:
    """One table for many questions, on SQLite."""
    async with open_house(tmp_path_factory.mktemp("var"), {}) as house:
        yield await laid(house)
