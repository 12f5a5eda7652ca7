"""Values that dice give: (dice + plus) × times."""

from collections.abc import Mapping, Sequence
from itertools import groupby

from majokko_rules.chance import Chance
from majokko_rules.creation import Because
from majokko_rules.rulesets import Row
from majokko_rules.systems.collapse.creation.girl import Reasons


def rolled(table: str, rows: Sequence[Row], chance: Chance) -> Mapping[str, Reasons]:
    """Throw the dice of rows, in their order; neighbours with the same dice fall together."""
    values: dict[str, Reasons] = {}
    for sides, group in groupby(rows, lambda row: row["sides"]):
        alike = list(group)
        faces = iter(chance.throw(sum(row["dice"] for row in alike), sides))
        for row in alike:
            values[row.key] = _reasons(table, row, [next(faces) for _ in range(row["dice"])])
    return values


def _reasons(table: str, row: Row, faces: Sequence[int]) -> Reasons:
    what, times, plus = f"{table}.{row.key}", row["times"], row.get("plus", 0)
    base = (Because("base", what, plus=plus * times),) if plus else ()
    dice = (Because("roll", what, plus=face * times, roll=face) for face in faces)
    return (*base, *dice)
