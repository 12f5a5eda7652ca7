"""The ruleset as a maker reads it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from majokko_rules.rulesets import Row, Ruleset


@dataclass(frozen=True, slots=True)
class Book:
    ruleset: Ruleset

    def number(self, name: str) -> int:
        found = self.ruleset.numbers[name]
        assert isinstance(found, int), f"{name} is a list"
        return found

    def row(self, table: str, key: str) -> Row:
        return self.ruleset[table][key]

    def rows(self, table: str) -> Iterable[Row]:
        return self.ruleset[table].rows.values()

    def keys(self, table: str) -> tuple[str, ...]:
        return tuple(self.ruleset[table].rows)

    def fields(self, table: str) -> Mapping[str, Mapping[str, Any]]:
        """Return what the rows of a table say, as the plain rules read it."""
        return {row.key: row.fields for row in self.rows(table)}
