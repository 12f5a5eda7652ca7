"""A girl who is being made."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from majokko_rules.creation import Because

Reasons = tuple[Because, ...]
"""What a number came from; the number is their sum."""


PARTS = ("form", "passive", "active")
"""What is chosen for each weapon: how it hurts, and two attachments."""


@dataclass(frozen=True, slots=True)
class Weapon:
    """`values` are those of its kind; `chosen` are keys of rows by part, and its name."""

    kind: str
    values: Mapping[str, Reasons]
    chosen: Mapping[str, str | None] = field(
        default_factory=lambda: dict.fromkeys((*PARTS, "name"))
    )

    def having(self, part: str, choice: str) -> "Weapon":
        return replace(self, chosen={**self.chosen, part: choice})

    def value(self, name: str) -> int:
        return total(self.values[name])


@dataclass(frozen=True, slots=True)
class Contact:
    """Somebody who may know her; `level` is that of the check which decided it, and `points` are
    those that the tested skill was raised by.
    """

    name: str
    tested: str | None = None
    points: int = 0
    roll: int | None = None
    level: str | None = None


@dataclass(frozen=True, slots=True)
class Item:
    name: str
    weight: int


@dataclass(frozen=True, slots=True)
class Girl:
    """`mended` is the way and `mended_by` the face of its die, where it has one; `open` is what
    it has left to place: points, or exchanges.

    `points` are those spent on skills, `written` the player's words by field (`wish`, `friends.1`).
    """

    settings: Mapping[str, Any]
    attributes: Mapping[str, Reasons]
    mended: str | None = None
    mended_by: int | None = None
    open: int = 0
    age: int | None = None
    age_row: str | None = None
    points: Mapping[str, int] = field(default_factory=dict)
    narrowed: Mapping[str, str] = field(default_factory=dict)
    ability: str | None = None
    weapon: Weapon | None = None
    written: Mapping[str, str] = field(default_factory=dict)
    contacts: tuple[Contact, ...] = ()
    items: tuple[Item, ...] = ()

    @property
    def numbers(self) -> Mapping[str, int]:
        """Her attributes as numbers."""
        return {name: total(reasons) for name, reasons in self.attributes.items()}

    def value(self, attribute: str) -> int:
        return total(self.attributes[attribute])

    def because(self, attribute: str, *reasons: Because) -> "Girl":
        """Return her with more reasons for an attribute."""
        more = (*self.attributes[attribute], *reasons)
        return replace(self, attributes={**self.attributes, attribute: more})


def total(reasons: Sequence[Because]) -> int:
    return sum(each.plus or 0 for each in reasons)


def within(plus: int, value: int, cap: int) -> int:
    """Return how much of a change a value takes: up to the cap, and not below nothing.

    >>> within(10, 95, 99), within(-5, 3, 99), within(5, 99, 99)
    (4, -3, 0)
    """
    return max(-value, min(plus, max(0, cap - value)))
