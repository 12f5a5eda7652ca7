"""Writes down that this process is there, and finds out when none was.

A row for each process; those of the same host are also asked for by their number, so that a quick
restart after a power cut is noticed at once.
"""

import os
import secrets
import socket
from collections.abc import Sequence
from dataclasses import replace

from sqlalchemy import bindparam, delete, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from majokko_cards.tables import PROCESSES
from majokko_cards.timers.absences import Process, Span, absences, is_over
from majokko_kit.database import Database

_ROWS = select(*(PROCESSES.c[name] for name in Process.__slots__)).order_by(PROCESSES.c.id)
_LOCKED = select(PROCESSES.c.id).order_by(PROCESSES.c.id).with_for_update()
_MINE = PROCESSES.c.id == bindparam("me")
_SEEN = update(PROCESSES).where(_MINE).values(seen=bindparam("at"), gone=bindparam("left"))
_FORGOTTEN = delete(PROCESSES).where(PROCESSES.c.id.in_(bindparam("past", expanding=True)))

_here: set[str] = set()
"""The rows of this very process, which may serve several applications."""


class Presence:
    def __init__(self, database: Database) -> None:
        self._database = database
        self._host, self._pid = socket.gethostname(), os.getpid()
        self._me = ""
        self._past: tuple[str, ...] = ()

    async def arrive(self) -> Sequence[Span]:
        """Write down that we are there from now on; return the spans in which nobody was.

        Whoever asks makes up for them and then says `settled`; until then all who arrive are told
        of them. Raises DependencyAway.
        """
        name = secrets.token_hex(16)
        async with self._database.work() as work:
            rows, now = await _others(work.sql), work.at
            past = [each for each in rows if self._is_over(each, now)]
            mine = Process(name, self._host, self._pid, since=now, seen=now, gone=False)
            there = [replace(each, seen=now) for each in rows if each not in past]
            await work.sql.execute(PROCESSES.insert(), _row(mine))
        _here.discard(self._me)
        _here.add(name)
        self._me, self._past = name, tuple(each.id for each in past)
        return absences([*past, *there, mine], now)

    async def settled(self) -> None:
        """Forget processes that are there no more. Raises DependencyAway."""
        if self._past:
            async with self._database.work() as work:
                await work.sql.execute(_FORGOTTEN, {"past": self._past})
            self._past = ()

    async def beat(self) -> bool:
        """Write down that we are still there; return whether our row was. Raises DependencyAway."""
        return await self._seen(left=False)

    async def leave(self) -> None:
        """Write down that we go. Raises DependencyAway."""
        if self._me:
            await self._seen(left=True)
            _here.discard(self._me)

    async def _seen(self, *, left: bool) -> bool:
        async with self._database.work() as work:
            row = {"me": self._me, "at": work.at, "left": left}
            return bool((await work.sql.execute(_SEEN, row)).rowcount)

    def _is_over(self, process: Process, now: int) -> bool:
        if process.id == self._me:  # we ourselves, before we were away
            return True
        if process.id in _here and not process.gone:
            return False
        return is_over(process, self._host, self._pid, now)


async def _others(sql: AsyncConnection) -> list[Process]:
    """Return all who were there, and let nobody else arrive meanwhile.

    Those who wait for a lock would not see a row that came meanwhile, so that they look once more.
    """
    await sql.execute(_LOCKED)
    return [Process(*row) for row in await sql.execute(_ROWS)]


def _row(process: Process) -> dict[str, object]:
    return {name: getattr(process, name) for name in Process.__slots__}
