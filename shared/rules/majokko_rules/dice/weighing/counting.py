"""Forecasts of pools: dice that are counted, not added."""

from math import gcd

from majokko_rules.dice.conditions import meeting
from majokko_rules.dice.tree import Condition
from majokko_rules.dice.weighing.chains import Chain
from majokko_rules.dice.weighing.forecast import Forecast, certain
from majokko_rules.odds import PREPAID, Distribution, Work
from majokko_rules.odds.convolution import Shape, repeated_steps


def counted(count: int, sides: int, condition: Condition | None, work: Work) -> Forecast:
    """Forecast how many of `count` dice meet `condition`; without one, none is counted."""
    hits = meeting(sides, (condition,)) if condition else 0
    if hits in (0, sides):
        return certain(count if hits else 0)
    common = gcd(hits, sides)
    ways = {0: (sides - hits) // common, 1: hits // common}
    work.spend(repeated_steps(Shape.of(ways), count))
    one = Distribution(ways, sides // common)
    return Forecast(Shape.of(ways).times(count), lambda: one.times(count, PREPAID))


def pooled(chain: Chain, count: int, work: Work) -> Forecast:
    """Forecast the sum of `count` dice with all that they bring."""
    work.spend(chain.steps(count, work.tail))
    prepaid = work.prepaid()
    return Forecast(chain.shape(count, work.tail), lambda: chain.sum_of(count, prepaid))
