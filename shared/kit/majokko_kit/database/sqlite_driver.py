"""SQLite's own driver, made known to SQLAlchemy as an asynchronous one.

A statement of SQLite is a function call that waits for nobody: to send it to another thread and
back, as aiosqlite does, takes ten times as long as to run it. So statements run where they are
asked for. Two things do wait, and do so elsewhere: COMMIT for the disk, in a thread, and BEGIN for
other processes that look into the file.
"""

import asyncio
import sqlite3
import time
from collections.abc import Awaitable, Callable, Generator
from concurrent.futures import ThreadPoolExecutor
from types import ModuleType
from typing import Any

from sqlalchemy import URL
from sqlalchemy.dialects import registry
from sqlalchemy.dialects.sqlite.pysqlite import SQLiteDialect_pysqlite
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.pool import AsyncAdaptedQueuePool, Pool
from sqlalchemy.util import await_

from majokko_kit.database.options import PATIENCE

NAME = "sqlite+majokko"

_POLL_SECONDS = 0.01
_THREADS = ThreadPoolExecutor(4, "commit")  # their own: others may be busy for long


class _Now(Awaitable[None]):
    """Waits for nothing: SQLAlchemy insists that a statement waits once."""

    def __await__(self) -> Generator[None, None, None]:
        yield from ()


_NOW = _Now()


class Cursor(sqlite3.Cursor):
    """Runs statements at once."""

    def execute(self, sql: str, parameters: Any = (), /) -> "Cursor":  # noqa: ANN401
        await_(_NOW)
        super().execute(sql, parameters)
        return self

    def executemany(self, sql: str, parameters: Any, /) -> "Cursor":  # noqa: ANN401
        await_(_NOW)
        super().executemany(sql, parameters)
        return self

    async def _async_soft_close(self) -> None:
        """SQLAlchemy closes cursors by this; there is nothing to wait for."""


class Connection(sqlite3.Connection):
    """One connection; nothing begins by itself, only where `begin` says how."""

    how_to_begin = "BEGIN"

    def cursor(self, factory: object = None) -> Cursor:  # type: ignore[override]
        """Give a cursor of ours; `factory` is there because the driver has it."""
        del factory
        return super().cursor(Cursor)

    def begin(self) -> None:
        """Begin a transaction; wait in turns while another process writes."""
        until = time.monotonic() + PATIENCE
        while True:
            try:
                self.execute(self.how_to_begin)
            except sqlite3.OperationalError as error:
                if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or time.monotonic() > until:
                    raise
            else:
                return
            await_(asyncio.sleep(_POLL_SECONDS))

    def commit(self) -> None:
        if self.in_transaction:
            await_(_finished(super().commit))


class Writer(Connection):
    """Takes the right to write when it begins: to ask for it later may fail without a wait."""

    how_to_begin = "BEGIN IMMEDIATE"


async def _finished(function: Callable[[], None]) -> None:
    """Run a function in a thread, to its end: nobody may use the connection meanwhile."""
    running = asyncio.get_running_loop().run_in_executor(_THREADS, function)
    try:
        await asyncio.shield(running)
    except asyncio.CancelledError:
        await asyncio.wait([running])
        raise


class Dialect(SQLiteDialect_pysqlite):
    """The dialect of SQLite, over the driver above."""

    driver = "majokko"
    is_async = True
    supports_statement_cache = True

    @classmethod
    def import_dbapi(cls) -> ModuleType:
        return sqlite3

    @classmethod
    def get_pool_class(cls, url: URL) -> type[Pool]:
        del url
        return AsyncAdaptedQueuePool

    def do_begin(self, dbapi_connection: DBAPIConnection) -> None:
        dbapi_connection.begin()

    def get_driver_connection(self, connection: DBAPIConnection) -> DBAPIConnection:
        return connection


registry.register("sqlite.majokko", __name__, "Dialect")
