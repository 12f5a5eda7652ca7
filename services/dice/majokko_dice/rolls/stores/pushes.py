"""Second chances that were asked for."""

from collections.abc import Mapping, Sequence
from dataclasses import fields
from typing import Any

from sqlalchemy import bindparam, select
from sqlalchemy.ext.asyncio import AsyncConnection

from majokko_dice.rolls.records import Named, Push
from majokko_dice.tables import PUSHES as TABLE

_COLUMNS = {"of": "roll", "roll": "result"}
_NAMES = [each.name for each in fields(Push) if each.name != "by"]
_PUSH = [TABLE.c[_COLUMNS.get(name, name)] for name in _NAMES]

_ALL = select(*_PUSH, TABLE.c.member, TABLE.c.name)
_OF_ROLLS = _ALL.where(TABLE.c.roll.in_(bindparam("rolls", expanding=True))).order_by(
    TABLE.c.attempt
)
_BY_RESULT = _ALL.where(TABLE.c.result == bindparam("made"))
_CHANGED = TABLE.update().where(
    TABLE.c.roll == bindparam("pushed"), TABLE.c.attempt == bindparam("number")
)


async def last_of(sql: AsyncConnection, rolls: Sequence[str]) -> Mapping[str, Push]:
    """Return the last second chance asked for of each roll."""
    found = await sql.execute(_OF_ROLLS, {"rolls": list(rolls)})
    return {push.of: push for push in map(_read, found)}


async def add(sql: AsyncConnection, push: Push) -> None:
    await sql.execute(TABLE.insert(), _row(push))


async def change(sql: AsyncConnection, push: Push) -> None:
    """Write down what has become of a second chance."""
    changed = _CHANGED.values(_row(push))
    await sql.execute(changed, {"pushed": push.of, "number": push.attempt})


def _row(push: Push) -> dict[str, Any]:
    row = {name: getattr(push, name) for name in _NAMES if name not in _COLUMNS}
    by = {"member": push.by.id, "name": push.by.name}
    return {**row, **by, "roll": push.of, "result": push.roll}


def _read(row: Sequence[Any]) -> Push:
    *plain, member, name = row
    return Push(**dict(zip(_NAMES, plain, strict=True)), by=Named(member, name))
