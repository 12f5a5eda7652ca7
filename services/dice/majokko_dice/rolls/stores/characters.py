"""Who acts in the story of a room."""

from collections.abc import Sequence
from dataclasses import fields

from sqlalchemy import bindparam, func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from majokko_dice.rolls.records import Character
from majokko_dice.tables import CHARACTERS as TABLE

_NAMES = [each.name for each in fields(Character)]
_CHARACTER = [TABLE.c[name] for name in _NAMES]
_IN_ROOM = select(*_CHARACTER).where(TABLE.c.room == bindparam("room"))
_ONE = _IN_ROOM.where(TABLE.c.id == bindparam("character"))
_LIST = _IN_ROOM.order_by(TABLE.c.created_at, TABLE.c.id)
_HOW_MANY = select(func.count()).where(TABLE.c.room == bindparam("room"))
_CHANGED = (
    TABLE.update()
    .where(TABLE.c.id == bindparam("character"))
    .values(name=bindparam("called"), player=bindparam("by"))
)
_REMOVED = TABLE.delete().where(TABLE.c.id == bindparam("character"))


async def add(sql: AsyncConnection, room: str, character: Character) -> None:
    row = {name: getattr(character, name) for name in _NAMES}
    await sql.execute(TABLE.insert(), {**row, "room": room})


async def one(sql: AsyncConnection, room: str, character: str) -> Character | None:
    found = (await sql.execute(_ONE, {"room": room, "character": character})).one_or_none()
    return None if found is None else Character(**found._asdict())


async def listed(sql: AsyncConnection, room: str) -> Sequence[Character]:
    """Return all of a room, in the order in which they came."""
    return [Character(**row._asdict()) for row in await sql.execute(_LIST, {"room": room})]


async def how_many(sql: AsyncConnection, room: str) -> int:
    count: int = (await sql.execute(_HOW_MANY, {"room": room})).scalar_one()
    return count


async def change(sql: AsyncConnection, changed: Character) -> None:
    said = {"called": changed.name, "by": changed.player}
    await sql.execute(_CHANGED, {"character": changed.id, **said})


async def remove(sql: AsyncConnection, character: str) -> None:
    await sql.execute(_REMOVED, {"character": character})
