"""What a hit with a weapon does."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from majokko_rules import catalog
from majokko_rules.errors import InvalidValue

Classes = Mapping[str, Mapping[str, Any]]
"""Weight classes by key."""

_COST: int = catalog.table(__package__, "combat")["attack"]["cost"]
_CLASSES: Classes = catalog.table(__package__, "weight_classes")["rows"]


@dataclass(frozen=True, slots=True)
class Weapon:
    """A weapon's DAM and WEI (1 to 100); its weight class sets its cost and what it adds."""

    damage: int
    weight: int
    classes: Classes = field(default_factory=lambda: _CLASSES, repr=False, hash=False)

    @property
    def weight_class(self) -> str:
        """The key of the class.

        >>> Weapon(14, 25).weight_class, Weapon(14, 26).weight_class
        ('light', 'standard')
        """
        borders = {row["to"]: key for key, row in self.classes.items()}
        reached = [border for border in borders if self.weight <= border]
        if not reached:
            raise InvalidValue("too_large", pointer="/weight", limit=max(borders))
        return borders[min(reached)]

    @property
    def cost(self) -> int:
        """DP of one attack.

        >>> Weapon(14, 20).cost, Weapon(14, 40).cost, Weapon(14, 75).cost
        (2, 4, 6)
        """
        return _COST * self.halves // 2

    @property
    def extra_die(self) -> int:
        """Sides of the die that a heavy weapon adds, or 0."""
        return int(self._class().get("extra_die", 0))

    def base_die(self, level: str) -> int:
        """Sides of the die that the base damage throws at a level of hit, or 0.

        A hard hit throws half of DAM on top of the other half; an extreme one does all of DAM,
        and a critical one throws half of it on top.
        """
        return {"regular": self.damage, "extreme": 0}.get(level, self.damage // 2)

    def times_factor(self, base: int) -> int:
        return base * self.halves // 2

    @property
    def halves(self) -> int:
        """The factor of its class, in halves."""
        return int(self._class()["halves"])

    def _class(self) -> Mapping[str, Any]:
        return self.classes[self.weight_class]


@dataclass(frozen=True, slots=True)
class Hit:
    damage: int
    wound: str | None
    """`light` where the level alone wounds; an attack that wounds anyway wounds heavily."""


def hit(weapon: Weapon, level: str, *, base: int = 0, extra: int = 0, bonus: int = 0) -> Hit:
    """Return what a hit does: `base` and `extra` are the dice thrown, `bonus` the damage bonus.

    >>> hit(Weapon(14, 40), "hard", base=4, bonus=3)
    Hit(damage=14, wound=None)
    """
    certain = {"regular": 0, "hard": weapon.damage // 2}.get(level, weapon.damage)
    damage = weapon.times_factor(certain + base) + extra + bonus
    return Hit(max(0, damage), "light" if level in ("extreme", "critical") else None)
