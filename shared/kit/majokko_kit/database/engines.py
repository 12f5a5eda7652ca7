"""Opens the database of one service: SQLite in a file, or PostgreSQL.

SQLite has one connection that writes, for which callers queue: with several, SQLite lets them wait
and try again, which costs a hundred times as long. Others read beside it.
"""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import orjson
from sqlalchemy import event
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from majokko_kit.clock import Clock, now_ms
from majokko_kit.database.faults import told

_PATIENCE = 2.0  # seconds that a command may wait for a connection
_READERS = 4
_PRAGMAS = (
    "journal_mode=WAL",
    "synchronous=FULL",  # a success outlives the power, not only the process
    "busy_timeout=5000",
    "foreign_keys=ON",
)

Bell = Callable[[str], None]


@dataclass(slots=True)
class Work:
    """One transaction: what is done in it becomes true together, or not at all.

    `at` is its time, in milliseconds since 1970.
    """

    sql: AsyncConnection
    at: int
    rung: set[str] = field(default_factory=set)
    following: dict[Callable[[], None], None] = field(default_factory=dict)

    def afterwards(self, call: Callable[[], None]) -> None:
        """Call this, once, when the transaction has become true."""
        self.following[call] = None

    def ring(self, subject: str) -> None:
        """Wake those who follow `subject` once this has become true."""
        self.rung.add(subject)


class Database:
    """`work` changes, `reading` looks; both wait their turn, neither for ever."""

    def __init__(self, writer: AsyncEngine, reader: AsyncEngine, *, clock: Clock = now_ms) -> None:
        self._writer = writer
        self._reader = reader
        self._clock = clock
        self.bell: Bell = _silence

    @classmethod
    def in_file(cls, path: Path) -> "Database":
        """Keep everything in a SQLite file, which is made if need be."""
        return cls(_sqlite(path, 1, "BEGIN IMMEDIATE"), _sqlite(path, _READERS, "BEGIN"))

    @classmethod
    def at(cls, url: str, connections: int = 10) -> "Database":
        """Keep everything in PostgreSQL at `postgresql+asyncpg://…`."""
        engine = create_async_engine(
            url,
            pool_size=connections,
            max_overflow=0,
            pool_timeout=_PATIENCE,
            connect_args={"timeout": _PATIENCE, "server_settings": _POSTGRES},
            **_JSON,
        )
        return cls(engine, engine)

    @property
    def dialect(self) -> str:
        """`sqlite` or `postgresql`."""
        return self._writer.dialect.name

    @asynccontextmanager
    async def work(self) -> AsyncIterator[Work]:
        """Give one transaction; it is committed when the block ends, rolled back when it raises.

        Raises DependencyAway when the database does not answer.
        """
        with told():
            async with self._writer.begin() as sql:
                work = Work(sql, self._clock())
                yield work
        for subject in work.rung:
            self.bell(subject)
        for call in work.following:
            call()

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncConnection]:
        """Give a connection that only looks.

        Raises DependencyAway when the database does not answer.
        """
        with told():
            async with self._reader.connect() as sql:
                yield sql

    async def close(self) -> None:
        await self._writer.dispose()
        await self._reader.dispose()


_JSON: dict[str, Any] = {
    "json_serializer": lambda value: orjson.dumps(value).decode(),
    "json_deserializer": orjson.loads,
}
_POSTGRES = {
    "application_name": "majokko",
    "lock_timeout": "5000",
    "statement_timeout": "10000",
    "idle_in_transaction_session_timeout": "30000",
}


def _silence(_: str) -> None:
    """Nobody listens."""


def _sqlite(path: Path, connections: int, begin: str) -> AsyncEngine:
    engine = create_async_engine(
        f"sqlite+aiosqlite:///{path}",
        pool_size=connections,
        max_overflow=0,
        pool_timeout=_PATIENCE,
        connect_args={"isolation_level": None},  # transactions begin where we say
        **_JSON,
    )

    @event.listens_for(engine.sync_engine, "connect")
    def prepare(connection: DBAPIConnection, _: object) -> None:
        cursor = connection.cursor()
        for pragma in _PRAGMAS:
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    @event.listens_for(engine.sync_engine, "begin")
    def begun(connection: Any) -> None:  # noqa: ANN401 - SQLAlchemy hands over its own kind
        connection.exec_driver_sql(begin)

    return engine
