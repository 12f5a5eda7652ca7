"""SQLite in a file, for one process: one connection writes, some read beside it.

Whoever writes queues for the connection: with several, SQLite lets them wait and try again, which
costs a hundred times as long.
"""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import URL, event
from sqlalchemy.engine import Connection
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from majokko_kit.database.faults import Unusable
from majokko_kit.database.options import JSON, PATIENCE

_READERS = 4
_PRAGMAS = (
    "journal_mode=WAL",
    "synchronous=FULL",  # a success outlives the power, not only the process
    "busy_timeout=5000",  # of others who look into the file; among ourselves we queue
    "foreign_keys=ON",
)


def writer(path: Path) -> AsyncEngine:
    """Return the engine whose one connection writes; a new file is for its user only."""
    path.touch(mode=0o600)
    return _engine(path, 1, "BEGIN IMMEDIATE", _PRAGMAS)


def reader(path: Path) -> AsyncEngine:
    return _engine(path, _READERS, "BEGIN", (*_PRAGMAS, "query_only=ON"))


def _engine(path: Path, connections: int, begin: str, pragmas: tuple[str, ...]) -> AsyncEngine:
    engine = create_async_engine(
        URL.create("sqlite+aiosqlite", database=str(path)),
        pool_size=connections,
        max_overflow=0,
        pool_timeout=PATIENCE,
        connect_args={"isolation_level": None},  # transactions begin where we say
        hide_parameters=True,
        **JSON,
    )

    @event.listens_for(engine.sync_engine, "connect")
    def prepare(connection: DBAPIConnection, _: object) -> None:
        cursor = connection.cursor()
        for pragma in pragmas:
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    @event.listens_for(engine.sync_engine, "begin")
    def begun(connection: Connection) -> None:
        connection.exec_driver_sql(begin)

    return engine


@contextmanager
def owned(path: Path) -> Iterator[None]:
    """Own a file of SQLite for as long as the block lasts.

    The lock belongs to the open file, so it ends with the process, however that ends.
    Raises Unusable when another process owns it.
    """
    with path.with_suffix(".lock").open("a+") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            lock.seek(0)
            raise Unusable(_owned_by(path, lock.read().strip())) from None
        lock.truncate(0)
        lock.write(str(os.getpid()))
        lock.flush()
        yield


def _owned_by(path: Path, process: str) -> str:
    return (
        f"{path} is in use by process {process or 'unknown'}; SQLite serves one process, "
        "several need PostgreSQL: MAJOKKO_DATABASE_URL"
    )
