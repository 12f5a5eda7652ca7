"""Tells strangers apart: those whose token opens something else here, and those without one."""

from sqlalchemy import BindParameter, bindparam, select, union_all
from sqlalchemy.ext.asyncio import AsyncConnection

from majokko_cards.tables import BOARDS, SEATS, SESSIONS
from majokko_kit import auth
from majokko_kit.refusals import NotFound, Refusal, TokenMissing

_TOKEN: BindParameter[bytes] = bindparam("token")
_HELD = union_all(
    select(SESSIONS.c.id).where(SESSIONS.c.host == _TOKEN),
    select(SEATS.c.session).where(SEATS.c.token == _TOKEN),
    select(BOARDS.c.id).where(BOARDS.c.token == _TOKEN),
).limit(1)


async def stranger(sql: AsyncConnection, token: bytes) -> Refusal:
    """Say what is wrong with a token that does not open a thing, not whether there is one."""
    if (await sql.execute(_HELD, {"token": token})).first() is not None:
        return NotFound("thing")
    return TokenMissing("unknown", headers=auth.CHALLENGE)
