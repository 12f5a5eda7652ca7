"""What of a service's events has yet to reach others: a row for each event and subscriber.

A row is written with the event and struck off when that subscriber has acknowledged the event from
its own committed inbox, so nothing is lost though Redis forgets everything. What nobody subscribes
to leaves no row and costs nothing.
"""

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import Any

from sqlalchemy import (
    BigInteger,
    Column,
    Integer,
    MetaData,
    Select,
    String,
    Table,
    Update,
    bindparam,
    func,
    select,
    tuple_,
)
from sqlalchemy.ext.asyncio import AsyncConnection

from majokko_contracts.events import Acknowledged, Published
from majokko_contracts.events import Event as Told
from majokko_kit.clock import rfc3339
from majokko_kit.database.engines import Work
from majokko_kit.database.now import DatabaseNow

WINDOW = 1000
"""Events under way to one subscriber. What exceeds them waits here, so that one who is away fills
nobody's Redis; they are the first in order, so that nothing under way waits for what is not."""

AGAIN_MS = 5000
"""An event is told again when it was not acknowledged for so long, and then half as often …"""

LONGEST_MS = 60_000
"""… but at least this often."""

_BATCH = 500

Subscriptions = Mapping[str, AbstractSet[str]]
"""The types of events that each subscriber wants."""


def outbox_table(service: str, metadata: MetaData) -> Table:
    return Table(
        f"{service}_outbox",
        metadata,
        Column("subscriber", String(32), primary_key=True),
        Column("subject", String(64), primary_key=True),
        Column("seq", Integer, primary_key=True),
        Column("times", Integer, nullable=False),
        Column("told_at", BigInteger, nullable=False),
    )


@dataclass(frozen=True, slots=True)
class Waiting:
    """An event that `subscriber` has not acknowledged; `before` is the number of the one of the
    same subject that it must have had before, 0 if there is none.

    It was told `times` times, lately at `told_at` by the clock of the database, which says `now`.
    """

    subscriber: str
    subject: str
    seq: int
    before: int
    times: int
    told_at: int
    now: int

    def is_due(self, again_ms: int) -> bool:
        if self.times == 0:
            return True
        pause = min(again_ms << min(self.times - 1, 10), max(again_ms, LONGEST_MS))
        return self.now - self.told_at >= pause


class Outbox:
    """The outbox of one service. `filled` is set when there is something new to tell."""

    def __init__(
        self, table: Table, events: Table, wanted: Subscriptions, again_ms: int = AGAIN_MS
    ) -> None:
        self._table = table
        self._events = events
        self._wanted = wanted
        self._again_ms = again_ms
        self._window = _window(table)
        self.filled = asyncio.Event()

    async def put(self, work: Work, happened: Iterable[tuple[str, str, int]]) -> None:
        """Remember whom to tell of events, each given as type, subject and number."""
        rows = [
            {"subscriber": subscriber, "subject": subject, "seq": seq, "times": 0, "told_at": 0}
            for kind, subject, seq in happened
            for subscriber, kinds in self._wanted.items()
            if kind in kinds
        ]
        if rows:
            await work.sql.execute(self._table.insert(), rows)
            work.afterwards(self.filled.set)

    async def waiting(self, sql: AsyncConnection) -> Sequence[Waiting]:
        """Return what is under way, or may be."""
        found: list[Waiting] = []
        for subscriber in self._wanted:
            rows = await sql.execute(self._window, {"subscriber": subscriber})
            found += [Waiting(subscriber, *row) for row in rows]
        return found

    def due(self, waiting: Iterable[Waiting]) -> Sequence[Waiting]:
        return [each for each in waiting if each.is_due(self._again_ms)][:_BATCH]

    async def take(self, work: Work) -> Sequence[tuple[Published, Sequence[Waiting]]]:
        """Note as told, and return, what is due; nothing while another process is at it.

        One at a time, for rows that were passed over would leave a gap in the order.
        """
        if not await self._is_alone(work.sql):
            return ()
        due = self.due(await self.waiting(work.sql))
        if not due:
            return ()
        await work.sql.execute(self._told(times=1), [_row(each) | {"at": each.now} for each in due])
        return await self._published(work.sql, due)

    async def give_back(self, work: Work, taken: Sequence[Waiting]) -> None:
        """Take back what could not be told after all: it is due at once."""
        await work.sql.execute(self._told(times=-1), [_row(each) | {"at": 0} for each in taken])

    async def strike(self, work: Work, acknowledged: Iterable[Acknowledged]) -> None:
        """Strike off what was acknowledged."""
        columns = self._table.c
        strike = self._table.delete().where(
            columns.subscriber == bindparam("s"),
            columns.subject == bindparam("t"),
            columns.seq <= bindparam("n"),
        )
        rows = [{"s": ack.subscriber, "t": ack.subject, "n": ack.seq} for ack in acknowledged]
        await work.sql.execute(strike, rows)

    async def _is_alone(self, sql: AsyncConnection) -> bool:
        if sql.dialect.name == "sqlite":  # nobody else writes meanwhile
            return True
        lock = func.pg_try_advisory_xact_lock(func.hashtextextended(self._table.name, 0))
        alone: bool = (await sql.execute(select(lock))).scalar_one()
        return alone

    def _told(self, *, times: int) -> Update:
        columns = self._table.c
        return (
            self._table.update()
            .where(
                columns.subscriber == bindparam("s"),
                columns.subject == bindparam("t"),
                columns.seq == bindparam("n"),
            )
            .values(times=columns.times + times, told_at=bindparam("at"))
        )

    async def _published(
        self, sql: AsyncConnection, due: Sequence[Waiting]
    ) -> Sequence[tuple[Published, Sequence[Waiting]]]:
        """Return each event once, however many wait for it."""
        by_event: dict[tuple[str, int], list[Waiting]] = {}
        for each in due:
            by_event.setdefault((each.subject, each.seq), []).append(each)
        columns = self._events.c
        found = await sql.execute(
            select(*(columns[name] for name in Told.model_fields))
            .where(tuple_(columns.subject, columns.seq).in_(by_event))
            .order_by(columns.subject, columns.seq)
        )
        told = [Told(**{**row, "at": rfc3339(row["at"])}) for row in found.mappings()]
        return [_addressed(event, by_event[event.subject, event.seq]) for event in told]


def _row(waiting: Waiting) -> dict[str, str | int]:
    return {"s": waiting.subscriber, "t": waiting.subject, "n": waiting.seq}


def _addressed(event: Told, waiting: Sequence[Waiting]) -> tuple[Published, Sequence[Waiting]]:
    return Published(event, {each.subscriber: each.before for each in waiting}), waiting


def _window(table: Table) -> Select[Any]:
    columns = table.c
    first = (
        select(columns.subject, columns.seq, columns.times, columns.told_at)
        .where(columns.subscriber == bindparam("subscriber"))
        .order_by(columns.subject, columns.seq)
        .limit(WINDOW)
        .subquery()
    )
    before = func.lag(first.c.seq, 1, 0).over(partition_by=first.c.subject, order_by=first.c.seq)
    told = (first.c.times, first.c.told_at, DatabaseNow())
    return select(first.c.subject, first.c.seq, before, *told)
