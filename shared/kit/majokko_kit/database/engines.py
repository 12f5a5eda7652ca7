"""The database of one service: SQLite in a file, or PostgreSQL."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from majokko_kit.clock import Clock, now_ms
from majokko_kit.database import faults, postgres, sqlite
from majokko_kit.database.migrating import History
from majokko_kit.database.options import DEADLINE
from majokko_kit.database.turns import Turns, connections
from majokko_kit.database.writing import Connection
from majokko_kit.refusals import DependencyAway

Bell = Callable[[str], None]


@dataclass(slots=True)
class Work:
    """One transaction: what is done in it becomes true together, or not at all.

    `at` is its time, in milliseconds since 1970.
    """

    sql: Connection
    at: int
    rung: set[str] = field(default_factory=set)
    following: dict[Callable[[], None], None] = field(default_factory=dict)
    proven: list[Callable[[], None]] = field(default_factory=list)

    def afterwards(self, call: Callable[[], None]) -> None:
        """Call this, once, when the transaction has become true, or may have."""
        self.following[call] = None

    def once_true(self, call: Callable[[], None]) -> None:
        """Call this only when the transaction is known to have become true."""
        self.proven.append(call)

    def ring(self, subject: str) -> None:
        """Wake those who follow `subject` once this has become true."""
        self.rung.add(subject)


class Database:
    """`work` changes, `reading` looks; both wait their turn, neither for ever.

    Until it is `ready`, its tables may be missing or old, and it refuses everybody.
    """

    def __init__(
        self,
        writer: AsyncEngine,
        reader: AsyncEngine,
        *,
        history: History,
        clock: Clock = now_ms,
    ) -> None:
        self.engine = writer
        self._reader = reader
        self._clock = clock
        self.history = history
        self._busy: set[asyncio.Task[object] | None] = set()
        self._writing = Turns(connections(writer))
        same = writer.sync_engine.pool is reader.sync_engine.pool
        self._looking = self._writing if same else Turns(connections(reader))
        self.bell: Bell = _silence
        self.deadline = DEADLINE
        self.ready = False
        for engine in {writer.sync_engine: writer, reader.sync_engine: reader}.values():
            faults.watch(engine)

    @classmethod
    def in_file(cls, path: Path, *, history: History) -> "Database":
        """Keep everything in a SQLite file, which is made if need be."""
        return cls(sqlite.writer(path), sqlite.reader(path), history=history)

    @classmethod
    def at(cls, url: str, connections: int, *, history: History) -> "Database":
        """Keep everything in PostgreSQL at `postgresql://…`."""
        engine = postgres.engine(url, connections)
        return cls(engine, postgres.reading(engine), history=history)

    @property
    def dialect(self) -> str:
        """`sqlite` or `postgresql`."""
        return self.engine.dialect.name

    @asynccontextmanager
    async def work(self) -> AsyncIterator[Work]:
        """Give one transaction; it is committed when the block ends, rolled back when it raises.

        Raises DependencyAway when the database does not answer.
        """
        work: Work | None = None
        done = False
        try:
            sql = Connection(self.engine)
            async with self._alone(self._writing), sql, sql.begin():
                work = Work(sql, self._clock())
                yield work
                await sql.flush()
                done = True  # but for the COMMIT
            for call in work.proven:
                call()
        except DependencyAway as error:
            if done and faults.is_lost(error):
                raise DependencyAway("unclear") from error
            raise
        finally:  # also where nobody heard whether the COMMIT came true: waking is harmless
            if work is not None:
                self._tell(work)

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncConnection]:
        """Give a connection that only looks, and sees one point in time.

        Raises DependencyAway when the database does not answer.
        """
        async with self._alone(self._looking), self._reader.connect() as sql:
            yield sql

    def _tell(self, work: Work) -> None:
        for subject in work.rung:
            self.bell(subject)
        for call in work.following:
            call()

    async def close(self) -> None:
        await self.engine.dispose()
        await self._reader.dispose()

    @asynccontextmanager
    async def _alone(self, turns: Turns) -> AsyncIterator[None]:
        """Hold what the caller does to its deadline, its turn, and one connection at a time.

        Two callers that hold a connection each and wait for another would wait for ever.
        """
        if not self.ready:
            raise DependencyAway("no_answer")
        task = asyncio.current_task()
        assert task not in self._busy, "inside a transaction, use its own connection"
        self._busy.add(task)
        try:
            async with asyncio.timeout(self.deadline) as deadline:
                async with turns.taken():
                    with faults.patience():
                        yield
        except TimeoutError as error:
            if deadline.expired():
                raise DependencyAway("no_answer") from error
            raise
        finally:
            self._busy.discard(task)


def _silence(_: str) -> None:
    """Nobody listens."""
