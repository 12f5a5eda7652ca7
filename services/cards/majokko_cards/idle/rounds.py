"""Looks for what is idle, again and again, in portions for which nobody has to wait."""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import TypeVar

from sqlalchemy.ext.asyncio import AsyncConnection

from majokko_cards.boards import store as kept
from majokko_cards.idle import store
from majokko_cards.idle.store import Idle, IdleBoard
from majokko_cards.sessions.abandoning import Abandoning
from majokko_cards.sessions.service import Sessions
from majokko_kit.clock import SECOND, Clock, now_ms
from majokko_kit.database import Database
from majokko_kit.refusals import DependencyAway
from majokko_kit.tasks import background, ended

_ROUNDS = 10  # in the life of a session
_MAX_PAUSE = 600
_PORTION = 100

log = logging.getLogger(__name__)

Found = TypeVar("Found", Idle, IdleBoard)
Finding = Callable[[AsyncConnection, int, tuple[int, str], int], Awaitable[Sequence[Found]]]


class GivingUp:
    def __init__(  # noqa: PLR0913, PLR0917 - what is given up, and how
        self,
        database: Database,
        sessions: Sessions,
        abandoning: Abandoning,
        released: Callable[[], None],
        life: int,
        clock: Clock = now_ms,
        portion: int = _PORTION,
    ) -> None:
        """`life` is in seconds; `released` hears that a stream is to be closed."""
        self._database = database
        self._sessions = sessions
        self._abandoning = abandoning
        self._released = released
        self._life = life
        self._clock = clock
        self._portion = portion
        self._stuck: set[str] = set()
        """What could not be given up; each is reported once, and tried again in each round."""

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Give up what is idle while this is open."""
        task = background(self._forever(), "give up games that nobody plays")
        try:
            yield
        finally:
            await ended([task])

    async def give_up(self) -> int:
        """End sessions in which nothing has happened for long; return how many.

        Raises DependencyAway.
        """
        return await self._each(store.sessions, self._end)

    async def release(self) -> int:
        """Release boards on which nothing has happened for long; return how many.

        Raises DependencyAway.
        """
        return await self._each(store.boards, self._open)

    async def _each(
        self, finding: Finding[Found], do: Callable[[Found, int], Awaitable[bool]]
    ) -> int:
        """Do something to all that are idle; what goes wrong with one holds up no other."""
        done, place, until = 0, store.NOWHERE, self._clock() - self._life * SECOND
        while True:
            async with self._database.reading() as sql:
                found = await finding(sql, until, place, self._portion)
            for each in found:
                done += await self._tried(do, each, until)
                place = (each.since, each.id)
            if len(found) < self._portion:
                return done

    async def _tried(
        self, do: Callable[[Found, int], Awaitable[bool]], idle: Found, until: int
    ) -> bool:
        try:
            done = await do(idle, until)
        except DependencyAway:
            raise
        except Exception:
            if idle.id not in self._stuck:
                log.exception("%s cannot be given up; it is tried again", idle.id)
            self._stuck.add(idle.id)
            return False
        self._stuck.discard(idle.id)
        return done

    async def _end(self, idle: Idle, _: int) -> bool:
        """Tell whether it was ended; somebody may have come back to it."""
        abandon = self._abandoning.abandon
        return await self._sessions.alone(idle.id, idle.tenant, idle.version, abandon)

    async def _open(self, idle: IdleBoard, until: int) -> bool:
        """Tell whether it was released; somebody may have made a session on it."""
        async with self._database.work() as work:
            board = await store.locked_board(work.sql, idle.id, until)
            if board is None:
                return False
            released = replace(board, state="released", closing="due", released_at=work.at)
            await kept.change(work.sql, released)
            work.once_true(self._released)
        return True

    async def _forever(self) -> None:
        """Whoever starts has other things to do first, and those who play may come back first."""
        while True:
            await asyncio.sleep(min(max(self._life / _ROUNDS, 1), _MAX_PAUSE))
            try:
                await self.give_up()
                await self.release()
            except DependencyAway as error:
                log.debug("nothing is given up now: %s", error)
            except Exception:
                log.exception("a surprise; giving up again later")
