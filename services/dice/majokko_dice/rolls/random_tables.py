"""Tables that game masters write, and rolls on them."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import anyio

from majokko_dice.ports import Surroundings
from majokko_dice.rolls import showing, table_views, views
from majokko_dice.rolls.making import Maker
from majokko_dice.rolls.records import Table
from majokko_dice.rolls.shapes import TableChange, TableIn, TableRollIn
from majokko_dice.rolls.showing import Since, Viewer
from majokko_dice.rolls.stores import random_tables as store
from majokko_dice.rolls.stores.rolls import Kept
from majokko_dice.rolls.table_rolls import wanted
from majokko_dice.rolls.texts import line
from majokko_dice.rooms.names import named
from majokko_dice.rooms.ports import GM, Room, Seat
from majokko_dice.rooms.service import Rooms
from majokko_kit.clock import rfc3339
from majokko_kit.database import Fact, Spent
from majokko_kit.operations import Asked, Done
from majokko_kit.refusals import Forbidden, NotFound, TooMany
from majokko_rules import random_tables as rules
from majokko_rules.errors import IllegalAction, InvalidValue, RuleError
from majokko_rules.random_tables import RandomTable, Row

MAX_TABLES = 100


class RandomTables:
    def __init__(self, rooms: Rooms, maker: Maker, surroundings: Surroundings) -> None:
        self._rooms = rooms
        self._maker = maker
        self._new_id = surroundings.new_id
        self._threads = anyio.CapacityLimiter(1)

    async def add(self, asked: Asked[TableIn]) -> Done[table_views.RoomTable]:
        """Write a table.

        Raises RuleError, TooMany and what `Rooms.seated` raises.
        """
        body = asked.body
        dice, rows = await self._checked(body.dice, body.rows)

        async def add(seat: Seat) -> table_views.RoomTable:
            others = await store.every(seat.work.sql, seat.room.id)
            if len(others) >= MAX_TABLES:
                raise TooMany("limit", limit=MAX_TABLES)
            table = RandomTable(self._new_id("tbl"), named(body.name, "/name"), dice, rows)
            kept = Table(table=table, hidden=body.hidden, changed_at=seat.work.at)
            rules.check_nesting(table, _plain(others))
            await store.add(seat.work.sql, seat.room.id, kept)
            seat.tell(_told("table.added", kept))
            return _shown(seat.room, kept, leads=True)

        return await self._rooms.seated(asked, table_views.RoomTable, add, roles=GM)

    async def change(self, asked: Asked[TableChange]) -> Done[table_views.RoomTable]:
        """Change a table; dice and rows only together, for they belong together.

        Raises RuleError, NotFound and what `Rooms.seated` raises.
        """
        body = asked.body
        new = await self._changed(body)

        async def change(seat: Seat) -> table_views.RoomTable:
            others = await store.every(seat.work.sql, seat.room.id)
            before = others.get(asked.path["table"])
            if before is None:
                raise NotFound("thing")
            kept = _with(before, body, new, seat.work.at)
            rules.check_nesting(kept.table, _plain(others))
            await store.change(seat.work.sql, kept)
            seat.tell(_told("table.changed", kept))
            return _shown(seat.room, kept, leads=True)

        return await self._rooms.seated(asked, table_views.RoomTable, change, roles=GM)

    async def remove(self, asked: Asked[Any]) -> Done[None]:
        """Remove a table that no other leads to.

        Raises IllegalAction, NotFound and what `Rooms.seated` raises.
        """

        async def remove(seat: Seat) -> None:
            tables = await store.every(seat.work.sql, seat.room.id)
            table = asked.path["table"]
            if table not in tables:
                raise NotFound("thing")
            if any(row.leads_to == table for kept in tables.values() for row in kept.table.rows):
                raise IllegalAction("table_in_use")
            await store.remove(seat.work.sql, table)
            seat.tell(Fact("table.removed", {"table": table}))

        return await self._rooms.seated(asked, type(None), remove, roles=GM)

    async def every(self, asked: Asked[Any]) -> table_views.RoomTables:
        """Raises NotFound, TokenMissing."""
        async with self._rooms.looking(asked) as look:
            found = await store.named(look.sql, look.room.id)
        return table_views.RoomTables([_listed(kept) for kept in found])

    async def get(self, asked: Asked[Any]) -> table_views.RoomTable:
        """Raises NotFound, TokenMissing."""
        async with self._rooms.looking(asked) as look:
            kept = await store.one(look.sql, look.room.id, asked.path["table"])
        if kept is None:
            raise NotFound("thing")
        return _shown(look.room, kept, leads=look.leads)

    async def roll(self, asked: Asked[TableRollIn]) -> Done[views.RoomRoll]:
        """Roll on a table, and on those that it leads to, in one draw.

        Raises RuleError, NotFound and what `Rooms.seated` raises.
        """
        body = asked.body

        async def roll(seat: Seat) -> views.RoomRoll | Spent:
            reached = await _reached(seat, asked.path["table"])
            if body.faces is not None:
                _may_choose(seat, reached.values())
            tables = _plain(reached)
            made = await self._maker.make(seat, wanted(tables, asked.path["table"], body))
            if made.refusal:
                return Spent(made.refusal)
            kept = Kept(made.roll, made.draw, None, revealed=False)
            return showing.roll(kept, Viewer.of(seat, asked.locale), Since())

        return await self._rooms.seated(asked, views.RoomRoll, roll)

    async def _changed(self, body: TableChange) -> tuple[str, tuple[Row, ...]] | None:
        if body.dice is None and body.rows is None:
            return None
        if body.dice is None or body.rows is None:
            raise InvalidValue("required", pointer="/rows" if body.rows is None else "/dice")
        return await self._checked(body.dice, body.rows)

    async def _checked(self, dice: str, rows: Sequence[Any]) -> tuple[str, tuple[Row, ...]]:
        """Read dice and rows. Odds may take a while: nobody in the room waits for them."""
        read = tuple(_row(row, f"/rows/{index}") for index, row in enumerate(rows))
        known = await anyio.to_thread.run_sync(_weigh, dice, read, limiter=self._threads)
        return known, read


def _weigh(dice: str, rows: Sequence[Row]) -> str:
    try:
        question = rules.read_dice(dice)
    except RuleError as error:
        raise error.under("/dice") from None
    rules.check_rows(question, rows)
    return question.notation


def _row(given: Any, at: str) -> Row:  # noqa: ANN401 - its names are no names in Python
    first, last = getattr(given, "from"), given.to
    if given.text is None and given.table is None:
        raise InvalidValue("at_least_one_of", pointer=at, names="text, table")
    text = None if given.text is None else line(given.text, f"{at}/text")
    return Row(first, first if last is None else last, text, given.table)


def _with(
    before: Table, body: TableChange, new: tuple[str, tuple[Row, ...]] | None, at: int
) -> Table:
    table = before.table
    if body.name is not None:
        table = replace(table, name=named(body.name, "/name"))
    if new is not None:
        table = replace(table, dice=new[0], rows=new[1])
    hidden = before.hidden if body.hidden is None else body.hidden
    return Table(table=table, hidden=hidden, changed_at=at)


async def _reached(seat: Seat, table: str) -> Mapping[str, Table]:
    """Return a table, and those that it leads to, step by step."""
    kept = await store.one(seat.work.sql, seat.room.id, table)
    if kept is None:
        raise NotFound("thing")
    found = {table: kept}
    if waiting := _led_to(kept):
        others = await store.every(seat.work.sql, seat.room.id)
        while waiting:
            key = waiting.pop()
            if key not in found:
                found[key] = others[key]
                waiting += _led_to(others[key])
    return found


def _led_to(kept: Table) -> list[str]:
    return [row.leads_to for row in kept.table.rows if row.leads_to]


def _may_choose(seat: Seat, reached: Iterable[Table]) -> None:
    """Refuse faces of a player's own: on a hidden table they would be questions about its rows."""
    if seat.me.role != "gm" and any(kept.hidden for kept in reached):
        raise Forbidden("role", pointer="/faces")


def _plain(tables: Mapping[str, Table]) -> dict[str, RandomTable]:
    return {key: kept.table for key, kept in tables.items()}


def _told(kind: str, kept: Table) -> Fact:
    table = kept.table
    return Fact(kind, {"table": {"id": table.id, "name": table.name, "hidden": kept.hidden}})


def _listed(kept: Table) -> table_views.TableListed:
    table = kept.table
    return table_views.TableListed(table.id, table.name, kept.hidden, rfc3339(kept.changed_at))


def _shown(room: Room, kept: Table, *, leads: bool) -> table_views.RoomTable:
    table, may_know = kept.table, leads or not kept.hidden
    return table_views.RoomTable(
        id=table.id,
        room=room.id,
        name=table.name,
        hidden=kept.hidden,
        dice=table.dice if may_know else None,
        rows=[_row_shown(row) for row in table.rows] if may_know else None,
        changed_at=rfc3339(kept.changed_at),
    )


def _row_shown(row: Row) -> table_views.TableRowShown:
    return {"from": row.first, "to": row.last, "text": row.text, "table": row.leads_to}
