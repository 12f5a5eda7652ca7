"""One look at a session's log for all who follow it in this process.

Whoever follows looks whenever the bell rings. Four of them would read the same rows four times:
here they share them, and also who may follow at all, which is looked up with every reading. What
this process has written itself is handed over after the COMMIT and not read back, unless it may
have changed who sits where. Only rows are shared: what each is told of them is made for her alone.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace

from majokko_cards.live import store
from majokko_cards.live.store import Rights
from majokko_cards.records import Session
from majokko_cards.table.deals import Deals, Table
from majokko_kit.database import Database, Event, EventLog
from majokko_kit.live import Bell, Gone
from majokko_kit.tasks import ended

KEPT = 256
"""Events that are at hand; whoever is further behind reads for herself."""

_OLD_SECONDS = 2.0  # tokens are looked at as often as those who hear no bell look
_BREATH_SECONDS = 0.5  # between two readings for those who look by the clock
_AFFAIRS = ("seat.", "session.")


@dataclass(frozen=True, slots=True)
class Known:
    """A session, who may follow it, and its cards, if it has begun."""

    session: Session
    rights: Rights
    table: Table | None


@dataclass(frozen=True, slots=True)
class Found:
    """What one reading of a log has found, with the events after those that were known."""

    known: Known
    events: Sequence[Event]


Reads = Callable[[int | None], Awaitable[Found | None]]
"""Reads a log after a number; without one, what has happened lately."""


class Log:
    """What is known here of one session, while somebody follows it."""

    def __init__(self, reads: Reads) -> None:
        self._reads = reads
        self._known: Known | None = None
        self._events: list[Event] = []
        self._due = True
        self._handed = False
        self._read_at = 0.0
        self._reading: asyncio.Task[None] | None = None
        self.followers = 0

    def wake(self) -> None:
        """Hear the bell: read before anything else is told, unless we know what it rings for."""
        if not self._handed:
            self._due = True
        self._handed = False

    def hand(self, session: Session, told: Sequence[Event]) -> None:
        """Take what was just committed here, if nothing is missing before it."""
        known = self._known
        if known is None or told[0].seq != known.session.seq + 1 or not _in_game(told):
            self._due = True
            return
        self._known = replace(known, session=session)
        self._keep(told)
        self._handed = True

    async def look(self, seq: int) -> Known:
        """Return what is known, for one who was told everything up to a number.

        Raises DependencyAway, and Gone where there is no such session any more.
        """
        if self._reading is not None:
            await asyncio.shield(self._reading)  # it began before we asked, so it may be too old
        if self._reading is not None or self._is_due(seq):
            await asyncio.shield(self._reading or self._begun())
        assert self._known is not None, "read, or Gone"
        return self._known

    def between(self, seq: int, last: int) -> Sequence[Event] | None:
        """Return the events after a number up to another; None if they are not at hand."""
        events = self._events
        if not events or events[0].seq > seq + 1:
            return None
        first = events[0].seq
        return events[seq + 1 - first : last + 1 - first]

    def last_of(self, version: int) -> int | None:
        """Return the number of the last event up to a version; None if it is not at hand."""
        for event in reversed(self._events):
            if event.data["version"] <= version:
                return event.seq
        return None

    async def end(self) -> None:
        if self._reading is not None:
            await ended([self._reading])

    def _is_due(self, seq: int) -> bool:
        """Tell whether to read: the bell has rung, or what is known is too old."""
        if self._due or self._known is None:
            return True
        age = asyncio.get_running_loop().time() - self._read_at
        return age > (_OLD_SECONDS if self._known.session.seq > seq else _BREATH_SECONDS)

    def _begun(self) -> asyncio.Task[None]:
        self._due = False  # what rings from here on may be missing from what is read
        self._reading = asyncio.create_task(self._read())
        self._reading.add_done_callback(_heard)
        return self._reading

    async def _read(self) -> None:
        try:
            known = self._known
            found = await self._reads(None if known is None else known.session.seq)
        except BaseException:
            self._due = True
            raise
        finally:
            self._reading = None
        if found is None:
            self._due = True
            raise Gone("revoked")
        self._take(found)
        self._read_at = asyncio.get_running_loop().time()

    def _take(self, found: Found) -> None:
        """Take what was read; events may have been handed over meanwhile that it does not hold."""
        known, events = found.known, found.events
        if self._known is not None and self._known.session.seq > known.session.seq:
            known = replace(known, session=self._known.session)
        self._known = known
        last = self._events[-1].seq if self._events else 0
        self._keep([each for each in events if each.seq > last])

    def _keep(self, events: Sequence[Event]) -> None:
        """Keep events at hand; they follow each other without gaps."""
        if events and self._events and events[0].seq > self._events[-1].seq + 1:
            self._events = []
        self._events += events
        if len(self._events) > 2 * KEPT:
            del self._events[:-KEPT]


class Logs:
    """The logs of all sessions that are followed in this process."""

    def __init__(self, database: Database, events: EventLog, deals: Deals, bell: Bell) -> None:
        self._database = database
        self._events = events
        self._deals = deals
        self._bell = bell
        self._open: dict[str, Log] = {}

    def __len__(self) -> int:
        """How many sessions somebody follows here."""
        return len(self._open)

    @asynccontextmanager
    async def followed(self, session: str) -> AsyncIterator[Log]:
        """Share the log of a session with all others who follow it."""
        log = self._open.get(session)
        if log is None:
            log = self._open[session] = Log(lambda after: self._read(session, after))
            self._bell.join(session, log)
        log.followers += 1
        try:
            yield log
        finally:
            log.followers -= 1
            if not log.followers:
                del self._open[session]
                self._bell.leave(session, log)
                await log.end()

    def hand(self, session: Session, told: Sequence[Event]) -> None:
        """Hand over what was just committed in this process."""
        if told and (log := self._open.get(session.id)):
            log.hand(session, told)

    async def claim(self, session: str, token: bytes) -> int:
        """Let a stream be the newest of its seat, and the others know; return its number.

        The host's streams are not numbered: all are 0.
        """
        async with self._database.work() as work:
            number = await store.claim(work.sql, session, token)
            if number is not None:
                work.ring(session)
        return number or 0

    async def older(self, session: str, seq: int, most: int) -> Sequence[Event]:
        """Read events that are not at hand."""
        async with self._database.reading() as sql:
            return await self._events.after(sql, session, seq, most)

    async def last_of(self, session: str, version: int) -> int:
        async with self._database.reading() as sql:
            return await store.last_of(sql, session, version)

    async def _read(self, name: str, after: int | None) -> Found | None:
        async with self._database.reading() as sql:
            found = await store.session(sql, name)
            if found is None:
                return None
            session, rights = found
            since = max(session.seq - KEPT, after or 0)
            events: Sequence[Event] = ()
            if session.seq > since:
                events = await self._events.after(sql, name, since, KEPT)
            table = None if session.started_at is None else await self._deals.of(sql, session)
        return Found(Known(session, rights, table), events)


def _heard(reading: asyncio.Task[None]) -> None:
    """Let no fault be lost for want of somebody who still waits; those who do raise it."""
    if not reading.cancelled():
        reading.exception()


def _in_game(told: Sequence[Event]) -> bool:
    """Tell whether events are of the game alone, and leave everybody where she sits."""
    return not any(event.type.startswith(_AFFAIRS) for event in told)
