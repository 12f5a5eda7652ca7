"""Looks whether every face of a table's die chooses one row."""

from collections.abc import Mapping, Sequence

from majokko_rules.errors import InvalidValue
from majokko_rules.rulesets.ruleset import Row, Table


def check(table: Table, at: str) -> None:
    """Refuse faces that choose two rows, or none.

    Rows without faces can be chosen only; they take no part.

    Raises InvalidValue, which points to a row, or to `at`.
    """
    if table.die is None:
        return
    for rows in _parts(table).values() or [()]:
        chosen: dict[int, str] = {}
        for row in rows:
            for face in row.roll:
                if face in chosen:
                    pointer = f"{at}/{row.key}/roll"
                    raise InvalidValue("range_overlaps", pointer=pointer, value=face)
                chosen[face] = row.key
        for face in range(1, table.die + 1):
            if face not in chosen:
                raise InvalidValue("range_gap", pointer=at, value=face)


def _parts(table: Table) -> Mapping[object, Sequence[Row]]:
    """Return the rows that are rolled, by the part of the table that they belong to."""
    parts: dict[object, list[Row]] = {}
    for row in table.rows.values():
        if row.roll:
            parts.setdefault(row.get(table.per) if table.per else None, []).append(row)
    return parts
