"""Tells strangers apart: those whose token opens something else here, and those without one."""

from sqlalchemy import BindParameter, bindparam, or_, select, union_all
from sqlalchemy.ext.asyncio import AsyncConnection

from majokko_characters.tables import CHARACTERS, DRAFTS
from majokko_kit import auth
from majokko_kit.refusals import NotFound, Refusal, TokenMissing

_TOKEN: BindParameter[bytes] = bindparam("token")
_HELD = union_all(
    select(DRAFTS.c.id).where(DRAFTS.c.token == _TOKEN),
    select(CHARACTERS.c.id).where(or_(CHARACTERS.c.owner == _TOKEN, CHARACTERS.c.gm == _TOKEN)),
).limit(1)


async def stranger(sql: AsyncConnection, token: bytes) -> Refusal:
    """Say what is wrong with a token that does not open a thing, not whether there is one."""
    if (await sql.execute(_HELD, {"token": token})).first() is not None:
        return NotFound("thing")
    return TokenMissing("unknown", headers=auth.CHALLENGE)
