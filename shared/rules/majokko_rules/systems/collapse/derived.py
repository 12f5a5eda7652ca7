"""What follows from a girl's attributes."""

from dataclasses import dataclass
from typing import Any

from majokko_rules import catalog
from majokko_rules.systems.collapse import sanity

_TABLE = catalog.table(__package__, "girls")
_NUMBERS: dict[str, Any] = _TABLE["derived"]
_BONUS: dict[str, Any] = _TABLE["damage_bonus"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Attributes:
    """The attributes that others follow from; `causality` is POW, `size` SIZ, `memory` MEM."""

    strength: int
    constitution: int
    dexterity: int
    intelligence: int
    causality: int
    emotion: int
    memory: int
    size: int


@dataclass(frozen=True, slots=True)
class DamageBonus:
    """Added to the damage of a blow: dice, or a number."""

    dice: int = 0
    sides: int = 0
    flat: int = 0

    def __str__(self) -> str:
        return f"+{self.dice}d{self.sides}" if self.dice else f"{self.flat:+}"


@dataclass(frozen=True, slots=True)
class Derived:
    """Fractions are dropped everywhere; `sanity_target` is what a sanity check rolls under."""

    hp: int
    mp: int
    mp_per_round: int
    san: int
    sanity_target: int
    damage_bonus: DamageBonus
    life_points: int
    battle_points: int
    dodge: int


def damage_bonus(build: int) -> DamageBonus:
    """Return the bonus for half of strength and size together.

    >>> str(damage_bonus(32)), str(damage_bonus(63)), str(damage_bonus(144))
    ('-2', '+1d4', '+3d6')
    """
    for band in _BONUS["bands"]:
        if build <= band["to"]:
            return DamageBonus(**{name: n for name, n in band.items() if name != "to"})
    beyond = _BONUS["beyond"]
    further = (build - _BONUS["bands"][-1]["to"] - 1) // beyond["every"]
    return DamageBonus(beyond["dice"] + further, beyond["sides"])


def derive(of: Attributes) -> Derived:
    n = _NUMBERS
    return Derived(
        hp=of.constitution // n["hp_of_constitution"],
        mp=of.causality // n["mp_of_causality"],
        mp_per_round=of.emotion // n["round_mp_of_emotion"],
        san=(2 * n["san_from"] - of.causality - of.emotion) // 2,
        sanity_target=sanity.mark(of.emotion).target,
        damage_bonus=damage_bonus((of.strength + of.size) // 2),
        life_points=n["life_points"] * (of.intelligence + of.memory),
        battle_points=(of.strength + of.dexterity) // 2,
        dodge=(of.dexterity + 100 - of.size) // n["dodge_of"],
    )
