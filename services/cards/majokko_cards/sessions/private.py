"""Reads what a seat has written on its cards."""

from collections.abc import Mapping

from sqlalchemy import bindparam, select
from sqlalchemy.ext.asyncio import AsyncConnection

from majokko_cards.records import Me
from majokko_cards.tables import NOTES

_NOTES = (
    select(NOTES.c.position, NOTES.c.text)
    .where(NOTES.c.session == bindparam("of"), NOTES.c.seat == bindparam("by"))
    .order_by(NOTES.c.position)
)


async def notes_of(sql: AsyncConnection, me: Me) -> Mapping[int, str]:
    """Return one's own notes, by the positions of the cards.

    A seat that has never changed anything of its own (`revision`) has none.
    """
    if me.seat is None or not me.seat.revision:
        return {}
    found = await sql.execute(_NOTES, {"of": me.seat.session, "by": me.seat.number})
    return dict(found.all())
