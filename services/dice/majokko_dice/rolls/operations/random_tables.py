"""Tables that game masters write."""

from typing import Any

from majokko_dice.rolls import shapes, table_views, views
from majokko_dice.rolls.operations.refused import IN_ROOM, OF_DICE
from majokko_kit.operations import Operation

_TABLES = "/v1/rooms/{room}/tables"
_TABLE = _TABLES + "/{table}"

add = Operation(
    name="addTable",
    method="POST",
    path=_TABLES,
    summary="Write a table",
    about="Every value of the dice lies in exactly one row. A row has a text, or leads to a "
    "further table of the room, or both.",
    body=shapes.TableIn,
    answer=table_views.RoomTable,
    status=201,
    refuses=(*IN_ROOM, "syntax", "budget_exceeded", "illegal_action", "too_many"),
    location=lambda table: f"/v1/rooms/{table.room}/tables/{table.id}",
    run=lambda dice: dice.tables.add,
    example={
        "name": "Weather over Mitakihara",
        "dice": "1d6",
        "rows": [{"from": 1, "to": 5, "text": "clear"}, {"from": 6, "text": "a storm"}],
    },
)
every = Operation(
    name="listTables",
    method="GET",
    path=_TABLES,
    summary="List the tables of a room",
    answer=table_views.RoomTables,
    refuses=("not_found",),
    run=lambda dice: dice.tables.every,
)
get = Operation(
    name="getTable",
    method="GET",
    path=_TABLE,
    summary="Show a table",
    about="Of a hidden one, players see the name.",
    answer=table_views.RoomTable,
    refuses=("not_found",),
    run=lambda dice: dice.tables.get,
)
change = Operation(
    name="changeTable",
    method="PATCH",
    path=_TABLE,
    summary="Change a table",
    about="Dice and rows are changed together. Rolls that were made keep what they gave.",
    body=shapes.TableChange,
    answer=table_views.RoomTable,
    refuses=(*IN_ROOM, "syntax", "budget_exceeded", "illegal_action"),
    run=lambda dice: dice.tables.change,
    example={"hidden": True},
)
remove: Operation[Any, None] = Operation(
    name="removeTable",
    method="DELETE",
    path=_TABLE,
    summary="Remove a table",
    about="One that another leads to stays.",
    answer=type(None),
    status=204,
    refuses=(*IN_ROOM, "illegal_action"),
    run=lambda dice: dice.tables.remove,
)
roll = Operation(
    name="rollTable",
    method="POST",
    path=_TABLE + "/roll",
    summary="Roll on a table",
    about="One draw, whatever tables it leads to; `rows` says what was found.",
    body=shapes.TableRollIn,
    answer=views.RoomRoll,
    status=201,
    refuses=(*IN_ROOM, *OF_DICE),
    location=lambda roll: f"/v1/rooms/{roll.room}/rolls/{roll.id}",
    run=lambda dice: dice.tables.roll,
    example={"reason": "on the way to school"},
)

OPERATIONS: tuple[Operation[Any, Any], ...] = (
    add,
    every,
    get,
    change,
    remove,
    roll,
)
