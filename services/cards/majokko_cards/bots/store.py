"""Finds sessions in which a bot is awaited."""

from collections.abc import Sequence

from sqlalchemy import bindparam, select
from sqlalchemy.ext.asyncio import AsyncConnection

from majokko_cards.records import Session
from majokko_cards.tables import SEATS, SESSIONS

_WAITING = (
    select(SESSIONS.c.id, SESSIONS.c.tenant)
    .where(
        SESSIONS.c.awaits == "bot",
        SESSIONS.c.status == "running",
        SESSIONS.c.changed_at <= bindparam("until"),
    )
    .order_by(SESSIONS.c.changed_at)
    .limit(bindparam("most"))
)
_BOT = select(SEATS.c.bot).where(
    SEATS.c.session == bindparam("session"), SEATS.c.number == bindparam("seat")
)


async def waiting(sql: AsyncConnection, until: int, most: int) -> Sequence[tuple[str, str]]:
    """Return sessions with their tenants in which nothing has happened since an instant though a
    bot is awaited, those that wait longest first.
    """
    found = await sql.execute(_WAITING, {"until": until, "most": most})
    return [(session, tenant) for session, tenant in found]


async def awaited(sql: AsyncConnection, session: Session) -> str | None:
    """Return the name of the bot that is awaited; None where none is."""
    if session.status != "running" or session.awaits != "bot":
        return None
    asked = {"session": session.id, "seat": session.turn}
    found: str | None = (await sql.execute(_BOT, asked)).scalar_one_or_none()
    return found
