"""Finds the seat that a token stands for, and writes down what was told from it."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

from sqlalchemy.ext.asyncio import AsyncConnection

from majokko_dice.rooms import store
from majokko_dice.rooms.ports import Look, Seat
from majokko_kit import auth
from majokko_kit.database import Database, EventLog, Work
from majokko_kit.refusals import NotFound, Refusal, TokenMissing


class Seats:
    def __init__(self, database: Database, events: EventLog) -> None:
        self._database = database
        self._events = events

    async def enter(self, work: Work, room: str, tenant: str, token: bytes | None) -> Seat:
        """Sit down, and let nobody else change the room until this transaction ends.

        Raises NotFound, TokenMissing.
        """
        token = auth.required(token)
        found = await store.locked_seat(work.sql, room, tenant, token)
        if found is None:
            raise await _stranger(work.sql, token)
        there, me, stream = found
        return Seat(work, there, me, at_hand=stream)

    async def settle(self, seat: Seat) -> None:
        """Write what was told, and its numbers."""
        if seat.facts:
            room, work = seat.room, seat.work
            last = await self._events.append(work, room.id, room.seq, seat.facts)
            store.count(work.sql, room.id, last, room.rolls + seat.rolled)

    async def gms(self, work: Work, room: str) -> Sequence[str]:
        """Return the ids of those who may see what is secret in a room."""
        return await store.gms(work.sql, room)

    @asynccontextmanager
    async def looking(self, room: str, tenant: str, token: bytes | None) -> AsyncIterator[Look]:
        """Look into a room and change nothing.

        Raises NotFound, TokenMissing.
        """
        token = auth.required(token)
        async with self._database.reading() as sql:
            found = await store.seat(sql, room, tenant, token)
            if found is None:
                raise await _stranger(sql, token)
            yield Look(sql, *found)


async def _stranger(sql: AsyncConnection, token: bytes) -> Refusal:
    """Say what is wrong with a token that has no seat here; not whether there is such a room."""
    if await store.is_held(sql, token):
        return NotFound("thing")
    return TokenMissing("unknown", headers=auth.CHALLENGE)
