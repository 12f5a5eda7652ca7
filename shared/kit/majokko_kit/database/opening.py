"""Opens the database of a service for as long as its application runs.

One that is away at the start does not keep us from starting: what needs it is refused until it
comes, and then its tables are brought up to date.
"""

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Protocol

from sqlalchemy import MetaData

from majokko_kit.database import arriving, sqlite
from majokko_kit.database.commands import idempotency_name
from majokko_kit.database.engines import Database
from majokko_kit.database.forgetting import forgetting
from majokko_kit.database.migrating import History
from majokko_kit.settings import Settings
from majokko_kit.tasks import background, ended


class Keeper(Protocol):
    """A service, as far as its database is concerned."""

    @property
    def name(self) -> str: ...

    @property
    def tables(self) -> MetaData | None: ...

    @property
    def migrations(self) -> Path | None: ...


@asynccontextmanager
async def opened(settings: Settings, keeper: Keeper) -> AsyncIterator[Database | None]:
    """Give the database of a service, with its tables; None where it keeps nothing.

    Raises Unusable when waiting would not help: another process owns the file, the server refuses
    us, or the tables are of another version and we may not change them.
    """
    if keeper.tables is None:
        yield None
        return
    async with connected(settings, keeper) as database:
        arrival = arriving.Arrival(database, check=settings.migrate == "check")
        await arrival.greet()
        tasks = [background(arrival.wait(), f"wait for the database of {keeper.name}")]
        answers = keeper.tables.tables.get(idempotency_name(keeper.name))
        if answers is not None:
            tasks.append(background(forgetting(database, answers), "forget old answers"))
        try:
            yield database
        finally:
            await ended(tasks)


@asynccontextmanager
async def connected(settings: Settings, keeper: Keeper) -> AsyncIterator[Database]:
    """Give the database of a service as it is; its tables may be missing or old."""
    assert keeper.tables is not None
    history = History(keeper.name, keeper.tables, keeper.migrations)
    with _database(settings, history) as database:
        try:
            yield database
        finally:
            await database.close()


@contextmanager
def _database(settings: Settings, history: History) -> Iterator[Database]:
    if settings.database_url is not None:
        url = settings.database_url.get_secret_value()
        yield Database.at(url, settings.database_connections, history=history)
        return
    settings.var.mkdir(parents=True, exist_ok=True)
    path = settings.var / f"{history.service}.db"
    with sqlite.owned(path):
        yield Database.in_file(path, history=history)
