"""Two services of the tests: a well tells of drops that have fallen, a bucket collects them.

The bucket notes whatever it is told without looking, so that what comes twice stands there twice.
Run as a program it follows the well in a process of its own, which may die when it is told to.
"""

import asyncio
import json
import os
import sys
from collections import Counter, defaultdict
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

from redis.asyncio import Redis
from sqlalchemy import Column, Integer, MetaData, String, Table, func, select
from sqlalchemy.dialects.postgresql import insert

from majokko_contracts.events import Acknowledged, Event, Happened
from majokko_kit import redis_client
from majokko_kit.bus.consumer import Consumer
from majokko_kit.bus.following import Followed, Following, Outcome
from majokko_kit.bus.relay import Relay
from majokko_kit.database import Database, EventLog, Fact, Work, opened
from majokko_kit.database.events import event_table
from majokko_kit.database.inbox import Inbox, inbox_table, troubles_table
from majokko_kit.database.outbox import Outbox, Spared, outbox_table
from tests.support.databases import Changes
from tests.support.serving import settings_in

WELL = MetaData()
EVENTS = event_table("well", WELL)
OUTBOX = outbox_table("well", WELL)
SHAFTS = Table(
    "well_shafts",
    WELL,
    Column("id", String(64), primary_key=True),
    Column("seq", Integer, nullable=False),
)

BUCKET = MetaData()
INBOX = inbox_table("bucket", BUCKET)
TROUBLES = troubles_table("bucket", BUCKET)
DROPS = Table(
    "bucket_drops",
    BUCKET,
    Column("id", Integer, primary_key=True),
    Column("shaft", String(64), nullable=False),
    Column("n", Integer, nullable=False),
)

AGAIN_MS = 400
FALLEN = "drop.fallen"
DRIED = "well.dried"
"""Nobody wants to hear of this."""


class Fallen(Happened):
    service: ClassVar = "well"
    type: ClassVar = FALLEN

    n: int


@dataclass(frozen=True)
class Keeper:
    """One of the two services, as far as its database is concerned."""

    name: str
    tables: MetaData
    migrations: Path | None = None


WELLS = Keeper("well", WELL)
BUCKETS = Keeper("bucket", BUCKET)


@asynccontextmanager
async def kept(keeper: Keeper, var: Path, changes: Changes) -> AsyncIterator[Database]:
    """Open a database for one of them."""
    async with opened(settings_in(var, **changes), keeper) as database:
        assert database
        yield database


class Well:
    """Tells of drops, numbered from 1 in each shaft."""

    def __init__(self, database: Database, again_ms: int = AGAIN_MS) -> None:
        self.database = database
        self.outbox = Outbox(OUTBOX, EVENTS, {"bucket": frozenset({FALLEN})}, again_ms)
        self._log = EventLog(EVENTS, self.outbox)

    def relay(self, redis: Redis) -> Relay:
        return Relay(redis, self.database, "well", self.outbox)

    async def drip(
        self, shaft: str, drops: int = 1, kind: str = FALLEN, spares: Spared = ()
    ) -> None:
        async with self.database.work() as work:
            await self.drip_in(work, shaft, drops, kind, spares)

    async def drip_in(
        self, work: Work, shaft: str, drops: int = 1, kind: str = FALLEN, spares: Spared = ()
    ) -> None:
        made = insert(SHAFTS).values(id=shaft, seq=0)
        held = made.on_conflict_do_update(index_elements=["id"], set_={"seq": SHAFTS.c.seq})
        last = (await work.sql.execute(held.returning(SHAFTS.c.seq))).scalar_one()
        facts = [Fact(kind, {"n": last + n}, spares=spares) for n in range(1, drops + 1)]
        last = await self._log.append(work, shaft, last, facts)
        await work.sql.execute(SHAFTS.update().where(SHAFTS.c.id == shaft).values(seq=last))

    async def fallen(self) -> Mapping[str, int]:
        """Return how many drops fell in each shaft."""
        async with self.database.reading() as sql:
            return {row.id: row.seq for row in await sql.execute(select(SHAFTS))}

    async def owed(self) -> int:
        """Return how many events somebody has not acknowledged."""
        async with self.database.reading() as sql:
            count = select(func.count()).select_from(OUTBOX)
            owed: int = (await sql.execute(count)).scalar_one()
            return owed


@dataclass(frozen=True)
class Verdict:
    """What is wrong with a bucket, each time as (shaft, number)."""

    lost: Sequence[tuple[str, int]]
    doubled: Sequence[tuple[str, int]]
    disordered: Sequence[str]


NOTHING_WRONG = Verdict([], [], [])


def judged(fallen: Mapping[str, int], caught: Mapping[str, Sequence[int]]) -> Verdict:
    """Compare what fell with what was caught."""
    should = Counter((shaft, n) for shaft, last in fallen.items() for n in range(1, last + 1))
    have = Counter((shaft, n) for shaft, numbers in caught.items() for n in numbers)
    return Verdict(
        lost=sorted(should - have),
        doubled=sorted(have - should),
        disordered=[shaft for shaft, numbers in caught.items() if list(numbers) != sorted(numbers)],
    )


class Bucket:
    """Collects drops; `dies` says at which drop its process ends, and `when`: in the effect of
    that drop, or after it.
    """

    def __init__(self, database: Database, when: str = "", dies: int = 0) -> None:
        self.database = database
        self.when = when
        self.dies = dies
        self.begun: list[int] = []
        self.fails: set[int] = set()

    async def catch(self, work: Work, event: Event, fallen: Fallen) -> None:
        self.begun.append(fallen.n)
        if fallen.n in self.fails:
            raise ZeroDivisionError("never tell anybody")
        await work.sql.execute(DROPS.insert(), {"shaft": event.subject, "n": fallen.n})
        if (self.when, self.dies) == ("in", fallen.n):
            os._exit(1)

    async def caught(self) -> Mapping[str, Sequence[int]]:
        found = defaultdict(list)
        async with self.database.reading() as sql:
            for row in await sql.execute(select(DROPS).order_by(DROPS.c.id)):
                found[row.shaft].append(row.n)
        return found

    def following(self) -> Sequence[Followed]:
        return [Followed(Fallen, self.catch)]

    def inbox(self) -> Inbox:
        return Inbox(INBOX, TROUBLES, "well")

    def consumer(self, redis: Redis, mutant: str = "") -> Consumer:
        kind = {"": _Whole, "ack first": _AckFirst, "no inbox": _NoInbox}[mutant]
        consumer = kind(redis, self.database, "bucket", self.inbox(), self.following())
        consumer.dies_after = self.dies if self.when == "after" else 0
        return consumer


class _Whole(Consumer):
    """The consumer as it is; it may die when an event had its effect and nobody heard of it."""

    dies_after = 0

    def _finish(self, entry: bytes, acknowledged: Acknowledged | None = None) -> None:
        if acknowledged and acknowledged.seq == self.dies_after:
            os._exit(1)
        super()._finish(entry, acknowledged)


class _AckFirst(_Whole):
    """Wrong on purpose: says that it had events before it has."""

    async def _handle_some(self, some: Sequence[Any]) -> None:
        for taken in some:
            event = taken.event
            self._finish(taken.entry, Acknowledged("bucket", event.subject, event.seq))
        await self._pipelines.emptied()
        await super()._handle_some(some)


class _EmptyInbox(Inbox):
    async def last(self, work: Work, subject: str) -> int:
        await super().last(work, subject)
        return 0


class _Forgetful(Following):
    async def _apply(self, work: Work, event: Event, _: int) -> Outcome:
        return await super()._apply(work, event, 0)


class _NoInbox(_Whole):
    """Wrong on purpose: does not look whether it had an event."""

    def __init__(
        self,
        redis: Redis,
        database: Database,
        name: str,
        inbox: Inbox,
        followed: Sequence[Followed],
    ) -> None:
        super().__init__(redis, database, name, inbox, followed)
        empty = _EmptyInbox(INBOX, TROUBLES, inbox.source)
        self._following = _Forgetful(database, empty, followed)


async def _follow(url: str, var: str, changes: str, mutant: str, when: str, dies: str) -> None:
    async with AsyncExitStack() as stack:
        database = await stack.enter_async_context(kept(BUCKETS, Path(var), json.loads(changes)))
        redis = await stack.enter_async_context(redis_client.client(url))
        bucket = Bucket(database, when, int(dies))
        await stack.enter_async_context(bucket.consumer(redis, mutant))
        print("ready", flush=True)  # noqa: T201 - whoever started us waits for it
        await asyncio.Event().wait()


if __name__ == "__main__":
    asyncio.run(_follow(*sys.argv[1:]))
