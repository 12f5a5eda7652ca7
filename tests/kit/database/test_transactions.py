"""A transaction: all of it or nothing."""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from sqlalchemy import Column, Integer, MetaData, Table

from majokko_kit.database import Database, opened
from tests.support.databases import Changes
from tests.support.serving import settings_in

METADATA = MetaData()
CUPS = Table("tea_cups", METADATA, Column("id", Integer, primary_key=True))


@dataclass
class Tea:
    name: str = "tea"
    tables: MetaData | None = METADATA


@pytest.fixture
async def tea(tmp_path: Path, database: Changes) -> AsyncIterator[Database]:
    async with opened(settings_in(tmp_path, **database), Tea()) as opening:
        assert opening
        yield opening


async def test_what_is_done_in_one_transaction_is_there_afterwards(tea: Database) -> None:
    async with tea.work() as work:
        await work.sql.execute(CUPS.insert(), [{"id": 1}, {"id": 2}])
    async with tea.reading() as sql:
        found = await sql.execute(CUPS.select())

    assert [row.id for row in found] == [1, 2]
