"""Reads and writes votes, notes, orders of cards, and what was said."""

from collections.abc import Sequence
from dataclasses import replace

from sqlalchemy import bindparam, delete, func, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from majokko_cards.records import Seat
from majokko_cards.showing.events import CHAT
from majokko_cards.tables import EVENTS, NOTES, SEATS, VOTES
from majokko_kit.database import Event

_OF_SESSION = VOTES.c.session == bindparam("of")
_VOTES = select(VOTES.c.seat).where(_OF_SESSION).order_by(VOTES.c.seat)

_MINE = (NOTES.c.session == bindparam("of"), NOTES.c.seat == bindparam("by"))
_NO_NOTE = delete(NOTES).where(*_MINE, NOTES.c.position == bindparam("on"))
_SEAT = update(SEATS).where(SEATS.c.session == bindparam("of"), SEATS.c.number == bindparam("by"))

_CHAT = (EVENTS.c.subject == bindparam("of"), EVENTS.c.type == CHAT)
_SAID = (
    select(*(EVENTS.c[name] for name in Event.__slots__))
    .where(*_CHAT, EVENTS.c.seq < bindparam("before"))
    .order_by(EVENTS.c.seq.desc())
    .limit(bindparam("most"))
)
_COUNT = select(func.count()).select_from(EVENTS).where(*_CHAT)


async def votes(sql: AsyncConnection, session: str) -> Sequence[int]:
    """Return the seats that want to end a game."""
    return list((await sql.execute(_VOTES, {"of": session})).scalars())


async def vote(sql: AsyncConnection, seat: Seat, at: int) -> None:
    row = {"session": seat.session, "seat": seat.number, "at": at}
    await sql.execute(VOTES.insert(), row)


async def write(sql: AsyncConnection, seat: Seat, position: int, text: str, at: int) -> None:
    """Write on a card, over what was there."""
    await sql.execute(_NO_NOTE, {"of": seat.session, "by": seat.number, "on": position})
    if text:
        row = {"session": seat.session, "seat": seat.number, "position": position}
        await sql.execute(NOTES.insert(), {**row, "text": text, "at": at})


async def change(sql: AsyncConnection, seat: Seat, arrangement: Sequence[int] | None) -> Seat:
    """Write down how a seat sorts its cards, and that something of its own has changed."""
    after = replace(seat, revision=seat.revision + 1, arrangement=arrangement)
    values = {"revision": after.revision, "arrangement": arrangement}
    await sql.execute(_SEAT.values(values), {"of": seat.session, "by": seat.number})
    return after


async def said(sql: AsyncConnection, session: str, before: int, most: int) -> Sequence[Event]:
    """Return what was said before an event, the newest first."""
    asked = {"of": session, "before": before, "most": most}
    return [Event(*row) for row in await sql.execute(_SAID, asked)]


async def count(sql: AsyncConnection, session: str) -> int:
    """Return how often something was said."""
    return int((await sql.execute(_COUNT, {"of": session})).scalar_one())
