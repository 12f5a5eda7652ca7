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
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from majokko_kit.database.faults import Unusable
from majokko_kit.database.options import JSON, PATIENCE
from majokko_kit.database.sqlite_driver import NAME, Connection, Writer

_READERS = 4
_PRAGMAS = (
    "journal_mode=WAL",
    "synchronous=FULL",  # a success outlives the power, not only the process
    "foreign_keys=ON",
)


def writer(path: Path) -> AsyncEngine:
    """Return the engine whose one connection writes; a new file is for its user only."""
    path.touch(mode=0o600)
    return _engine(path, 1, Writer, _PRAGMAS)


def reader(path: Path) -> AsyncEngine:
    return _engine(path, _READERS, Connection, (*_PRAGMAS, "query_only=ON"))


def _engine(
    path: Path, connections: int, kind: type[Connection], pragmas: tuple[str, ...]
) -> AsyncEngine:
    engine = create_async_engine(
        URL.create(NAME, database=str(path)),
        pool_size=connections,
        max_overflow=0,
        pool_timeout=PATIENCE,
        # transactions begin where we say; a COMMIT is waited for in a thread of its own
        connect_args={
            "factory": kind,
            "isolation_level": None,
            "check_same_thread": False,
            "timeout": 0,  # whoever waits lets others go on
        },
        hide_parameters=True,
        **JSON,
    )

    @event.listens_for(engine.sync_engine, "connect")
    def prepare(connection: Connection, _: object) -> None:
        for pragma in pragmas:
            connection.execute(f"PRAGMA {pragma}")

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
