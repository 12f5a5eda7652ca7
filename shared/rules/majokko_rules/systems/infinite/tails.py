"""Mean and variance where a tail was cut off: the rest is measured, the tail is known from before.

Pools know the moments of all their successes. What happens to them afterwards (a bonus, a reroll,
a chance die's first face) treats every value of the tail alike, so the tail's share of the moments
carries over.
"""

from collections.abc import Iterable
from fractions import Fraction
from typing import NamedTuple

from majokko_rules.odds import Distribution, Moments


class Carried(NamedTuple):
    """What becomes of the tail: its values move by `shift`, `share` of its probability stays."""

    shift: int = 0
    share: Fraction = Fraction(1)


def with_tail(
    after: Distribution, before: Distribution, carried: Iterable[Carried]
) -> Distribution:
    """Return `after` with its exact moments, the tail of `before` included.

    What is missing from `after` besides the tail counts as zeros.
    """
    square = before.variance + before.mean**2
    tail = (before.tail, before.mean - _raw(before, 1), square - _raw(before, 2))
    mean, squares = _raw(after, 1), _raw(after, 2)
    for shift, share in carried:
        mean += share * (tail[1] + shift * tail[0])
        squares += share * (tail[2] + 2 * shift * tail[1] + shift**2 * tail[0])
    return Distribution(after.weights, after.whole, Moments(mean, squares - mean**2))


def _raw(distribution: Distribution, power: int) -> Fraction:
    weighed = sum(weight * value**power for value, weight in distribution.weights.items())
    return Fraction(weighed, distribution.whole)
