"""A small service that keeps something: cups of tea, and who asked for them."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import Column, ForeignKey, Integer, MetaData, String, Table

from majokko_kit.database import Database, opened
from majokko_kit.database.commands import idempotency_table
from majokko_kit.settings import Settings
from tests.support.databases import Changes

METADATA = MetaData()
POTS = Table(
    "tea_pots",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("leaves", String(20), nullable=False, server_default="sencha"),
)
CUPS = Table(
    "tea_cups",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("pot", ForeignKey("tea_pots.id")),
    Column("guest", String(50)),
)
ANSWERS = idempotency_table("tea", METADATA)


@dataclass(frozen=True)
class Teahouse:
    name: str = "tea"
    tables: MetaData | None = METADATA
    migrations: Path | None = None


@asynccontextmanager
async def open_teahouse(
    var: Path, changes: Changes, house: Teahouse = Teahouse()
) -> AsyncIterator[Database]:
    settings = Settings.model_validate({"var": var, **changes})
    async with opened(settings, house) as database:
        assert database
        yield database


async def cups(database: Database) -> list[int]:
    async with database.reading() as sql:
        found = await sql.execute(CUPS.select().order_by(CUPS.c.id))
        return [row.id for row in found]


async def pour(database: Database, *numbers: int) -> None:
    async with database.work() as work:
        await work.sql.execute(CUPS.insert(), [{"id": number} for number in numbers])
