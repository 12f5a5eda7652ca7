"""A unit that is being made."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from majokko_rules.systems.aaws.procedure.units import Factor, Original, Unit

LEVELS = "levels"
OWN = "OWN"
"""Begins the ids of original factors that no ruleset has: its keys are in small letters."""


@dataclass(frozen=True, slots=True)
class Part:
    """A factor of an item, with the key of the original factor that it belongs to."""

    name: str
    original: str


@dataclass(frozen=True, slots=True)
class Item:
    """An item; its EP are the factors that it has at the start.

    A unit with the item equipped has its factors and what their notes bring, each until it is used.
    """

    id: str
    name: str
    parts: tuple[Part, ...]
    equipped: bool = False


@dataclass(frozen=True, slots=True)
class State:
    """`level` is what the game master allows; original factors of the ruleset bear their keys as
    names, until somebody reads them in a language.
    """

    level: int
    own_originals: bool
    unit: Unit
    words: Mapping[str, str] = field(default_factory=dict)
    items: tuple[Item, ...] = ()

    @property
    def spent(self) -> int:
        return sum(original.level for original in self.unit.originals)

    def adding(self, original: Original) -> "State":
        originals = (*self.unit.originals, original)
        return replace(self, unit=replace(self.unit, originals=originals))

    def raising(self, key: str) -> "State":
        originals = tuple(
            replace(one, level=one.level + 1) if one.id == key else one
            for one in self.unit.originals
        )
        return replace(self, unit=replace(self.unit, originals=originals))

    def registering(self, original: str, name: str) -> "State":
        number = self.unit.registered(original) + 1
        factor = Factor(f"{original}_{number}", original, name)
        return replace(self, unit=replace(self.unit, factors=(*self.unit.factors, factor)))

    def having(self, item: Item) -> "State":
        """Put an item in the place of the one with its id, or beside the others."""
        if all(one.id != item.id for one in self.items):
            return replace(self, items=(*self.items, item))
        items = tuple(item if one.id == item.id else one for one in self.items)
        return replace(self, items=items)
