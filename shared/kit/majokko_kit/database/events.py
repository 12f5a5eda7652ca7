"""The log of what happened to each thing that can be followed: a room, a session.

A subject's events are numbered from 1 without gaps, alike for all who follow it. What only some may
know stands beside what all may know. What other services subscribe to is noted in the outbox too;
the relay publishes to them what all may know.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import JSON, BigInteger, Column, Integer, MetaData, String, Table
from sqlalchemy.ext.asyncio import AsyncConnection

from majokko_kit import ids
from majokko_kit.database.engines import Work
from majokko_kit.database.outbox import Outbox, Spared
from majokko_kit.database.writing import Write

Json = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Fact:
    """`type` is `<noun>.<past>`; `data` is for everybody, `private` only for `readers`.

    Subscribers that it `spares` are not told, though they want its type.
    """

    type: str
    data: Json
    private: Json | None = None
    readers: Sequence[str] = ()
    v: int = 1
    spares: Spared = ()


@dataclass(frozen=True, slots=True)
class Event:
    """A fact with its number; `at` is in milliseconds since 1970."""

    id: str
    type: str
    v: int
    at: int
    subject: str
    seq: int
    data: Json
    private: Json | None
    readers: Sequence[str]

    def seen_by(self, viewer: str) -> Json:
        """Return what one viewer may know."""
        if self.private is not None and viewer in self.readers:
            return {**self.data, **self.private}
        return self.data


def event_table(service: str, metadata: MetaData) -> Table:
    return Table(
        f"{service}_events",
        metadata,
        Column("subject", String(64), primary_key=True),
        Column("seq", Integer, primary_key=True),
        Column("id", String(30), nullable=False, unique=True),
        Column("type", String(64), nullable=False),
        Column("v", Integer, nullable=False),
        Column("at", BigInteger, nullable=False),
        Column("data", JSON, nullable=False),
        Column("private", JSON(none_as_null=True), nullable=True),
        Column("readers", JSON, nullable=False),
    )


class EventLog:
    """Appends to and reads from one service's log."""

    def __init__(self, table: Table, outbox: Outbox | None = None) -> None:
        self._table = table
        self._outbox = outbox
        self._insert = Write.insert(table)

    async def append(self, work: Work, subject: str, last: int, facts: Sequence[Fact]) -> int:
        """Write facts after number `last`; return the number of the last one now.

        Whoever calls holds the lock on the subject and keeps its last number.
        """
        return last + len(self.write(work, subject, last, facts))

    def write(self, work: Work, subject: str, last: int, facts: Sequence[Fact]) -> Sequence[Event]:
        """Write facts as `append` does, and return what they have become."""
        if not facts:
            return ()
        rows = [_row(work, subject, last + n, fact) for n, fact in enumerate(facts, 1)]
        for row in rows:
            work.sql.later(self._insert, row)
        if self._outbox:
            told = zip(rows, facts, strict=True)
            self._outbox.put(work, [(f.type, subject, row["seq"], f.spares) for row, f in told])
        work.ring(subject)
        return [Event(**row) for row in rows]

    async def after(
        self, sql: AsyncConnection, subject: str, seq: int, limit: int = 100
    ) -> Sequence[Event]:
        """Return what happened after number `seq`, in order."""
        table = self._table.c
        found = await sql.execute(
            self._table.select()
            .with_only_columns(*(table[name] for name in Event.__slots__))
            .where(table.subject == subject, table.seq > seq)
            .order_by(table.seq)
            .limit(limit)
        )
        return [Event(*row) for row in found]


def _row(work: Work, subject: str, seq: int, fact: Fact) -> dict[str, Any]:
    return {
        "subject": subject,
        "seq": seq,
        "id": ids.new_id("evt"),
        "type": fact.type,
        "v": fact.v,
        "at": work.at,
        "data": fact.data,
        "private": fact.private,
        "readers": list(fact.readers),
    }
