"""Follows what another service tells: takes its events off the stream, and acknowledges them.

All processes of a subscriber read one stream as one consumer group. An event is acknowledged when
its effect is committed. Whoever is killed before that leaves the event to the others; whoever is
killed after it lets them see that it was had.
"""

import asyncio
import logging
from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from contextlib import suppress
from dataclasses import dataclass
from typing import Self

from redis.asyncio import Redis
from redis.exceptions import RedisError

from majokko_contracts.events import Acknowledged, Event, Published, acks_stream, events_stream
from majokko_contracts.messages import Malformed
from majokko_kit.bus.asking import process_name
from majokko_kit.bus.enduring import AGAIN_SECONDS, forever
from majokko_kit.bus.entries import Entries, Group
from majokko_kit.bus.following import Fate, Followed, Following, Outcome
from majokko_kit.bus.pipelines import Command, Letter, Pipelines
from majokko_kit.bus.workers import ABANDONED_MS, GONE_MS
from majokko_kit.database.engines import Database
from majokko_kit.database.inbox import Inbox
from majokko_kit.refusals import DependencyAway
from majokko_kit.tasks import background, ended

_GRACE_SECONDS = 2.0
_BATCH = 128
_TOGETHER = 32  # events in one transaction
_MAX_EARLY = 2000  # events that wait here for those before them; what exceeds them comes again
_MAX_ACKS = 10_000
_START = b"0-0"

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, eq=False)
class _Taken:
    """An event that we have taken off the stream; see `Following.handle` for `before`."""

    entry: bytes
    event: Event
    before: int

    def place(self) -> tuple[str, int]:
        return self.event.subject, self.event.seq


class Consumer:
    """Follows another service for `subscriber` while it is open (`async with`)."""

    def __init__(
        self,
        redis: Redis,
        database: Database,
        subscriber: str,
        inbox: Inbox,
        followed: Iterable[Followed],
    ) -> None:
        self._name = subscriber
        self._following = Following(database, inbox, followed)
        self._group = Group(redis, events_stream(inbox.source), subscriber, process_name())
        self._acks = acks_stream(inbox.source)
        self._pipelines = Pipelines(redis)
        self._early: dict[bytes, _Taken] = {}
        self._had: dict[str, int] = {}  # since those who are early were looked at
        self._turn = asyncio.Lock()
        self._tasks: list[asyncio.Task[None]] = []

    async def __aenter__(self) -> Self:
        self._tasks = [
            background(self._pipelines.run(), "consumer: send"),
            background(forever(self._read), "consumer: read"),
            background(forever(self._tend), "consumer: tend"),
        ]
        return self

    async def __aexit__(self, *_: object) -> None:
        """Take nothing new, and acknowledge what was had."""
        sending, *taking = self._tasks
        await ended(taking)
        with suppress(TimeoutError, RedisError):
            async with asyncio.timeout(_GRACE_SECONDS):
                await self._pipelines.emptied()
        await ended([sending])

    async def _read(self) -> None:
        """Take what is new, until Redis is away or has forgotten the group."""
        await self._group.begin()
        await self._group.forget_gone(GONE_MS)
        while True:
            entries = await self._group.read(_BATCH)
            async with self._turn:
                await self._handle_all(self._addressed(entries))

    async def _tend(self) -> None:
        """Look after those that are early, and after what others have left."""
        async with self._turn:
            if self._early:
                await self._group.hold(tuple(self._early))
                await self._handle_all(self._early.values())
            await self._claim()

    async def _claim(self) -> None:
        cursor = _START
        while True:
            cursor, entries, lost = await self._group.claim(ABANDONED_MS, cursor, _BATCH)
            if lost:
                log.warning("%d events were trimmed before they were had; they come again", lost)
            for each in self._addressed(entries):
                if each.entry not in self._early:
                    self._settle(each, await self._outcome(each, left=True))
            await self._handle_all(self._woken())
            if cursor == _START:
                return

    def _addressed(self, entries: Entries) -> Iterator[_Taken]:
        """Give what is for us, and finish the rest."""
        for entry, fields in entries:
            try:
                published = Published.read(fields)
            except Malformed as error:
                log.warning("dropped %s: %s", entry.decode(), error)
                self._finish(entry)
                continue
            if self._name in published.before:
                yield _Taken(entry, published.event, published.before[self._name])
            else:
                self._finish(entry)

    async def _handle_all(self, taken: Iterable[_Taken]) -> None:
        """Handle events in order, and those that have waited for them."""
        todo = {*taken}
        while todo:
            some = sorted(todo, key=_Taken.place)[:_TOGETHER]
            await self._handle_some(some)
            todo = (todo - {*some}) | self._woken()

    async def _handle_some(self, some: Sequence[_Taken]) -> None:
        """Handle events in one transaction, or if that does not work, one by one."""
        outcomes = await self._following.handle_together([(t.event, t.before) for t in some])
        if outcomes is None:
            outcomes = [await self._outcome(each, left=False) for each in some]
        for each, outcome in zip(some, outcomes, strict=True):
            self._settle(each, outcome)

    async def _outcome(self, taken: _Taken, *, left: bool) -> Outcome:
        """Handle an event, however long the database is away."""
        while True:
            try:
                return await self._following.handle(taken.event, taken.before, left=left)
            except DependencyAway as error:
                log.debug("an event waits: %r", error)
                await asyncio.sleep(AGAIN_SECONDS)

    def _settle(self, taken: _Taken, outcome: Outcome) -> None:
        self._early.pop(taken.entry, None)
        if outcome.fate is Fate.EARLY and len(self._early) < _MAX_EARLY:
            self._early[taken.entry] = taken
        elif outcome.fate is Fate.HAD:
            subject = taken.event.subject
            self._finish(taken.entry, Acknowledged(self._name, subject, outcome.last))
            self._had[subject] = outcome.last
        else:
            self._finish(taken.entry)

    def _woken(self) -> AbstractSet[_Taken]:
        """Return those that are early no more, and those behind them."""
        had, self._had = self._had, {}
        early = {each for each in self._early.values() if each.event.subject in had}
        ready = {e.event.subject for e in early if e.before <= had[e.event.subject]}
        return {each for each in early if each.event.subject in ready}

    def _finish(self, entry: bytes, acknowledged: Acknowledged | None = None) -> None:
        self._pipelines.put(_Done(self._group, entry, self._acks, acknowledged))


class _Done(Letter):
    """Takes an entry off our list, and tells the relay what was had."""

    __slots__ = ("commands",)

    def __init__(
        self, group: Group, entry: bytes, acks: str, acknowledged: Acknowledged | None
    ) -> None:
        done: list[Command] = [("XACK", group.stream, group.name, entry)]
        if acknowledged:
            fields = acknowledged.fields()
            done.append(("XADD", acks, "MAXLEN", "~", _MAX_ACKS, "*", *fields))
        self.commands = done

    def write(self) -> Sequence[Command]:
        return self.commands
