"""What a hit with a weapon does."""

from dataclasses import dataclass

from majokko_rules import catalog
from majokko_rules.errors import InvalidValue

_TABLE = catalog.table(__package__, "combat")
_WEIGHTS: list[dict[str, int]] = _TABLE["weights"]
_COST: int = _TABLE["attack"]["cost"]


@dataclass(frozen=True, slots=True)
class Weapon:
    """A weapon's DAM and WEI (1 to 100); its weight class sets its cost and what it adds."""

    damage: int
    weight: int

    @property
    def cost(self) -> int:
        """DP of one attack.

        >>> Weapon(14, 20).cost, Weapon(14, 40).cost, Weapon(14, 75).cost
        (2, 4, 6)
        """
        return _COST * self._class()["halves"] // 2

    @property
    def extra_die(self) -> int:
        """Sides of the die that a heavy weapon adds, or 0."""
        return self._class().get("extra_die", 0)

    def base_die(self, level: str) -> int:
        """Sides of the die that the base damage throws at a level of hit, or 0.

        A hard hit throws half of DAM on top of the other half; an extreme one does all of DAM,
        and a critical one throws half of it on top.
        """
        return {"regular": self.damage, "extreme": 0}.get(level, self.damage // 2)

    def times_factor(self, base: int) -> int:
        return base * self._class()["halves"] // 2

    def _class(self) -> dict[str, int]:
        found = [row for row in _WEIGHTS if self.weight <= row["to"]]
        if not found:
            raise InvalidValue("too_large", pointer="/weight", limit=_WEIGHTS[-1]["to"])
        return found[0]


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
