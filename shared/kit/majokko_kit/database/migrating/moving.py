"""Moves a database along the history of its service: one process at a time, all steps or none."""

import asyncio
import logging
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from hashlib import sha256
from weakref import WeakKeyDictionary

from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from sqlalchemy import Connection, text
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from majokko_kit.database.migrating.histories import HEAD, History, Standing, steps_in

_TURNS: WeakKeyDictionary[asyncio.AbstractEventLoop, asyncio.Lock] = WeakKeyDictionary()
_PATIENTLY = ("SET LOCAL lock_timeout = '60s'", "SET LOCAL statement_timeout = 0")

logging.getLogger("alembic.runtime.migration").setLevel(logging.WARNING)  # it tells of every look


@dataclass(frozen=True, slots=True)
class Moved:
    """Which step a database had taken, and which now; None is before the first."""

    before: str | None
    after: str | None


async def standing(sql: AsyncConnection, history: History) -> Standing:
    """Return where a database stands."""
    return history.standing(await sql.run_sync(_taken, history))


async def moved(engine: AsyncEngine, history: History, to: str = HEAD) -> Moved:
    """Take all steps up (or down) to one; other processes that want the same wait.

    Raises what the steps raise; then none is taken.
    """
    async with _turn(), _alone(engine, history) as sql:
        return await sql.run_sync(_move, history, to)


async def differences(engine: AsyncEngine, history: History) -> Sequence[object]:
    """Return in what the tables of a database differ from those that the code describes."""
    async with engine.connect() as sql:
        return await sql.run_sync(_compare, history)


async def drafted(engine: AsyncEngine, history: History, message: str) -> None:
    """Write the step that leads from the last one to the tables that the code describes.

    `engine` has taken all the others.
    """
    async with _turn(), engine.connect() as sql:
        await sql.run_sync(_draft, history, message)


def _move(connection: Connection, history: History, to: str) -> Moved:
    if history.folder is None:
        history.tables.create_all(connection)
        return Moved(None, None)
    before = _taken(connection, history)
    here, there = history.place(before), history.place(to)
    if here != there:
        command_to = command.upgrade if here < there else command.downgrade
        command_to(_config(connection, history), to)
    return Moved(before, history.steps()[there])


def _taken(connection: Connection, history: History) -> str | None:
    return _context(connection, history).get_current_revision()


def _compare(connection: Connection, history: History) -> Sequence[object]:
    found: Sequence[object] = compare_metadata(_context(connection, history), history.tables)
    return found


def _draft(connection: Connection, history: History, message: str) -> None:
    number = f"{len(history.steps()):04d}"
    command.revision(_config(connection, history), message, autogenerate=True, rev_id=number)
    steps_in.cache_clear()


def _context(connection: Connection, history: History) -> MigrationContext:
    return MigrationContext.configure(connection, opts=history.options())


def _config(connection: Connection, history: History) -> Config:
    config = history.config()
    config.attributes["connection"] = connection
    return config


def _turn() -> asyncio.Lock:
    """Alembic keeps in globals what it is doing: a process moves one database at a time."""
    return _TURNS.setdefault(asyncio.get_running_loop(), asyncio.Lock())


@asynccontextmanager
async def _alone(engine: AsyncEngine, history: History) -> AsyncIterator[AsyncConnection]:
    if engine.dialect.name == "sqlite":
        async with _without_foreign_keys(engine) as sql:
            yield sql
        return
    async with engine.begin() as sql:
        for statement in _PATIENTLY:
            await sql.execute(text(statement))
        await sql.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _key(history)})
        yield sql


@asynccontextmanager
async def _without_foreign_keys(engine: AsyncEngine) -> AsyncIterator[AsyncConnection]:
    """SQLite changes a table by making it anew: what refers to it must bear that for a moment.

    The setting can only be changed outside of a transaction.
    """
    async with engine.connect() as sql:
        driver = (await sql.get_raw_connection()).driver_connection
        assert driver
        driver.execute("PRAGMA foreign_keys = OFF")
        try:
            async with sql.begin():
                yield sql
                broken = (await sql.execute(text("PRAGMA foreign_key_check"))).all()
                assert not broken, f"rows that refer to nothing: {broken}"
        finally:
            driver.execute("PRAGMA foreign_keys = ON")


def _key(history: History) -> int:
    """Return the lock of a service, a signed number of 64 bits."""
    return int.from_bytes(sha256(history.table.encode()).digest()[:8], signed=True)
