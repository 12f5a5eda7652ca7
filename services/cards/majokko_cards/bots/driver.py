"""Lets bots act as soon as they are awaited: woken by the commit before, or found in the database.

Whoever commits in this process wakes the driver. What no driver was woken for (a process ended, a
database was away) lies in the database and is found by the next search of any process.
"""

import asyncio
import logging
from collections.abc import AsyncIterator
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import asynccontextmanager

from majokko_cards.bots import store
from majokko_cards.bots.reported import Reported
from majokko_cards.bots.turns import Turns
from majokko_cards.records import Session
from majokko_cards.sessions.service import Sessions
from majokko_kit.clock import SECOND, Clock, now_ms
from majokko_kit.database import Database
from majokko_kit.refusals import DependencyAway
from majokko_kit.tasks import background, ended

WORKERS = 2
"""Turns that are taken at once, so that many bots leave people their turns at the database."""

SEARCH = 15 * SECOND
OVERDUE = 5 * SECOND
"""Bots that are awaited for so long may have been forgotten by whoever committed last."""

_AWAY_SECONDS = 0.5
_MOST = 500

log = logging.getLogger(__name__)


class Driver:
    def __init__(
        self, database: Database, sessions: Sessions, turns: Turns, clock: Clock = now_ms
    ) -> None:
        self._database = database
        self._sessions = sessions
        self._turns = turns
        self._clock = clock
        self._queue: asyncio.Queue[tuple[str, str]] = asyncio.Queue()
        """Sessions and their tenants, in the order in which they are served."""
        self._waiting: set[str] = set()
        self._busy: set[str] = set()
        self._reported = Reported()

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Drive the bots of all sessions."""
        thinking = ThreadPoolExecutor(1, thread_name_prefix="bots")
        self._sessions.watchers.append(self.notice)
        tasks = [background(self._search(), "find bots that are awaited")]
        tasks += [background(self._work(thinking), f"play for bots {n}") for n in range(WORKERS)]
        try:
            yield
        finally:
            await ended(tasks)
            self._sessions.watchers.remove(self.notice)
            thinking.shutdown(wait=False, cancel_futures=True)

    def notice(self, session: Session) -> None:
        """Hear what a session has become; perhaps a bot is awaited."""
        if session.awaits == "bot" and session.status == "running":
            self._enqueue(session.id, session.tenant)

    def _enqueue(self, session: str, tenant: str) -> None:
        if session not in self._waiting:
            self._waiting.add(session)
            if session not in self._busy:  # else it is served again when it has been
                self._queue.put_nowait((session, tenant))

    async def _work(self, thinking: Executor) -> None:
        while True:
            session, tenant = await self._queue.get()
            self._waiting.discard(session)
            self._busy.add(session)
            try:
                await self._serve(session, tenant, thinking)
            finally:
                self._busy.discard(session)
            if session in self._waiting:
                self._queue.put_nowait((session, tenant))

    async def _serve(self, session: str, tenant: str, thinking: Executor) -> None:
        """Take one turn; what goes wrong in one session holds up no other, and is reported once."""
        try:
            await self._turns.take(session, tenant, thinking)
        except DependencyAway as error:
            log.debug("bots wait for the database: %s", error)
            await asyncio.sleep(_AWAY_SECONDS)
            self._enqueue(session, tenant)
        except Exception:
            if self._reported.is_new(session):
                log.exception("bots do not play on in %s; it is tried again", session)

    async def _search(self) -> None:
        """Find bots that are awaited: all of them at first, later those that nobody serves."""
        patience = 0
        while True:
            try:
                async with self._database.reading() as sql:
                    found = await store.waiting(sql, self._clock() - patience, _MOST)
            except DependencyAway as error:
                log.debug("bots wait for the database: %s", error)
                await asyncio.sleep(_AWAY_SECONDS)
                continue
            except Exception:
                log.exception("a surprise; looking for bots again")
                found = ()
            for session, tenant in found:
                self._enqueue(session, tenant)
            patience = OVERDUE
            await asyncio.sleep(SEARCH / SECOND)
