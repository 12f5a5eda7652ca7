"""The pool of a check: how many d10 a stat gives, and what their faces are worth."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from majokko_rules import catalog
from majokko_rules.chance import Chance

Spending = Literal["before", "after", "extra"]
"""When FP act: declared before the roll (on dice in throw order), after it (on the lowest dice),
or as extra successes that touch no die.
"""

_CHECKS = catalog.table(__package__, "checks")
_STAT_PER_DIE: int = _CHECKS["dice"]["stat_per_die"]
WORTH: tuple[int, ...] = tuple(_CHECKS["dice"]["worth"])
"""Successes of each face, from 1 upwards."""

SIDES = len(WORTH)
FP_WORTH = WORTH[_CHECKS["fp"]["counts_as"] - 1]
FP_EXTRA: int = _CHECKS["fp"]["extra_successes"]


def size(stat: int, dice: int = 0, *, defence: bool = False) -> int:
    """Half the stat plus dice, never below none; attacks round up, defence checks down.

    >>> size(7), size(7, defence=True), size(1, -2)
    (4, 3, 0)
    """
    half = stat // _STAT_PER_DIE if defence else -(-stat // _STAT_PER_DIE)
    return max(0, half + dice)


def raised(faces: Sequence[int], fp: int, spending: Spending = "before") -> tuple[int, ...]:
    """Return which dice, by their place in throw order, count as a 10 thanks to FP.

    >>> raised([9, 3, 3, 8], 2), raised([9, 3, 3, 8], 2, "after")
    ((0, 1), (1, 2))
    """
    if spending == "extra":
        return ()
    places = range(len(faces))
    if spending == "after":
        return tuple(sorted(sorted(places, key=faces.__getitem__)[:fp]))
    return tuple(places[:fp])


def successes(
    faces: Sequence[int], fp: int = 0, successes: int = 0, spending: Spending = "before"
) -> int:
    """Count what the faces are worth, then add `successes`; never below zero.

    >>> successes([6, 10, 8, 3, 7, 3, 10]), successes([10, 8], fp=1), successes([7], successes=-3)
    (6, 3, 0)
    """
    lifted = raised(faces, fp, spending)
    own = sum(WORTH[face - 1] for place, face in enumerate(faces) if place not in lifted)
    from_fp = fp * FP_EXTRA if spending == "extra" else len(lifted) * FP_WORTH
    return max(0, own + from_fp + successes)


@dataclass(frozen=True, slots=True)
class Thrown:
    """One pool on the table."""

    faces: tuple[int, ...]
    successes: int
    raised: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Pool:
    """`dice` d10, `successes` added to what they show, `fp` points spent on them."""

    dice: int
    successes: int = 0
    fp: int = 0
    spending: Spending = "before"

    def throw(self, chance: Chance) -> Thrown:
        faces = tuple(chance.throw(self.dice, SIDES))
        counted = successes(faces, self.fp, self.successes, self.spending)
        return Thrown(faces, counted, raised(faces, self.fp, self.spending))
