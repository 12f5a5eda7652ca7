"""Whole numbers that follow from attributes, as rows of tables say."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

Attributes = Mapping[str, int]
"""Values by short name: STR, CON, DEX, INT, POW, EMO, MEM, LUCK, SIZ, APP."""


@dataclass(frozen=True, slots=True)
class Formula:
    """(start + each attribute so many times + the greatest of some) / divide, never below 0."""

    of: Mapping[str, int]
    greatest: tuple[str, ...] = ()
    start: int = 0
    divide: int = 1

    @classmethod
    def read(cls, row: Mapping[str, Any]) -> Self:
        """Read the fields `of`, `greatest`, `from` and `divide`, all of which may be missing.

        >>> Formula.read({"of": {"INT": 1}, "divide": 2}).value({"INT": 65})
        32
        """
        greatest = tuple(row.get("greatest", ()))
        return cls(row.get("of", {}), greatest, row.get("from", 0), row.get("divide", 1))

    def value(self, attributes: Attributes) -> int:
        """Return the number; fractions are dropped.

        >>> Formula({}, ("APP", "EMO"), divide=2).value({"APP": 45, "EMO": 61})
        30
        """
        added = sum(times * attributes[name] for name, times in self.of.items())
        most = max((attributes[name] for name in self.greatest), default=0)
        return max(0, (self.start + added + most) // self.divide)
