"""Who is at the table, and what they have: units with their factors, and what units share."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from majokko_rules.errors import InvalidValue
from majokko_rules.values import printable

Scope = Literal["present", "condition"]


@dataclass(frozen=True, slots=True)
class Original:
    """An original factor (原成功要素); as many factors as its level go under it."""

    id: str
    name: str
    level: int
    note: str | None = None


@dataclass(frozen=True, slots=True)
class Factor:
    """A success factor (成功要素) under an original one, and the action it was first used for."""

    id: str
    original: str
    name: str
    first_used: str | None = None


@dataclass(frozen=True, slots=True)
class Anti:
    """An anti factor (反成功要素) that a unit carries; `fumble` says that one was answered so."""

    id: str
    name: str
    fumble: bool = False


@dataclass(frozen=True, slots=True)
class Unit:
    """A character, pair, squad or ship; without a player it is the GM's.

    `reviewed` says that the GM has gone over its factors for over-general ones before play.
    """

    id: str
    name: str
    player: str | None
    originals: tuple[Original, ...] = ()
    factors: tuple[Factor, ...] = ()
    antis: tuple[Anti, ...] = ()
    reviewed: bool = False

    def factor(self, key: str) -> Factor | None:
        return next((one for one in self.factors if one.id == key), None)

    def original(self, key: str) -> Original | None:
        return next((one for one in self.originals if one.id == key), None)

    def anti(self, key: str) -> Anti | None:
        return next((one for one in self.antis if one.id == key), None)

    def registered(self, original: str) -> int:
        """Count the factors under an original one."""
        return sum(one.original == original for one in self.factors)


@dataclass(frozen=True, slots=True)
class Shared:
    """A factor of several units: of the `holders` who were present, or of all who meet a condition.

    It is `earned` by effort or an idea. An anti factor can be shared, too; `avoid` says how one
    gets around it, or rid of it.
    """

    id: str
    name: str
    scope: Scope
    earned: str
    holders: tuple[str, ...] = ()
    condition: str | None = None
    anti: bool = False
    avoid: str | None = None

    def belongs_to(self, unit: str) -> bool:
        """Whether a unit has it; who meets a condition is for the GM to judge."""
        return self.scope == "condition" or unit in self.holders


@dataclass(frozen=True, slots=True)
class Cast:
    """All units and shared factors of a table as they are now; a check only refers to them."""

    units: Mapping[str, Unit] = field(default_factory=dict)
    shared: Mapping[str, Shared] = field(default_factory=dict)

    @classmethod
    def of(cls, units: Sequence[Unit], shared: Sequence[Shared] = ()) -> "Cast":
        return cls({unit.id: unit for unit in units}, {one.id: one for one in shared})

    def unit(self, key: str, pointer: str = "/unit") -> Unit:
        """Raise InvalidValue for a unit that is not at the table."""
        unit = self.units.get(key)
        if unit is None:
            raise unknown(self.units, pointer)
        return unit


def unknown(known: Sequence[object] | Mapping[str, object], pointer: str) -> InvalidValue:
    """Say that something was named that is not there, and what is."""
    return InvalidValue("not_a_choice", pointer=pointer, choices=", ".join(map(_shown, known)))


def _shown(key: object) -> str:
    return printable(str(key))
