"""Exact odds of pools and contests."""

from collections import Counter

from majokko_rules.dice.pools import points
from majokko_rules.dice.ranking import ranked
from majokko_rules.distribution import Distribution, Odds, Work
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
    success = distribution.probability(lambda reached: reached >= target)
    return Odds(distribution, success, {"success": success, "failure": 1 - success})


def of_contest(attack: Pool, defence: Pool, *, tie_hits: bool) -> Odds:
    """Odds over the net successes, which a miss leaves at none."""
    work = Work()
    margin = successes(attack, work).combine(
        successes(defence, work), lambda ours, theirs: ours - theirs, work
    )
    hit = margin.probability(lambda net: net > 0 or (net == 0 and tie_hits))
    levels = {"hit": hit, "miss": 1 - hit}
    return Odds(margin.map(lambda net: max(0, net)), hit, levels)
