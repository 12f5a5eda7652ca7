"""A ruleset of this system together with the settings of one draft: what its maker reads."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from majokko_rules.errors import InvalidValue
from majokko_rules.rulesets import Grant, Row, Ruleset, Table

KINDS: Mapping[str, str] = {
    "age": "ages",
    "body": "bodies",
    "specialisation": "specialisations",
    "weapon": "weapons",
    "mastery": "masteries",
    "outfit": "outfits",
    "boost": "boosts",
    "power": "powers",
    "perk": "perks",
    "monster_perk": "monster_perks",
}
"""The table that rows of a kind come from."""

PERKS = "perks"
COLUMN = "column"

_STEPS = {"perk": "perks", "monster_perk": "ally", "mastery": "weapon", "boost": "outfit"}


@dataclass(frozen=True, slots=True)
class Book:
    """Rows by face and by key, and the settings."""

    ruleset: Ruleset = field(repr=False)
    settings: Mapping[str, Any]

    @classmethod
    def opened(cls, ruleset: Ruleset, options: Mapping[str, object]) -> "Book":
        """Read the options of a draft.

        Raises UnknownField and InvalidValue, which point to `/options/<name>`.
        """
        settings = ruleset.options(options)
        _go_together(settings)
        return cls(ruleset, settings)

    @property
    def stats(self) -> tuple[str, ...]:
        return self.ruleset.vocabulary.stats

    def rows(self, table: str) -> Iterable[Row]:
        return self.ruleset[table].rows.values()

    def table(self, kind: str) -> Table:
        return self.ruleset[KINDS[kind]]

    def row(self, kind: str, key: str) -> Row:
        return self.table(kind)[key]

    def keys(self, kind: str, without: Sequence[str] = ()) -> tuple[str, ...]:
        return tuple(key for key in self.table(kind).rows if key not in without)

    def granting(self, kind: str, grants: Sequence[str]) -> tuple[str, ...]:
        """Return the rows of a kind that grant any of these."""
        return tuple(
            row.key for row in self.table(kind).rows.values() if set(granted(row)) & set(grants)
        )

    def sides(self, kind: str) -> int:
        """Return how many faces the die of a kind has."""
        die = self.table(kind).die
        assert die is not None, f"nothing rolls {kind}"
        return die


def _go_together(settings: Mapping[str, Any]) -> None:
    """Raises InvalidValue."""
    if (least := settings["age_least"]) > settings["age_most"]:
        raise InvalidValue("too_small", pointer="/options/age_most", limit=least)
    if settings["fp_after"] and settings["fp_extra"]:
        raise InvalidValue("not_together", pointer="/options", names="fp_after, fp_extra")


def granted(row: Row) -> tuple[str, ...]:
    return tuple(each.grants for each in row.effects if isinstance(each, Grant))


def named(kind: str, key: str) -> str:
    """Name a row as reasons name it.

    >>> named("body", "average")
    'bodies.average'
    """
    return f"{KINDS[kind]}.{key}"


def step_of(kind: str) -> str:
    """Return the step at which rows of a kind are found."""
    return _STEPS.get(kind, kind)
