"""Reads and writes characters and their history. A character's row is locked before she changes.

Rows never leave this file, and statements are built once.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import bindparam, select
from sqlalchemy.ext.asyncio import AsyncConnection

from majokko_characters.sheets.records import Entry, Kept, Role
from majokko_characters.tables import CHARACTERS, HISTORY

_COLUMNS = [CHARACTERS.c[name] for name in Kept.__slots__]
_ENTRY = [HISTORY.c[name] for name in Entry.__slots__]
_OF_ID = (CHARACTERS.c.id == bindparam("character"), CHARACTERS.c.tenant == bindparam("tenant"))
_ONE = select(*_COLUMNS, CHARACTERS.c.owner, CHARACTERS.c.gm).where(*_OF_ID)
_ONE_LOCKED = _ONE.with_for_update()
_CHANGED = CHARACTERS.update().where(
    CHARACTERS.c.id == bindparam("character"), CHARACTERS.c.version == bindparam("seen")
)
_OTHER = CHARACTERS.update().where(CHARACTERS.c.id == bindparam("character"))
_STORY = (
    select(*_ENTRY)
    .where(HISTORY.c.character == bindparam("character"), HISTORY.c.version < bindparam("before"))
    .order_by(HISTORY.c.version.desc())
    .limit(bindparam("most"))
)
_OLD = (
    select(CHARACTERS.c.id)
    .where(CHARACTERS.c.deleted_at < bindparam("before"))
    .limit(bindparam("most"))
)
_ANYWHERE = select(*_COLUMNS).where(CHARACTERS.c.id == bindparam("character")).with_for_update()
_SINCE = (
    select(HISTORY.c.changes)
    .where(HISTORY.c.character == bindparam("character"), HISTORY.c.at >= bindparam("at"))
    .order_by(HISTORY.c.version)
)
_FIXED = ("id", "tenant", "created_at")


@dataclass(frozen=True, slots=True)
class Tokens:
    """The hashes of those that a character has."""

    owner: bytes
    gm: bytes | None


async def one(
    sql: AsyncConnection, character: str, tenant: str, *, lock: bool = False
) -> tuple[Kept, Tokens] | None:
    """Return a character, deleted or not; with `lock` nobody else changes her."""
    asked = {"character": character, "tenant": tenant}
    found = (await sql.execute(_ONE_LOCKED if lock else _ONE, asked)).one_or_none()
    if found is None:
        return None
    return Kept(*found[: len(_COLUMNS)]), Tokens(*found[len(_COLUMNS) :])


async def anywhere(sql: AsyncConnection, character: str) -> Kept | None:
    """Return a character of whatever tenant, deleted or not; nobody else changes her."""
    found = (await sql.execute(_ANYWHERE, {"character": character})).one_or_none()
    return None if found is None else Kept(*found)


async def room_at(sql: AsyncConnection, kept: Kept, at: int) -> str | None:
    """Return the room in which a character was played at an instant."""
    rows = await sql.execute(_SINCE, {"character": kept.id, "at": at})
    changes = (change for row in rows.scalars() for change in row)
    moved = next((change for change in changes if change["what"] == "room"), None)
    return kept.room if moved is None else moved["before"]


async def add(sql: AsyncConnection, kept: Kept, owner: bytes) -> None:
    row = {name: getattr(kept, name) for name in Kept.__slots__}
    await sql.execute(CHARACTERS.insert(), {**row, "owner": owner, "gm": None})


async def change(sql: AsyncConnection, before: Kept, after: Kept) -> bool:
    """Write a change down; False if somebody else has changed her since `before`."""
    values = {name: getattr(after, name) for name in Kept.__slots__ if name not in _FIXED}
    asked = {"character": before.id, "seen": before.version}
    done = await sql.execute(_CHANGED.values(values), asked)
    return done.rowcount == 1


async def give_token(sql: AsyncConnection, character: str, role: Role, token: bytes | None) -> None:
    """Give another token; the one before opens nothing any more."""
    await sql.execute(_OTHER.values({role: token}), {"character": character})


async def note(sql: AsyncConnection, character: str, entry: Entry) -> None:
    row: dict[str, Any] = {name: getattr(entry, name) for name in Entry.__slots__}
    await sql.execute(HISTORY.insert(), {**row, "character": character})


async def story(sql: AsyncConnection, character: str, before: int, most: int) -> Sequence[Entry]:
    """Return what was changed before a version, the last change first."""
    asked = {"character": character, "before": before, "most": most}
    return [Entry(*row) for row in await sql.execute(_STORY, asked)]


async def forget(sql: AsyncConnection, before: int, most: int) -> Sequence[str]:
    """Forget characters that were deleted before an instant; return which."""
    asked = {"before": before, "most": most}
    ids = (await sql.execute(_OLD, asked)).scalars().all()
    if ids:
        await sql.execute(HISTORY.delete().where(HISTORY.c.character.in_(ids)))
        await sql.execute(CHARACTERS.delete().where(CHARACTERS.c.id.in_(ids)))
    return ids
