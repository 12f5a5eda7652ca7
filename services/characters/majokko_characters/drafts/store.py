"""Reads and writes drafts. What changes one names the version that it has seen.

Rows never leave this file, and statements are built once.
"""

from collections.abc import Sequence

from sqlalchemy import bindparam, select
from sqlalchemy.ext.asyncio import AsyncConnection

from majokko_characters.drafts.records import Kept
from majokko_characters.tables import DRAFTS

_COLUMNS = [DRAFTS.c[name] for name in Kept.__slots__]
_ONE = select(*_COLUMNS).where(
    DRAFTS.c.id == bindparam("draft"),
    DRAFTS.c.tenant == bindparam("tenant"),
    DRAFTS.c.token == bindparam("token"),
)
_EXISTS = select(DRAFTS.c.id).where(DRAFTS.c.id == bindparam("draft"))
_CURRENT = select(*_COLUMNS).where(DRAFTS.c.id == bindparam("draft"))
_FIXED = ("id", "tenant", "created_at")
_CHANGING = [name for name in Kept.__slots__ if name not in _FIXED]
_CHANGED = (
    DRAFTS.update()
    .where(DRAFTS.c.id == bindparam("draft"), DRAFTS.c.version == bindparam("seen"))
    .values({name: bindparam(f"new_{name}") for name in _CHANGING})
)
_IDLE = (
    select(*_COLUMNS)
    .where(DRAFTS.c.state == bindparam("of_state"), DRAFTS.c.changed_at < bindparam("before"))
    .order_by(DRAFTS.c.changed_at)
    .limit(bindparam("most"))
)
_GONE = DRAFTS.delete().where(DRAFTS.c.id == bindparam("draft"))


async def one(sql: AsyncConnection, draft: str, tenant: str, token: bytes) -> Kept | None:
    """Return the draft that a token belongs to."""
    asked = {"draft": draft, "tenant": tenant, "token": token}
    found = (await sql.execute(_ONE, asked)).one_or_none()
    return None if found is None else Kept(*found)


async def exists(sql: AsyncConnection, draft: str) -> bool:
    return (await sql.execute(_EXISTS, {"draft": draft})).first() is not None


async def add(sql: AsyncConnection, kept: Kept, token: bytes) -> None:
    row = {name: getattr(kept, name) for name in Kept.__slots__}
    await sql.execute(DRAFTS.insert(), {**row, "token": token})


async def change(sql: AsyncConnection, before: Kept, after: Kept) -> bool:
    """Write a change down; False if somebody else has changed the draft since `before`."""
    values = {f"new_{name}": getattr(after, name) for name in _CHANGING}
    asked = {"draft": before.id, "seen": before.version}
    return (await sql.execute(_CHANGED, {**asked, **values})).rowcount == 1


async def current(sql: AsyncConnection, draft: str) -> Kept:
    """Return a draft that is known to be there, as it stands now."""
    return Kept(*(await sql.execute(_CURRENT, {"draft": draft})).one())


async def idle(sql: AsyncConnection, state: str, before: int, most: int) -> Sequence[Kept]:
    """Return drafts in which nothing has happened for long, the oldest first."""
    asked = {"of_state": state, "before": before, "most": most}
    return [Kept(*row) for row in await sql.execute(_IDLE, asked)]


async def forget(sql: AsyncConnection, draft: str) -> None:
    await sql.execute(_GONE, {"draft": draft})
