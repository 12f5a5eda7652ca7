"""Finds the sessions whose time runs."""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import bindparam, select
from sqlalchemy.ext.asyncio import AsyncConnection

from majokko_cards.tables import SESSIONS

_COLUMNS = SESSIONS.c
_RUNNING = select(_COLUMNS.id, _COLUMNS.tenant, _COLUMNS.version, _COLUMNS.deadline).where(
    _COLUMNS.deadline.is_not(None)
)
_FIRST = _RUNNING.order_by(_COLUMNS.deadline).limit(bindparam("most"))
_BEFORE = (
    _RUNNING.where(_COLUMNS.since < bindparam("until"), _COLUMNS.id > bindparam("after"))
    .order_by(_COLUMNS.id)
    .limit(bindparam("most"))
)


@dataclass(frozen=True, slots=True)
class Running:
    """A session at a version, and when the time of its turn ends."""

    id: str
    tenant: str
    version: int
    deadline: int


async def first(sql: AsyncConnection, most: int) -> Sequence[Running]:
    """Return the sessions whose time ends next, the first first."""
    return [Running(*row) for row in await sql.execute(_FIRST, {"most": most})]


async def begun_before(
    sql: AsyncConnection, until: int, after: str, most: int
) -> Sequence[Running]:
    """Return sessions whose turn began before an instant, by id, behind the one that is named."""
    asked = {"until": until, "after": after, "most": most}
    return [Running(*row) for row in await sql.execute(_BEFORE, asked)]
