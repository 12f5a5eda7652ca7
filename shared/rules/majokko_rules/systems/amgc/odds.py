"""Exact odds of pools and contests."""

from collections import Counter

from majokko_rules.dice.pools import points
from majokko_rules.dice.weighing.ranking import ranked
from majokko_rules.odds import Distribution, Odds, Work
from majokko_rules.systems.amgc.pool import FP_EXTRA, FP_WORTH, WORTH, Pool

_WAYS = Counter(WORTH)


def successes(pool: Pool, work: Work | None = None) -> Distribution:
    """Return the successes of a pool, FP and added successes included, never below zero."""
    dice, from_fp = _shown(pool, work)
    shift = from_fp + pool.successes
    return dice.map(lambda shown: max(0, shown + shift))


def _shown(pool: Pool, work: Work | None) -> tuple[Distribution, int]:
    """Return what the dice left to chance are worth, and what FP add for certain.

    Lifting the lowest dice of a roll leaves the highest ones as they fell.
    """
    if pool.spending == "extra":
        return points(pool.dice, _WAYS, work), pool.fp * FP_EXTRA
    left, certain = pool.dice - pool.fp, pool.fp * FP_WORTH
    if pool.spending == "after" and pool.fp:
        return ranked(pool.dice, Distribution.of_faces(WORTH), 0, left, work), certain
    return points(left, _WAYS, work), certain


def of_single(pool: Pool, target: int | None) -> Odds:
    distribution = successes(pool, Work())
    if target is None:
        return Odds(distribution)
    return _judged(distribution, distribution, target, ("success", "failure"))


def of_contest(attack: Pool, defence: Pool, *, tie_hits: bool) -> Odds:
    """Odds over the net successes, which a miss leaves at none."""
    work = Work()
    margin = successes(attack, work).combine(
        successes(defence, work), lambda ours, theirs: ours - theirs, work
    )
    net = margin.map(lambda left: max(0, left))
    return _judged(net, margin, 0 if tie_hits else 1, ("winner_0", "winner_1"))


def _judged(told: Distribution, margin: Distribution, least: int, names: tuple[str, str]) -> Odds:
    """Odds over `told`, where a `margin` of `least` or more has the first of two names."""
    reached = {value: weight for value, weight in margin.weights.items() if value >= least}
    part = Distribution(reached, margin.whole).map(lambda value: max(0, value))
    levels = {names[0]: 1 - part.tail, names[1]: part.tail}
    return Odds(told, levels[names[0]], levels, part)
