"""Rooms as they happen: a snapshot, then each event, as the one who follows may see it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from majokko_dice.rooms import store, views
from majokko_dice.rooms.ports import ANYONE, Look, Seat
from majokko_dice.rooms.service import Rooms
from majokko_dice.rooms.shown import Data, Shown
from majokko_kit import auth
from majokko_kit.clock import rfc3339
from majokko_kit.database import Event, EventLog
from majokko_kit.live import Bell, Feed, Gone, Item, Reading, Since
from majokko_kit.live.items import cursor, place
from majokko_kit.live.tickets import Tickets
from majokko_kit.operations import Asked, Done, Nothing
from majokko_kit.refusals import NotFound, TokenMissing

GENERATION = 1
"""Which log the numbers are of. Whoever writes the events of a room anew raises it: then all who
resume are told the whole state again."""

BATCH = 25
"""Events that are read, and sent, at once."""


class Live:
    def __init__(
        self, rooms: Rooms, events: EventLog, bell: Bell, tickets: Tickets, shown: Shown
    ) -> None:
        self._rooms = rooms
        self._events = events
        self._bell = bell
        self._tickets = tickets
        self._shown = shown

    async def follow(self, asked: Asked[Nothing]) -> Feed:
        """Begin to follow a room.

        Raises NotFound, TokenMissing.
        """
        since: Since = asked.query
        asked = await self._with_token(asked, since.ticket)
        async with self._rooms.looking(asked) as look:
            first = await self._first(look, since.since, asked.locale)
        return Feed(_Room(self, asked), first, self._bell, look.me.id)

    async def ticket(self, asked: Asked[Any]) -> Done[views.TicketGiven]:
        """Make a ticket for the stream of a room; even a closed one can be followed to its end."""

        async def issue(seat: Seat) -> views.TicketGiven:
            token = auth.required(asked.token)
            return views.TicketGiven(await self._tickets.issue(seat.work, seat.room.id, token))

        return await self._rooms.seated(asked, views.TicketGiven, issue, roles=ANYONE, closed=True)

    async def after(self, asked: Asked[Nothing], seq: int) -> Reading:
        """Read what happened after a number.

        Raises Gone when the token has no seat any more.
        """
        try:
            async with self._rooms.looking(asked) as look:
                return await self._after(look, seq, asked.locale)
        except (NotFound, TokenMissing):
            raise Gone("revoked") from None

    async def _with_token(self, asked: Asked[Nothing], ticket: str | None) -> Asked[Nothing]:
        if asked.token is None and ticket:
            token = await self._tickets.redeem(asked.path["room"], ticket)
            return replace(asked, token=token)
        return asked

    async def _first(self, look: Look, since: str | None, locale: str) -> Reading:
        seq = place(since, look.room.id, GENERATION, look.room.seq)
        if seq is not None:
            return await self._after(look, seq, locale)
        item = _state(look, "resync" if since else "snapshot", await self._snapshot(look, locale))
        return _reading(look, [item], look.room.seq)

    async def _after(self, look: Look, seq: int, locale: str) -> Reading:
        if seq == look.room.seq:
            return _reading(look, [], seq)
        events = await self._events.after(look.sql, look.room.id, seq, BATCH)
        told = await self._shown.told(look, events, locale)
        items = [_event(event, data) for event, data in zip(events, told, strict=True)]
        return _reading(look, items, events[-1].seq)

    async def _snapshot(self, look: Look, locale: str) -> Data:
        members = await store.members(look.sql, look.room.id)
        return {
            "room": await self._rooms.view(look),
            "members": [views.member(each) for each in members],
            **await self._shown.snapshot(look, locale),
        }


@dataclass(frozen=True, slots=True)
class _Room:
    """The log of a room, as whoever asked to follow it may see it."""

    live: Live
    asked: Asked[Nothing]

    @property
    def subject(self) -> str:
        return self.asked.path["room"]

    async def after(self, seq: int) -> Reading:
        return await self.live.after(self.asked, seq)


def _reading(look: Look, items: Sequence[Item], seq: int) -> Reading:
    over = "closed" if look.room.state == "closed" else None
    return Reading(items, seq, look.room.seq, over)


def _state(look: Look, kind: str, data: Data) -> Item:
    """All that can be seen of a room, in the place of the events that led there."""
    room = look.room
    here = cursor(room.id, GENERATION, room.seq)
    return Item(type=kind, subject=room.id, data=data, seq=room.seq, cursor=here)


def _event(event: Event, data: Data) -> Item:
    return Item(
        type=event.type,
        subject=event.subject,
        data=data,
        id=event.id,
        v=event.v,
        at=rfc3339(event.at),
        seq=event.seq,
        cursor=cursor(event.subject, GENERATION, event.seq),
    )
