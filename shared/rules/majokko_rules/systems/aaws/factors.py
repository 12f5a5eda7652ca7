"""Success factors: how many there are, what anti factors leave, what a roll makes of them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from majokko_rules import catalog

_FACTOR = catalog.table(__package__, "checks")["factor"]
SIDES: int = _FACTOR["sides"]
FIXED: int = _FACTOR["fixed"]
FUMBLE: int = _FACTOR["fumble"]

First = Literal["fixed", "rolled"]
Level = Literal["success", "middle", "failure", "fumble"]
Target = int | Literal["infinite"] | None
"""None is open: only the value counts. What is infinite may be tried, but is never reached."""


@dataclass(frozen=True, slots=True)
class Factors:
    """Approved factors; which of them to roll is decided before any die falls."""

    rolled: int
    fixed: int

    def without(self, anti: int, first: First = "fixed") -> "Factors":
        """Each anti factor takes one away, never more than there are.

        >>> Factors(rolled=2, fixed=2).without(3), Factors(rolled=2, fixed=2).without(9)
        (Factors(rolled=1, fixed=0), Factors(rolled=0, fixed=0))
        """
        if first == "fixed":
            fixed = min(anti, self.fixed)
            rolled = min(anti - fixed, self.rolled)
        else:
            rolled = min(anti, self.rolled)
            fixed = min(anti - rolled, self.fixed)
        return Factors(self.rolled - rolled, self.fixed - fixed)

    @property
    def count(self) -> int:
        return self.rolled + self.fixed

    @property
    def certain(self) -> int:
        """What all of them are worth without a roll.

        >>> Factors(rolled=1, fixed=2).certain
        6
        """
        return self.count * FIXED

    def value(self, faces: Sequence[int]) -> int:
        """Add up the faces of the rolled and the value of the fixed ones."""
        return sum(faces) + self.fixed * FIXED


@dataclass(frozen=True, slots=True)
class Goal:
    """A target, and middle values in ascending order for what falls short of it."""

    target: Target = None
    tiers: tuple[int, ...] = ()

    @classmethod
    def half(cls, target: Target, rounds: Literal["down", "up"] = "down") -> "Goal":
        """Half the target is the middle value; nothing lies half way to infinity.

        >>> Goal.half(7).tiers, Goal.half(7, "up").tiers, Goal.half("infinite").tiers
        ((3,), (4,), ())
        """
        if not isinstance(target, int):
            return cls(target)
        return cls(target, (target // 2 if rounds == "down" else -(-target // 2),))

    @property
    def levels(self) -> tuple[Level, ...]:
        """All that may come of it without a fumble."""
        middle: tuple[Level, ...] = ("middle",) if self.tiers else ()
        return middle if self.target is None else ("success", *middle, "failure")

    def reached(self, value: int) -> bool | None:
        """Say whether the value is enough; None where there is nothing to reach."""
        return None if self.target is None else self.target != "infinite" and value >= self.target

    def tier(self, value: int) -> int:
        """Count the middle values that are passed: more than each of them is needed.

        >>> Goal(12, (4, 8)).tier(8), Goal(12, (4, 8)).tier(9)
        (1, 2)
        """
        return sum(value > middle for middle in self.tiers)

    def level(self, value: int, *, fumbled: bool) -> Level | None:
        """A fumble beats everything, success a middle result, and that a failure."""
        if fumbled:
            return "fumble"
        reached = self.reached(value)
        if reached:
            return "success"
        if self.tier(value):
            return "middle"
        return None if reached is None else "failure"
