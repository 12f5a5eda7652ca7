"""Reads and writes units, shared factors and checks. Whoever writes holds the lock on the room.

The rules' own dataclasses are kept as they are, as JSON.
"""

from collections.abc import Sequence
from typing import Any

from pydantic import TypeAdapter
from sqlalchemy import bindparam, func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from majokko_dice.checks.ports import Gathered, KeptCheck, KeptMove, KeptShared, KeptUnit
from majokko_dice.tables import CHECK_MOVES, CHECKS, SHARED_FACTORS, UNITS
from majokko_rules.systems.aaws.procedure import Shared, State, Unit
from majokko_rules.systems.aaws.procedure.state import OVER

_UNIT = TypeAdapter(Unit)
_SHARED = TypeAdapter(Shared)
_STATE = TypeAdapter(State)

_UNITS = (
    select(UNITS.c.data, *(UNITS.c[name] for name in KeptUnit.__slots__[1:]))
    .where(UNITS.c.room == bindparam("room"))
    .order_by(UNITS.c.created_at, UNITS.c.id)
)
_SHARED_FACTORS = (
    select(SHARED_FACTORS.c.data, SHARED_FACTORS.c.created_at)
    .where(SHARED_FACTORS.c.room == bindparam("room"))
    .order_by(SHARED_FACTORS.c.created_at, SHARED_FACTORS.c.id)
)
_CHECK = [CHECKS.c[name] for name in KeptCheck.__slots__]
_ONE = select(*_CHECK).where(CHECKS.c.room == bindparam("room"), CHECKS.c.id == bindparam("check"))
_OPEN = select(*_CHECK).where(CHECKS.c.room == bindparam("room"), CHECKS.c.step.not_in(OVER))
_PAGE = (
    select(*_CHECK)
    .where(CHECKS.c.room == bindparam("room"), CHECKS.c.number < bindparam("before"))
    .order_by(CHECKS.c.number.desc())
    .limit(bindparam("limit"))
)
_LAST = select(func.coalesce(func.max(CHECKS.c.number), 0)).where(
    CHECKS.c.room == bindparam("room")
)
_MOVES = (
    select(*(CHECK_MOVES.c[name] for name in KeptMove.__slots__))
    .where(CHECK_MOVES.c.of_check == bindparam("check"), CHECK_MOVES.c.version > bindparam("after"))
    .order_by(CHECK_MOVES.c.version)
    .limit(bindparam("limit"))
)


async def gathered(sql: AsyncConnection, room: str) -> Gathered:
    """Return all units and shared factors of a room, oldest first."""
    units = await sql.execute(_UNITS, {"room": room})
    shared = await sql.execute(_SHARED_FACTORS, {"room": room})
    return Gathered(
        [KeptUnit(_UNIT.validate_python(data), *rest) for data, *rest in units],
        [KeptShared(_SHARED.validate_python(data), at) for data, at in shared],
    )


async def add_unit(sql: AsyncConnection, kept: KeptUnit) -> None:
    row = {name: getattr(kept, name) for name in KeptUnit.__slots__[1:]}
    await sql.execute(UNITS.insert(), row | {"id": kept.unit.id, "data": kept.unit})


async def change_unit(sql: AsyncConnection, unit: Unit, version: int) -> None:
    change = UNITS.update().where(UNITS.c.id == unit.id)
    await sql.execute(change.values(data=unit, version=version))


async def remove_unit(sql: AsyncConnection, key: str) -> None:
    await sql.execute(UNITS.delete().where(UNITS.c.id == key))


async def add_shared(sql: AsyncConnection, room: str, shared: Shared, at: int) -> None:
    row = {"id": shared.id, "room": room, "data": shared, "created_at": at}
    await sql.execute(SHARED_FACTORS.insert(), row)


async def remove_shared(sql: AsyncConnection, key: str) -> None:
    await sql.execute(SHARED_FACTORS.delete().where(SHARED_FACTORS.c.id == key))


async def last_number(sql: AsyncConnection, room: str) -> int:
    number: int = (await sql.execute(_LAST, {"room": room})).scalar_one()
    return number


async def check(sql: AsyncConnection, room: str, key: str) -> KeptCheck | None:
    found = (await sql.execute(_ONE, {"room": room, "check": key})).one_or_none()
    return _check(found) if found else None


async def open_checks(sql: AsyncConnection, room: str) -> Sequence[KeptCheck]:
    """Return the checks that are not over."""
    return [_check(row) for row in await sql.execute(_OPEN, {"room": room})]


async def page(sql: AsyncConnection, room: str, before: int, limit: int) -> Sequence[KeptCheck]:
    """Return checks with a number below `before`, the newest first."""
    asked = {"room": room, "before": before, "limit": limit}
    return [_check(row) for row in await sql.execute(_PAGE, asked)]


async def add_check(sql: AsyncConnection, kept: KeptCheck) -> None:
    row = {"id": kept.id, "room": kept.room, "number": kept.number, "opened_at": kept.opened_at}
    await sql.execute(CHECKS.insert(), row | _changing(kept))


async def change_check(sql: AsyncConnection, kept: KeptCheck) -> None:
    await sql.execute(CHECKS.update().where(CHECKS.c.id == kept.id).values(_changing(kept)))


async def add_move(sql: AsyncConnection, check_id: str, move: KeptMove) -> None:
    row = {name: getattr(move, name) for name in KeptMove.__slots__}
    await sql.execute(CHECK_MOVES.insert(), row | {"of_check": check_id})


async def moves_after(
    sql: AsyncConnection, check_id: str, version: int, limit: int = 100
) -> Sequence[KeptMove]:
    """Return what was done in a check after a version of it."""
    asked = {"check": check_id, "after": version, "limit": limit}
    return [KeptMove(*row) for row in await sql.execute(_MOVES, asked)]


def _changing(kept: KeptCheck) -> dict[str, Any]:
    state = kept.state
    return {
        "version": state.version,
        "step": state.step,
        "state": state,
        "roll": kept.roll,
        "changed_at": kept.changed_at,
    }


def _check(row: Any) -> KeptCheck:  # noqa: ANN401 - a row of SQLAlchemy's
    key, room, number, state, *rest = row
    return KeptCheck(key, room, number, _STATE.validate_python(state), *rest)
