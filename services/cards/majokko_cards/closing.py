"""Tells dice which games have ended, so that their streams are closed and their proofs are public.

That a stream has to be closed is written in the transaction that ends its game (or releases its
board), so no cut loses it: whoever serves next asks again. Closing is asked as often as it takes.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from typing import NamedTuple

from sqlalchemy import Table, Update, bindparam, select
from sqlalchemy.ext.asyncio import AsyncConnection

from majokko_cards.records import Session
from majokko_cards.sessions.service import Sessions
from majokko_cards.tables import BOARDS, SESSIONS
from majokko_contracts.throws import CloseStream
from majokko_kit.bus.outside import PATIENCE_SECONDS, Bus
from majokko_kit.database import Database
from majokko_kit.refusals import DependencyAway, NotFound
from majokko_kit.tasks import background, ended

_SEARCH_SECONDS = 30.0
_AGAIN_SECONDS = 1.0
_PORTION = 100

log = logging.getLogger(__name__)


class Due(NamedTuple):
    """A stream that is to be closed, and whose it is."""

    kept: Table
    owner: str
    tenant: str
    stream: str


class Closing:
    def __init__(self, database: Database, sessions: Sessions, bus: Bus) -> None:
        self._database = database
        self._sessions = sessions
        self._bus = bus
        self._news = asyncio.Event()
        self._stuck: set[str] = set()
        """Whose streams something unforeseen keeps open; each is reported once."""

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Close streams while this is open."""
        self._sessions.watchers.append(self.notice)
        task = background(self._forever(), "close streams of games that have ended")
        try:
            yield
        finally:
            await ended([task])
            self._sessions.watchers.remove(self.notice)

    def notice(self, session: Session) -> None:
        """Hear what a session has become."""
        if session.closing == "due":
            self.hurry()

    def hurry(self) -> None:
        """Look at once for what is due."""
        self._news.set()

    async def close_due(self) -> bool:
        """Close what is due; False where there may be more.

        Raises DependencyAway.
        """
        most = _PORTION + len(self._stuck)  # so that there is room beside these
        async with self._database.reading() as sql:
            found = [*await _due(sql, SESSIONS, most), *await _due(sql, BOARDS, most)]
        for due in found:
            await self._try(due)
        return len(found) < most

    async def _try(self, due: Due) -> None:
        """Close a stream; what goes wrong there holds up no other."""
        try:
            await self._close(due)
        except DependencyAway:
            raise
        except Exception:
            if due.owner not in self._stuck:
                log.exception("the stream of %s stays open; it is tried again", due.owner)
            self._stuck.add(due.owner)
        else:
            self._stuck.discard(due.owner)

    async def _close(self, due: Due) -> None:
        request = CloseStream(tenant=due.tenant, stream=due.stream, reference=due.owner)
        try:
            await self._bus.ask(request, timeout=PATIENCE_SECONDS)
        except NotFound:  # dice have lost what we kept: there is nothing to close
            log.warning("dice know no stream of %s", due.owner)
        async with self._database.work() as work:
            await work.sql.execute(_done(due.kept), {"owner": due.owner})

    async def _forever(self) -> None:
        while True:
            self._news.clear()
            patience = _SEARCH_SECONDS
            try:
                if not await self.close_due():
                    continue
            except DependencyAway as error:
                log.debug("streams stay open for now: %s", error)
                patience = _AGAIN_SECONDS
            except Exception:
                log.exception("a surprise; looking for streams to close again")
            with suppress(TimeoutError):
                await asyncio.wait_for(self._news.wait(), patience)


async def _due(sql: AsyncConnection, kept: Table, most: int) -> Sequence[Due]:
    columns = kept.c
    asked = (
        select(columns.id, columns.tenant, columns.stream)
        .where(columns.closing == "due")
        .limit(most)
    )
    return [Due(kept, *row) for row in await sql.execute(asked)]


def _done(kept: Table) -> Update:
    return kept.update().where(kept.c.id == bindparam("owner")).values(closing="done")
