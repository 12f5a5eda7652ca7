"""What is seen of the tables that game masters write."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import WithJsonSchema

from majokko_dice.fairness.views import Instant
from majokko_dice.graphql_dice import TableRow
from majokko_kit.graphql.numbers import BigInt
from majokko_kit.operations import GraphQLAs

_ROW = {
    "from": {"type": "integer"},
    "to": {"type": "integer"},
    "text": {"anyOf": [{"type": "string"}, {"type": "null"}]},
    "table": {"anyOf": [{"type": "string"}, {"type": "null"}]},
}
TableRowShown = Annotated[
    Mapping[str, Any],
    WithJsonSchema({"type": "object", "properties": _ROW, "required": list(_ROW)}),
]
"""A row as it is written: `from` is no name in Python."""


def _table_rows(rows: Sequence[TableRowShown]) -> Sequence[TableRow]:
    return [
        TableRow(
            first=BigInt(row["from"]), last=BigInt(row["to"]), text=row["text"], table=row["table"]
        )
        for row in rows
    ]


@dataclass(frozen=True, slots=True)
class RoomTable:
    """A table that a game master wrote. Of a hidden one players see the name."""

    id: str
    room: str
    name: str
    hidden: bool
    dice: str | None
    rows: Annotated[Sequence[TableRowShown] | None, GraphQLAs(list[TableRow] | None, _table_rows)]
    changed_at: Instant


@dataclass(frozen=True, slots=True)
class TableListed:
    id: str
    name: str
    hidden: bool
    changed_at: Instant


@dataclass(frozen=True, slots=True)
class RoomTables:
    """All tables of a room, without their rows."""

    items: Sequence[TableListed]
    next_cursor: str | None = None
