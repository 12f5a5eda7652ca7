"""Opens the database of a service for as long as its application runs."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Protocol

from sqlalchemy import MetaData

from majokko_kit.database.engines import Database
from majokko_kit.settings import Settings


class Keeper(Protocol):
    """A service, as far as its database is concerned."""

    @property
    def name(self) -> str: ...

    @property
    def tables(self) -> MetaData | None: ...


@asynccontextmanager
async def opened(settings: Settings, keeper: Keeper) -> AsyncIterator[Database | None]:
    """Give the database of a service, with its tables; None where it keeps nothing."""
    if keeper.tables is None:
        yield None
        return
    database = _database(settings, keeper.name)
    try:
        async with database.work() as work:
            await work.sql.run_sync(keeper.tables.create_all)
        yield database
    finally:
        await database.close()


def _database(settings: Settings, name: str) -> Database:
    if settings.database_url is None:
        settings.var.mkdir(parents=True, exist_ok=True)
        return Database.in_file(settings.var / f"{name}.db")
    url = settings.database_url.get_secret_value()
    return Database.at("postgresql+asyncpg://" + url.partition("://")[2])
