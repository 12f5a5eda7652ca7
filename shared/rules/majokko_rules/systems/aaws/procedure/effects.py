"""What a check does to units beyond itself, as data for whoever keeps the units."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Literal

from majokko_rules.systems.aaws.procedure.units import Anti, Factor, Shared, Unit


@dataclass(frozen=True, slots=True)
class Registered:
    """A new factor, which stays."""

    unit: str
    factor: str
    original: str
    name: str
    kind: Literal["registered"] = "registered"


@dataclass(frozen=True, slots=True)
class Renamed:
    """An over-general factor, narrowed to what it was first used for."""

    unit: str
    factor: str
    name: str
    kind: Literal["renamed"] = "renamed"


@dataclass(frozen=True, slots=True)
class Struck:
    """An over-general factor, taken away from a player who would not have it narrowed."""

    unit: str
    factor: str
    kind: Literal["struck"] = "struck"


@dataclass(frozen=True, slots=True)
class Used:
    """A factor's first use, and the action it was used for."""

    unit: str
    factor: str
    action: str
    kind: Literal["used"] = "used"


@dataclass(frozen=True, slots=True)
class Hindered:
    """An anti factor that answers a fumble; of everyone, if no unit is named."""

    unit: str | None
    anti: str
    name: str
    kind: Literal["hindered"] = "hindered"


Effect = Registered | Renamed | Struck | Used | Hindered


def applied(unit: Unit, effect: Effect) -> Unit:
    """Return the unit after one effect on it.

    >>> swords = Unit("u", "A", None, factors=(Factor("f", "o", "anything"),))
    >>> applied(swords, Renamed("u", "f", "swords")).factors[0].name
    'swords'
    """
    match effect:
        case Registered():
            new = Factor(effect.factor, effect.original, effect.name)
            return replace(unit, factors=(*unit.factors, new))
        case Renamed():
            return _changed(unit, effect.factor, name=effect.name)
        case Used():
            return _changed(unit, effect.factor, first_used=effect.action)
        case Struck():
            left = tuple(one for one in unit.factors if one.id != effect.factor)
            return replace(unit, factors=left)
        case Hindered():
            return replace(unit, antis=(*unit.antis, Anti(effect.anti, effect.name, fumble=True)))


def shared_by_all(effect: Hindered, units: Iterable[str], earned: str) -> Shared:
    """Return the anti factor of everyone present that answers a fumble."""
    return Shared(effect.anti, effect.name, "present", earned, tuple(units), anti=True)


def _changed(unit: Unit, key: str, **changes: str) -> Unit:
    factors = tuple(replace(one, **changes) if one.id == key else one for one in unit.factors)
    return replace(unit, factors=factors)
