"""Attributes, and what follows from them."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Self

from majokko_rules.creation import Because, Value
from majokko_rules.rulesets import MaximumBonus
from majokko_rules.systems.collapse import derived, sanity
from majokko_rules.systems.collapse.creation.book import Book
from majokko_rules.systems.collapse.creation.girl import Girl, Reasons, total
from majokko_rules.systems.collapse.formulas import Attributes, Formula
from majokko_rules.systems.collapse.levels import target

KNOWLEDGE = "knowledge"
"""The purse of skills that are paid for with SAN."""

_SHARES = {"half": "hard", "fifth": "extreme"}
_STRIKES = "start_and_maximum"


@dataclass(frozen=True, slots=True)
class Derived:
    """What follows from a girl's attributes, in the form of a sheet."""

    book: Book
    formulas: Mapping[str, Formula]
    bought: tuple[str, ...]
    """Skills of knowledge."""

    @classmethod
    def read(cls, book: Book) -> Self:
        skills = (row.key for row in book.rows("skills") if row["points"] == KNOWLEDGE)
        return cls(book, derived.formulas(book.fields("derived")), tuple(skills))

    def numbers(self, attributes: Attributes) -> Mapping[str, int]:
        return derived.derive(attributes, self.formulas)

    def known(self, girl: Girl) -> int:
        """Return the points of knowledge that she bought."""
        return sum(girl.points.get(key, 0) for key in self.bought)

    def bonus(self, girl: Girl) -> str:
        """Return her damage bonus, such as `+1d4`."""
        return self._bonus(self.numbers(girl.numbers))

    def values(self, girl: Girl) -> Mapping[str, Value]:
        """Return attributes, their halves and fifths, and everything derived."""
        return {
            **{f"attributes.{n}": Value(total(why), why) for n, why in girl.attributes.items()},
            **dict(_shares(girl)),
            **{f"derived.{n}": _summed(why) for n, why in self._reasons(girl).items()},
            **self._others(girl),
            **self._clouded(girl),
        }

    def _reasons(self, girl: Girl) -> Mapping[str, Reasons]:
        base: dict[str, Reasons] = {
            name: (Because("rule", f"derived.{name}", plus=number),)
            for name, number in self.numbers(girl.numbers).items()
        }
        paid = self._paid(girl)
        if girl.settings["knowledge_costs"] == _STRIKES:
            base["SAN"] += paid
        gives = self.book.number("knowledge_gives")
        given = (Because(each.kind, each.what, plus=-gives * (each.plus or 0)) for each in paid)
        base["battle_points"] += tuple(given)
        for maximum, reason in self._bonuses(girl):
            base[maximum] += (reason,)
        return base

    def _bonuses(self, girl: Girl) -> Iterator[tuple[str, Because]]:
        for table, key in (("ages", girl.age_row), ("innate_abilities", girl.ability)):
            for effect in self.book.row(table, key).effects if key else ():
                if isinstance(effect, MaximumBonus):
                    yield effect.maximum, Because("row", f"{table}.{key}", plus=effect.plus)

    def _bonus(self, numbers: Mapping[str, int]) -> str:
        return str(derived.damage_bonus(numbers["build"], self.book.fields("damage_bonus")))

    def _paid(self, girl: Girl) -> Reasons:
        return tuple(
            Because("coin", f"skills.{key}", plus=-girl.points[key])
            for key in self.bought
            if girl.points.get(key)
        )

    def _others(self, girl: Girl) -> Mapping[str, Value]:
        numbers = self.numbers(girl.numbers)
        most = numbers["SAN"]
        paid = self._paid(girl)
        start = most + total(paid)
        highest = start if girl.settings["knowledge_costs"] == _STRIKES else most
        return {
            "derived.SAN_start": _summed((Because("rule", "derived.SAN", plus=most), *paid)),
            "derived.DB": Value(self._bonus(numbers), (Because("rule", "derived.build"),)),
            "gem": Value(sanity.soul_gem(start, highest), (Because("rule", "derived.SAN_start"),)),
        }

    def _clouded(self, girl: Girl) -> Mapping[str, Value]:
        """Return the values that nobody knows because of her ability."""
        if girl.ability is None:
            return {}
        because = Because("row", f"innate_abilities.{girl.ability}")
        clouds = self.book.row("innate_abilities", girl.ability).get("clouds", ())
        return {f"derived.{name}": Value(None, (because,)) for name in clouds}


def _shares(girl: Girl) -> Iterator[tuple[str, Value]]:
    """Return what difficulties make of her attributes."""
    for share, difficulty in _SHARES.items():
        for name, number in girl.numbers.items():
            because = Because("rule", f"attributes.{name}", plus=target(number, difficulty))
            yield f"{share}.{name}", _summed((because,))


def _summed(reasons: Reasons) -> Value:
    return Value(total(reasons), reasons)
