"""Tables that game masters write."""

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import bindparam, select
from sqlalchemy.ext.asyncio import AsyncConnection

from majokko_dice.rolls.records import Table
from majokko_dice.tables import RANDOM_TABLES as TABLE
from majokko_rules.random_tables import RandomTable, Row

_COLUMNS = [TABLE.c[name] for name in ("id", "name", "dice", "rows", "hidden", "changed_at")]
_ALL = select(*_COLUMNS).where(TABLE.c.room == bindparam("room")).order_by(TABLE.c.id)
_NAMES = (
    select(TABLE.c.id, TABLE.c.name, TABLE.c.dice, TABLE.c.hidden, TABLE.c.changed_at)
    .where(TABLE.c.room == bindparam("room"))
    .order_by(TABLE.c.id)
)
_ONE = _ALL.where(TABLE.c.id == bindparam("table"))
_CHANGED = TABLE.update().where(TABLE.c.id == bindparam("table"))
_REMOVED = TABLE.delete().where(TABLE.c.id == bindparam("table"))


async def every(sql: AsyncConnection, room: str) -> Mapping[str, Table]:
    """Return all of a room by their ids, with their rows."""
    found = await sql.execute(_ALL, {"room": room})
    return {kept.table.id: kept for kept in map(_read, found)}


async def named(sql: AsyncConnection, room: str) -> Sequence[Table]:
    """Return all of a room, without their rows."""
    found = await sql.execute(_NAMES, {"room": room})
    return [
        Table(table=RandomTable(key, name, dice, ()), hidden=hidden, changed_at=changed_at)
        for key, name, dice, hidden, changed_at in found
    ]


async def one(sql: AsyncConnection, room: str, table: str) -> Table | None:
    found = (await sql.execute(_ONE, {"room": room, "table": table})).one_or_none()
    return None if found is None else _read(found)


async def add(sql: AsyncConnection, room: str, kept: Table) -> None:
    await sql.execute(TABLE.insert(), {**_row(kept), "id": kept.table.id, "room": room})


async def change(sql: AsyncConnection, kept: Table) -> None:
    await sql.execute(_CHANGED.values(_row(kept)), {"table": kept.table.id})


async def remove(sql: AsyncConnection, table: str) -> None:
    await sql.execute(_REMOVED, {"table": table})


def _row(kept: Table) -> dict[str, Any]:
    table = kept.table
    return {
        "name": table.name,
        "dice": table.dice,
        "rows": [[row.first, row.last, row.text, row.leads_to] for row in table.rows],
        "hidden": kept.hidden,
        "changed_at": kept.changed_at,
    }


def _read(row: Sequence[Any]) -> Table:
    key, name, dice, rows, hidden, changed_at = row
    table = RandomTable(key, name, dice, tuple(Row(*each) for each in rows))
    return Table(table=table, hidden=hidden, changed_at=changed_at)
