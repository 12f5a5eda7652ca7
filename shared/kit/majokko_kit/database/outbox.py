"""What of a service's events has yet to reach others: a row for each event and subscriber.

A row is written with the event and struck off when that subscriber has acknowledged the event from
its own committed inbox, so nothing is lost though Redis forgets everything. What nobody subscribes
to leaves no row and costs nothing.
"""

import asyncio
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import (
    BigInteger,
    Column,
    Delete,
    Integer,
    MetaData,
    Select,
    String,
    Subquery,
    Table,
    Update,
    bindparam,
    case,
    func,
    or_,
    select,
    tuple_,
)
from sqlalchemy.ext.asyncio import AsyncConnection

from majokko_contracts.events import Acknowledged, Published
from majokko_contracts.events import Event as Told
from majokko_contracts.subscriptions import Wanted
from majokko_kit.clock import rfc3339
from majokko_kit.database.engines import Work
from majokko_kit.database.now import DatabaseNow
from majokko_kit.database.writing import Write

WINDOW = 1000
"""Events under way to one subscriber. What exceeds them waits here, so that one who is away fills
nobody's Redis; they are the first in order, so that nothing under way waits for what is not."""

AGAIN_MS = 5000
"""An event is told again when it was not acknowledged for so long."""

MANY_TIMES = 10
"""Whoever has not acknowledged an event that was told so often is away for longer, and is told it
a sixth as often.
"""

Spared = Collection[str]
"""Subscribers whom an event does not concern, though they want its type."""

_BATCH = 500
_SELDOM = 6


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
class Due:
    """An event that `subscriber` has to be told; `before` is the number of the one of the same
    subject that it has to have had before, 0 if there is none. It was told `times` times.
    """

    subscriber: str
    subject: str
    seq: int
    before: int
    times: int


class Outbox:
    """The outbox of one service. `filled` is set when there is something new to tell."""

    def __init__(
        self, table: Table, events: Table, wanted: Wanted, again_ms: int = AGAIN_MS
    ) -> None:
        self._table = table
        self._events = events
        self._wanted = wanted
        self._insert = Write.insert(table)
        self._due = _due(table, again_ms)
        self._told = _told(table)
        self._strike = _strike(table)
        self._since = _since(table)
        self.filled = asyncio.Event()

    @property
    def is_wanted(self) -> bool:
        """Whether anybody subscribes to anything."""
        return bool(self._wanted)

    def put(self, work: Work, happened: Iterable[tuple[str, str, int, Spared]]) -> None:
        """Remember whom to tell of events, each given as type, subject, number, who is spared."""
        rows = [
            {"subscriber": subscriber, "subject": subject, "seq": seq, "times": 0, "told_at": 0}
            for kind, subject, seq, spared in happened
            for subscriber, kinds in self._wanted.items()
            if kind in kinds and subscriber not in spared
        ]
        for row in rows:
            work.sql.later(self._insert, row)
        if rows:
            work.afterwards(self.filled.set)

    async def due(self, sql: AsyncConnection) -> Sequence[Due]:
        """Return what has to be told now."""
        found: list[Due] = []
        for subscriber in self._wanted:
            rows = await sql.execute(self._due, {"subscriber": subscriber})
            found += [Due(subscriber, *row) for row in rows]
        return found

    async def take(self, work: Work) -> Sequence[tuple[Published, Sequence[Due]]]:
        """Note as told, and return, what is due; nothing while another process is at it.

        One at a time, for rows that were passed over would leave a gap in the order.
        """
        if not await self._is_alone(work.sql):
            return ()
        due = await self.due(work.sql)
        if not due:
            return ()
        await work.sql.execute(self._told, [_key(each) | {"more": 1} for each in due])
        return await self._published(work.sql, due)

    async def give_back(self, work: Work, taken: Iterable[Due]) -> None:
        """Take back what could not be told after all. If it was never told, it is due at once."""
        await work.sql.execute(self._told, [_key(each) | {"more": -1} for each in taken])

    async def strike(self, work: Work, acknowledged: Iterable[Acknowledged]) -> None:
        """Strike off what was acknowledged."""
        rows = [{"s": ack.subscriber, "t": ack.subject, "n": ack.seq} for ack in acknowledged]
        if rows:
            await work.sql.execute(self._strike, rows)

    async def age(self, sql: AsyncConnection) -> int:
        """Return how many milliseconds ago the oldest of what is under way was told."""
        ages = [0]
        for subscriber in self._wanted:
            found = await sql.execute(self._since, {"subscriber": subscriber})
            ages.append(found.scalar_one() or 0)
        return max(ages)

    async def _is_alone(self, sql: AsyncConnection) -> bool:
        if sql.dialect.name == "sqlite":  # nobody else writes meanwhile
            return True
        lock = func.pg_try_advisory_xact_lock(func.hashtextextended(self._table.name, 0))
        alone: bool = (await sql.execute(select(lock))).scalar_one()
        return alone

    async def _published(
        self, sql: AsyncConnection, due: Sequence[Due]
    ) -> Sequence[tuple[Published, Sequence[Due]]]:
        """Return each event once, however many wait for it."""
        by_event: dict[tuple[str, int], list[Due]] = {}
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


def _key(due: Due) -> dict[str, str | int]:
    return {"s": due.subscriber, "t": due.subject, "n": due.seq}


def _addressed(event: Told, due: Sequence[Due]) -> tuple[Published, Sequence[Due]]:
    return Published(event, {each.subscriber: each.before for each in due}), due


def _window(table: Table) -> Subquery:
    columns = table.c
    return (
        select(columns.subject, columns.seq, columns.times, columns.told_at)
        .where(columns.subscriber == bindparam("subscriber"))
        .order_by(columns.subject, columns.seq)
        .limit(WINDOW)
        .subquery()
    )


def _due(table: Table, again_ms: int) -> Select[Any]:
    first = _window(table)
    order = func.lag(first.c.seq, 1, 0).over(partition_by=first.c.subject, order_by=first.c.seq)
    line = select(first, order.label("before")).subquery()
    pause = case((line.c.times < MANY_TIMES, again_ms), else_=_SELDOM * again_ms)
    return (
        select(line.c.subject, line.c.seq, line.c.before, line.c.times)
        .where(or_(line.c.times == 0, line.c.told_at <= DatabaseNow() - pause))
        .order_by(line.c.subject, line.c.seq)
        .limit(_BATCH)
    )


def _told(table: Table) -> Update:
    columns = table.c
    told = {"times": columns.times + bindparam("more"), "told_at": DatabaseNow()}
    return (
        table.update()
        .where(
            columns.subscriber == bindparam("s"),
            columns.subject == bindparam("t"),
            columns.seq == bindparam("n"),
        )
        .values(told)
    )


def _strike(table: Table) -> Delete:
    columns = table.c
    return table.delete().where(
        columns.subscriber == bindparam("s"),
        columns.subject == bindparam("t"),
        columns.seq <= bindparam("n"),
    )


def _since(table: Table) -> Select[Any]:
    first = _window(table)
    return select(DatabaseNow() - func.min(first.c.told_at)).where(first.c.times > 0)
