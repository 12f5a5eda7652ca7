"""How many dice of which kind lie on the table after an explosion that leaves extra dice there."""

import operator
from collections.abc import Iterator, Mapping
from fractions import Fraction

from majokko_rules.dice.weighing.chains import Chain
from majokko_rules.dice.weighing.changes import Explosion, alone
from majokko_rules.odds import Distribution, Work

Crowd = tuple[int, ...]
"""How many of each kind: dice that stay, dice that explode, extra dice that end, that go on; only
two kinds where extra dice are no different from the others.
"""

_STEPS = 40
"""What it costs to put two crowds together; more than it takes: most is found out late."""


def crowds(explosion: Explosion, dice: int, work: Work) -> tuple[Mapping[Crowd, int], int]:
    """Return crowds of so many dice and all that they bring, with weights over a whole.

    What is left out is less likely than the tail of `work`: half of it for long explosions of one
    die, half for crowds that are themselves too unlikely.
    """
    if explosion.uniform and explosion.cap is None:
        return _endless(explosion, dice, work)
    depth = explosion.depth(dice, work.tail)
    work.spend(100 * depth)
    one, whole = dict(_of_one(explosion, depth)), explosion.stay.whole * explosion.more.whole**depth
    if explosion.uniform:
        one = _merged(one)
    several = {tuple(0 for _ in next(iter(one))): 1}
    for thrown in range(1, dice + 1):
        work.spend(_STEPS * len(one) * len(several))
        several = _trimmed(_joined(several, one), whole**thrown, work.tail / dice)
    return several, whole**dice


def _endless(explosion: Explosion, dice: int, work: Work) -> tuple[Mapping[Crowd, int], int]:
    """Every die ends once; how many explode before all have ended is a series."""
    below = {0: explosion.more.whole, 1: -explosion.more.total}
    exploding = Chain.of({0: explosion.last.total}, below).sum_of(dice, work)
    return {(dice, n): weight for n, weight in exploding.weights.items()}, exploding.whole


def _of_one(explosion: Explosion, depth: int) -> Iterator[tuple[Crowd, int]]:
    more, last, whole = explosion.more.total, explosion.last.total, explosion.more.whole
    if explosion.stay.total:
        yield (1, 0, 0, 0), explosion.stay.total * whole**depth
    again = explosion.again.total
    if not again:
        return
    for k in range(depth):
        if last:
            yield (0, 1, 1, k), again * more**k * last * whole ** (depth - k - 1)
    if depth == explosion.cap and more:
        yield (0, 1, 0, depth), again * more**depth


def _joined(a: Mapping[Crowd, int], b: Mapping[Crowd, int]) -> dict[Crowd, int]:
    crowds: dict[Crowd, int] = {}
    for x, wx in a.items():
        for y, wy in b.items():
            both = tuple(map(operator.add, x, y))
            crowds[both] = crowds.get(both, 0) + wx * wy
    return crowds


def _trimmed(several: Mapping[Crowd, int], whole: int, tail: Fraction) -> dict[Crowd, int]:
    """Leave out crowds that together are less likely than half of `tail`."""
    least = whole * tail / (2 * len(several))
    return {crowd: weight for crowd, weight in several.items() if weight >= least}


def dice_of(explosion: Explosion) -> list[Distribution]:
    """Return the kinds of dice on the table, in the order of the numbers in a crowd."""
    parts = (explosion.stay, explosion.again, explosion.last, explosion.more)
    return [alone(part) for part in (parts[:2] if explosion.uniform else parts)]


def _merged(crowds: Mapping[Crowd, int]) -> dict[Crowd, int]:
    """Count extra dice with the others, where they are no different."""
    fewer: dict[Crowd, int] = {}
    for (stay, again, last, more), weight in crowds.items():
        crowd = (stay + last, again + more)
        fewer[crowd] = fewer.get(crowd, 0) + weight
    return fewer
