"""What follows from a girl's attributes."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from majokko_rules import catalog
from majokko_rules.systems.collapse.formulas import Attributes, Formula

Rows = Mapping[str, Mapping[str, Any]]
"""Fields of the rows of a table by key, in their order."""

_BONUS: Rows = catalog.table(__package__, "damage_bonus")["rows"]


@dataclass(frozen=True, slots=True)
class DamageBonus:
    """Added to the damage of a blow: dice, or a number."""

    dice: int = 0
    sides: int = 0
    flat: int = 0

    def __str__(self) -> str:
        return f"+{self.dice}d{self.sides}" if self.dice else f"{self.flat:+}"


def damage_bonus(build: int, rows: Rows = _BONUS) -> DamageBonus:
    """Return the bonus for half of strength and size together.

    >>> str(damage_bonus(32)), str(damage_bonus(63)), str(damage_bonus(144))
    ('-2', '+1d4', '+3d6')
    """
    below = 0
    for row in sorted(rows.values(), key=lambda row: row.get("to", math.inf)):
        if "to" not in row:
            further = (build - below - 1) // row["every"]
            return DamageBonus(row["dice"] + further, row["sides"])
        if build <= row["to"]:
            return DamageBonus(row.get("dice", 0), row.get("sides", 0), row.get("flat", 0))
        below = row["to"]
    return DamageBonus()


def formulas(rows: Rows) -> Mapping[str, Formula]:
    """Read the rows of a table of derived values."""
    return {name: Formula.read(row) for name, row in rows.items()}


_DERIVED = formulas(catalog.table(__package__, "derived")["rows"])


def derive(attributes: Attributes, by: Mapping[str, Formula] = _DERIVED) -> Mapping[str, int]:
    """Return the values by short name: HP, MP, SAN and so on.

    >>> found = derive(dict.fromkeys("STR CON DEX INT POW EMO MEM SIZ".split(), 55))
    >>> found["HP"], found["SAN"], found["SAN_check"], found["dodge"]
    (11, 45, 45, 20)
    """
    return {name: formula.value(attributes) for name, formula in by.items()}
