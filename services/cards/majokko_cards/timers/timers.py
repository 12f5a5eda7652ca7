"""The task that waits for the next deadline."""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from functools import partial

from majokko_cards.records import Session
from majokko_cards.sessions.service import Held, Sessions
from majokko_cards.timers import store
from majokko_cards.timers.absences import BEAT, LOST, Span
from majokko_cards.timers.presence import Presence
from majokko_cards.timers.store import Running
from majokko_cards.timers.timeouts import Timeouts
from majokko_kit.clock import SECOND, Clock, now_ms
from majokko_kit.database import Database
from majokko_kit.refusals import DependencyAway
from majokko_kit.tasks import background, ended

IDLE = 30 * SECOND
"""Where no clock runs, it is looked so often whether another process has started one."""

_AWAY = SECOND // 2
_AGAIN = SECOND // 20
"""After others were faster, or nothing could be done."""
_MOST = 50
_NEVER = 2**62

log = logging.getLogger(__name__)


class Timers:
    def __init__(
        self,
        database: Database,
        sessions: Sessions,
        timeouts: Timeouts,
        clock: Clock = now_ms,
    ) -> None:
        self._database = database
        self._sessions = sessions
        self._timeouts = timeouts
        self._presence = Presence(database)
        self._clock = clock
        self._news = asyncio.Event()
        self._next = _NEVER
        self._seen: int | None = None
        """When we last wrote down that we are there, while clocks run; or first could not."""
        self._arrived = False
        self._stuck: dict[str, int] = {}
        """Sessions in which something went wrong, and when it is tried again."""

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Keep the time of all sessions.

        Nobody is served before: a move that came first would be charged for our absence.
        """
        self._sessions.watchers.append(self.notice)
        await self._first_arrive()
        task = background(self._forever(), "keep the time of card games")
        try:
            yield
        finally:
            await ended([task])
            self._sessions.watchers.remove(self.notice)
            with suppress(DependencyAway):
                await self._presence.leave()

    async def _first_arrive(self) -> None:
        """Arrive, if that can be done at once; whatever keeps us from it keeps nobody waiting."""
        try:
            await self._arrive()
        except DependencyAway as error:  # as soon as there is a database
            log.debug("no time is kept yet: %s", error)
        except Exception:
            log.exception("a surprise; serving, and making up for an absence as soon as we can")

    def notice(self, session: Session) -> None:
        """Hear what a session has become; its time may end before all others'."""
        if session.deadline is not None and (self._seen is None or session.deadline < self._next):
            self._news.set()

    async def _forever(self) -> None:
        while True:
            self._news.clear()
            try:
                pause = await self._round()
            except DependencyAway as error:
                log.debug("no time is kept now: %s", error)
                pause = _AWAY
                if self._seen is None:  # clocks may run that we could not learn of
                    self._seen = self._clock()
            except Exception:
                log.exception("a surprise; keeping time again")
                pause = _AWAY
            await self._rest(pause)

    async def _rest(self, milliseconds: int) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(milliseconds / SECOND):
                await self._news.wait()

    async def _round(self) -> int:
        """Time out whoever is due; return how long nothing will be."""
        if not self._arrived or self._was_away():
            await self._arrive()
        async with self._database.reading() as sql:
            running = await store.first(sql, _MOST + len(self._stuck))  # room beside these
        if self._was_away():  # the database let us wait
            return 0
        now = self._clock()
        await self._beat(now, runs=bool(running))
        self._forget({each.id for each in running})
        due = [each for each in running if each.deadline <= now and not self._is_stuck(each, now)]
        if due:
            done = [await self._time_out(each) for each in due]
            return 0 if any(done) else _AGAIN
        ahead = [each.deadline for each in running if each.deadline > now]
        self._next = min(ahead, default=_NEVER)
        return min(self._next - now + 1, BEAT if running else IDLE)

    def _was_away(self) -> bool:
        """Whether we could not be there for long: no database, or a machine that slept."""
        return self._seen is not None and self._clock() - self._seen > LOST

    async def _arrive(self) -> None:
        spans = await self._presence.arrive()
        if spans:
            await self._make_up(spans)
        await self._presence.settled()
        self._arrived = True
        self._seen = None

    async def _beat(self, now: int, *, runs: bool) -> None:
        if not runs:
            self._seen = None
        elif self._seen is None or now - self._seen >= BEAT:
            self._arrived = await self._presence.beat()
            self._seen = now

    async def _time_out(self, due: Running) -> bool:
        return await self._alone(due, self._timeouts.time_out)

    async def _make_up(self, spans: Sequence[Span]) -> None:
        until, after = spans[-1][1], ""
        make_up = partial(self._timeouts.make_up, spans=spans)
        while True:
            async with self._database.reading() as sql:
                found = await store.begun_before(sql, until, after, _MOST)
            if not found:
                return
            for each in found:
                await self._alone(each, make_up)
            after = found[-1].id

    async def _alone(self, session: Running, effect: Callable[[Held], Awaitable[None]]) -> bool:
        """Do something in one session, and return whether it was done; what goes wrong there holds
        up no other.
        """
        done = False
        try:
            done = await self._sessions.alone(session.id, session.tenant, session.version, effect)
        except DependencyAway:
            raise
        except Exception:
            if session.id not in self._stuck:
                log.exception("the clock of %s is stuck; it is tried again", session.id)
            self._stuck[session.id] = self._clock() + IDLE
        else:
            self._stuck.pop(session.id, None)
        return done

    def _forget(self, first: set[str]) -> None:
        """Forget what is stuck no more: those whose time is long up come before all others."""
        self._stuck = {each: at for each, at in self._stuck.items() if each in first}

    def _is_stuck(self, session: Running, now: int) -> bool:
        return self._stuck.get(session.id, now) > now
