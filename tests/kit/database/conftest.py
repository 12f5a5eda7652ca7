"""The teahouse, open, on either kind of database."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from majokko_kit.database import Database
from tests.kit.database.teahouse import open_teahouse
from tests.support.databases import Changes


@pytest.fixture
async def tea(tmp_path: Path, database: Changes) -> AsyncIterator[Database]:
    async with open_teahouse(tmp_path, database) as opened:
        yield opened
