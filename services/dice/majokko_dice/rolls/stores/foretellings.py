"""What was asked before rolls, and answered."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import bindparam, func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from majokko_dice.rolls.records import Foretelling, Named, Verdict
from majokko_dice.tables import FORETELLINGS as TABLE

_PLAIN = ("id", "number", "aim", "means", "verdict", "text", "shown", "roll")
_TIMES = ("asked_at", "answered_at")
_BESIDE = ("member", "name", "character", "character_name")
COLUMNS = [TABLE.c[name] for name in (*_PLAIN, *_TIMES, *_BESIDE)]

_numbered = TABLE.alias("numbered")
_ADDED = (
    TABLE.insert()
    .values(
        number=select(func.coalesce(func.max(_numbered.c.number), 0) + 1)
        .where(_numbered.c.room == bindparam("in_room"))
        .scalar_subquery()
    )
    .returning(TABLE.c.number)
)
_IN_ROOM = select(*COLUMNS).where(TABLE.c.room == bindparam("room"))
_ONE = _IN_ROOM.where(TABLE.c.id == bindparam("foretelling"))
_LIST = (
    _IN_ROOM.where(TABLE.c.number < bindparam("before"))
    .order_by(TABLE.c.number.desc())
    .limit(bindparam("most"))
)
_CHANGED = TABLE.update().where(TABLE.c.id == bindparam("foretelling"))
_ANSWERED = _CHANGED.values(
    verdict=bindparam("said"),
    text=bindparam("words"),
    shown=bindparam("open"),
    answered_at=bindparam("at"),
)
_USED = _CHANGED.values(roll=bindparam("made"))


async def add(sql: AsyncConnection, room: str, asked: Foretelling) -> int:
    """Write down what was asked; return its number, the next in its room."""
    row = {name: getattr(asked, name) for name in (*_PLAIN, *_TIMES) if name != "number"}
    character = asked.character
    beside = {
        "member": asked.by.id,
        "name": asked.by.name,
        "character": character and character.id,
        "character_name": character and character.name,
    }
    made = await sql.execute(_ADDED, {**row, **beside, "room": room, "in_room": room})
    number: int = made.scalar_one()
    return number


async def one(sql: AsyncConnection, room: str, foretelling: str) -> Foretelling | None:
    asked = {"room": room, "foretelling": foretelling}
    found = (await sql.execute(_ONE, asked)).one_or_none()
    return None if found is None else read(found)


async def listed(sql: AsyncConnection, room: str, before: int, most: int) -> Sequence[Foretelling]:
    """Return those with lower numbers than `before`, the newest first."""
    found = await sql.execute(_LIST, {"room": room, "before": before, "most": most})
    return [kept for row in found if (kept := read(row))]


async def answer(  # noqa: PLR0913 - an answer, and when it was given
    sql: AsyncConnection,
    foretelling: str,
    verdict: Verdict,
    text: str | None,
    *,
    shown: bool,
    at: int,
) -> None:
    said = {"said": verdict, "words": text, "open": shown, "at": at}
    await sql.execute(_ANSWERED, {"foretelling": foretelling, **said})


async def show(sql: AsyncConnection, foretelling: str) -> None:
    await sql.execute(_CHANGED.values(shown=True), {"foretelling": foretelling})


async def use(sql: AsyncConnection, foretelling: str, roll: str) -> None:
    await sql.execute(_USED, {"foretelling": foretelling, "made": roll})


def read(row: Sequence[Any]) -> Foretelling | None:
    """Read `COLUMNS`; None where an outer join has found nothing."""
    if row[0] is None:
        return None
    *plain, asked_at, answered_at, member, name, character, character_name = row
    return Foretelling(
        **dict(zip(_PLAIN, plain, strict=True)),
        asked_at=asked_at,
        answered_at=answered_at,
        by=Named(member, name),
        character=Named(character, character_name) if character else None,
    )
