"""Exact odds of a check: sums of dice that show no 1, and the fumbles beside them."""

from fractions import Fraction

from majokko_rules.dice import pools
from majokko_rules.odds import Distribution, Odds, Work
from majokko_rules.systems.aaws.factors import FIXED, FUMBLE, SIDES, Factors, Goal, Level

_CLEAN = {face: 1 for face in range(1, SIDES + 1) if face != FUMBLE}


def of(factors: Factors, goal: Goal) -> Odds:
    """Return odds over the value, which a fumble has too."""
    work = Work()
    fixed = Distribution.certain(factors.fixed * FIXED)
    values = pools.total(factors.rolled, SIDES, work).plus(fixed, work)
    clean = pools.points(factors.rolled, _CLEAN, work).plus(fixed, work)
    parts = _by_level(clean, goal, SIDES**factors.rolled)
    levels: dict[str, Fraction] = {level: _measure(part) for level, part in parts.items()}
    levels["fumble"] = 1 - Fraction(clean.whole, SIDES**factors.rolled)
    if goal.target is None:
        return Odds(values, levels=levels)
    return Odds(values, levels["success"], levels, parts["success"])


def _by_level(clean: Distribution, goal: Goal, whole: int) -> dict[Level, Distribution]:
    """Split the values without a 1 by what they reach, each part over the `whole` of all throws."""
    weights: dict[Level, dict[int, int]] = {level: {} for level in goal.levels}
    for value, weight in clean.weights.items():
        if level := goal.level(value, fumbled=False):
            weights[level][value] = weight
    return {level: Distribution(part, whole) for level, part in weights.items()}


def _measure(part: Distribution) -> Fraction:
    return Fraction(part.total, part.whole)
