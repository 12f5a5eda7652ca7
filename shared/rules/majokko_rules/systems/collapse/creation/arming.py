"""Her weapon: what its dice give, how it hurts, and two attachments."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import ClassVar

from majokko_rules.chance import Chance
from majokko_rules.creation import Because, Offer, OneOf, Pending, Picks, Value, Words
from majokko_rules.systems.collapse.creation.attributes import Derived
from majokko_rules.systems.collapse.creation.blows import Blows
from majokko_rules.systems.collapse.creation.book import Book
from majokko_rules.systems.collapse.creation.dice import rolled
from majokko_rules.systems.collapse.creation.girl import PARTS, Girl, Weapon, total


@dataclass(frozen=True, slots=True)
class Arming:
    """One offer throws for every kind of weapon, so that dice seen cannot be thrown again."""

    book: Book
    derived: Derived
    name: ClassVar[str] = "weapon"
    starts: ClassVar[tuple[str, ...]] = ("weapon",)

    def offers(self, girl: Girl) -> Iterator[Offer]:
        if girl.age is None:
            return
        if girl.weapon is None:
            kind = OneOf("kind", self.book.keys("weapon_kinds"))
            yield Offer("weapon", self.name, "weapon", pick=(kind,))
            return
        for part in PARTS:
            if choices := self._choices(girl.weapon, part):
                yield Offer(f"weapon.{part}", self.name, part, pick=(OneOf(part, choices),))
        words = Words("name", self.book.number("name_letters"))
        yield Offer("weapon.name", self.name, "name", pick=(words,))

    def pending(self, girl: Girl) -> Iterator[Pending]:
        if girl.age is None:
            return
        if girl.weapon is None:
            yield Pending("weapon", self.name, ("weapon",))
            return
        for part in PARTS:
            if girl.weapon.chosen[part] is None and self._choices(girl.weapon, part):
                yield Pending(f"weapon.{part}", self.name, (f"weapon.{part}",))

    def purse(self, girl: Girl) -> Mapping[str, int]:
        del girl
        return {}

    def take(self, girl: Girl, offer: Offer, picks: Picks, chance: Chance) -> Girl:
        if girl.weapon is None:
            return replace(girl, weapon=self._made(str(picks["kind"]), chance))
        part = offer.id.removeprefix("weapon.")
        return replace(girl, weapon=girl.weapon.having(part, str(picks[part])))

    def values(self, girl: Girl) -> Mapping[str, Value]:
        if girl.weapon is None:
            return {}
        weapon = girl.weapon
        return {
            "weapon.kind": _chosen(weapon.kind, "weapon_kinds"),
            **{f"weapon.{n}": Value(total(why), why) for n, why in weapon.values.items()},
            **Blows(self.book, weapon, self.derived.bonus(girl)).values(),
            **{f"weapon.{part}": _part(part, key) for part, key in weapon.chosen.items() if key},
        }

    def _made(self, kind: str, chance: Chance) -> Weapon:
        wanted = self.book.row("weapon_kinds", kind)["values"]
        rows = [self.book.row("weapon_values", each) for each in wanted]
        return Weapon(kind, rolled("weapon_values", rows, chance))

    def _choices(self, weapon: Weapon, part: str) -> tuple[str, ...]:
        if part == "form":
            return self.book.keys("damage_forms")
        return tuple(
            row.key
            for row in self.book.rows("attachments")
            if row["use"] == part and row.get("needs", "DAM") in weapon.values
        )


_TABLES = {"form": "damage_forms", "passive": "attachments", "active": "attachments"}


def _part(part: str, key: str) -> Value:
    """Tell a row by its key; a name is only words."""
    if part in _TABLES:
        return _chosen(key, _TABLES[part])
    return Value(key, (Because("choice", f"weapon.{part}"),))


def _chosen(key: str, table: str) -> Value:
    return Value(key, (Because("choice", f"{table}.{key}"),))
