"""Tree → exact odds, never sampled.

The whole tree is forecast before anything is worked out: what would be too much work, and what
might be refused when it is rolled, is refused at once.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Callable
from itertools import accumulate

from majokko_rules.dice.conditions import HOLDS
from majokko_rules.dice.tree import Dice, Explode, Node, Notation, Relation, SuccessPool, postorder
from majokko_rules.dice.weighing.forecasts import Forecasts
from majokko_rules.odds import Distribution, Odds, Work

_ANSWER = 20
"""Steps for one value of an answer: somebody has to write it down."""

_UPWARDS = (">=", ">", "<>")


def odds_of(notation: Notation, work: Work | None = None) -> Odds:
    """Return the odds of one of the repeats.

    >>> from majokko_rules.dice.syntax import parse_tree
    >>> odds_of(parse_tree("2d6>=7")).success
    Fraction(7, 12)

    Raises BudgetExceeded (`odds_too_heavy`) above the limit of `work`, and whatever a roll of it
    might raise: a division by what may be zero, too many dice.
    """
    work = work or Work()
    work.share_tail(_endless(notation))
    forecasts = Forecasts(work, notation.times)
    left = forecasts.of(notation.expression)
    work.spend(_ANSWER * left.shape.values)
    if notation.compared is None:
        return Odds(left.run())
    relation, node = notation.compared
    right = forecasts.of(node)
    work.spend(4 * (left.shape.values + right.shape.values))
    return _compared(left.run(), relation, right.run())


def _endless(notation: Notation) -> int:
    """How many parts of a notation may throw dice again for as long as anybody cares to follow."""
    sides = (
        [notation.expression, notation.compared[1]] if notation.compared else [notation.expression]
    )
    return sum(_throws_again(node) for side in sides for node in postorder(side))


def _throws_again(node: Node) -> bool:
    if isinstance(node, Dice):
        return any(isinstance(rule, Explode) for rule in node.modifiers)
    return isinstance(node, SuccessPool)


def _compared(left: Distribution, relation: Relation, right: Distribution) -> Odds:
    """Odds of the left side, which succeeds where it compares so with an independent right one."""
    holds = HOLDS[relation]
    if len(right.weights) == 1:
        (number,) = right.weights
        beyond = left.beyond is not None and relation in _UPWARDS and holds(left.beyond, number)
        return Odds.judged(left, lambda total: holds(total, number), tail_succeeds=beyond)
    met = _meeting(relation, right)
    weights = {value: weight * met(value) for value, weight in left.weights.items()}
    part = Distribution({v: w for v, w in weights.items() if w}, left.whole * right.whole)
    return Odds(left, 1 - part.tail, {}, part)


def _meeting(relation: Relation, right: Distribution) -> Callable[[int], int]:
    """Return how to weigh the numbers on the right with which one on the left compares so."""
    values = sorted(right.weights)
    sums = [0, *accumulate(right.weights[value] for value in values)]
    weigh: dict[Relation, Callable[[int], int]] = {
        ">": lambda value: sums[bisect_left(values, value)],
        ">=": lambda value: sums[bisect_right(values, value)],
        "<": lambda value: sums[-1] - sums[bisect_right(values, value)],
        "<=": lambda value: sums[-1] - sums[bisect_left(values, value)],
        "=": lambda value: right.weights.get(value, 0),
        "<>": lambda value: sums[-1] - right.weights.get(value, 0),
    }
    return weigh[relation]
