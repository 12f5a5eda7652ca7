"""Rolls, their draws, and which secret ones were revealed."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any

from pydantic import TypeAdapter
from sqlalchemy import bindparam, select
from sqlalchemy.ext.asyncio import AsyncConnection

from majokko_dice.rolls.records import About, Draw, Foretelling, Named, Roll
from majokko_dice.rolls.stores import foretellings
from majokko_dice.tables import DRAWS, FORETELLINGS, REVEALS, ROLLS
from majokko_kit.database import Connection, Write

_OF_ROLL = [each.name for each in fields(Roll) if each.name not in ("by", "about")]
_ROLL = [ROLLS.c[name] for name in _OF_ROLL]
_BESIDE = [ROLLS.c.member, ROLLS.c.name, ROLLS.c.about]
_DRAW = [DRAWS.c[name] for name in Draw.__slots__]
_ABOUT = TypeAdapter(About)
_PLAIN_ABOUT = About()

_ADDED = Write.insert(ROLLS)
_ALL = (
    select(*_ROLL, *_BESIDE, REVEALS.c.at, *_DRAW, *foretellings.COLUMNS)
    .select_from(
        ROLLS.outerjoin(REVEALS, REVEALS.c.roll == ROLLS.c.id)
        .outerjoin(
            DRAWS,
            (DRAWS.c.stream == ROLLS.c.stream)
            & (DRAWS.c.index == ROLLS.c.index)
            & (DRAWS.c.nonce == ROLLS.c.nonce),
        )
        .outerjoin(FORETELLINGS, FORETELLINGS.c.roll == ROLLS.c.id)
    )
    .where(ROLLS.c.room == bindparam("room"))
)
_SOME = _ALL.where(ROLLS.c.id.in_(bindparam("rolls", expanding=True)))
_FEED = (
    _ALL.where(ROLLS.c.number < bindparam("before"))
    .order_by(ROLLS.c.number.desc())
    .limit(bindparam("most"))
)


@dataclass(frozen=True, slots=True)
class Kept:
    """A roll with what has been added to it since. `revealed` does not speak of closed rooms."""

    roll: Roll
    draw: Draw | None
    foretelling: Foretelling | None
    revealed: bool


def add(sql: Connection, roll: Roll) -> None:
    row = {name: getattr(roll, name) for name in _OF_ROLL}
    beside = {"member": roll.by.id, "name": roll.by.name, "about": _brief(roll.about)}
    sql.later(_ADDED, {**row, **beside})


async def some(sql: AsyncConnection, room: str, ids: Sequence[str]) -> Mapping[str, Kept]:
    """Return the rolls with these ids that are of this room."""
    found = await sql.execute(_SOME, {"room": room, "rolls": list(ids)})
    return {kept.roll.id: kept for kept in map(_kept, found)}


async def feed(sql: AsyncConnection, room: str, before: int, most: int) -> Sequence[Kept]:
    """Return rolls with lower numbers than `before`, the newest first."""
    found = await sql.execute(_FEED, {"room": room, "before": before, "most": most})
    return [_kept(row) for row in found]


async def reveal(sql: AsyncConnection, roll: str, member: str, at: int) -> None:
    await sql.execute(REVEALS.insert(), {"roll": roll, "member": member, "at": at})


def _kept(row: Sequence[Any]) -> Kept:
    values = list(row)
    kept, rest = values[: len(_ROLL)], values[len(_ROLL) :]
    member, name, about, revealed_at, *rest = rest
    draw, foretelling = rest[: len(_DRAW)], rest[len(_DRAW) :]
    return Kept(
        Roll(
            **dict(zip(_OF_ROLL, kept, strict=True)),
            by=Named(member, name),
            about=_ABOUT.validate_python(about) if about else _PLAIN_ABOUT,
        ),
        Draw(*draw) if draw[0] is not None else None,
        foretellings.read(foretelling),
        revealed_at is not None,
    )


def _brief(about: About) -> Mapping[str, Any]:
    """Leave out what says nothing."""
    told = ((each.name, getattr(about, each.name)) for each in fields(About))
    return {name: value for name, value in told if value not in (None, (), False)}
