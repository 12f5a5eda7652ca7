"""Closed forms for many equal dice: sums, kept dice, dice worth points, success pools.

Each asks its `Work` for the steps it is about to make, and is refused when they are too many.
"""

from collections.abc import Mapping
from itertools import islice

from majokko_rules.dice.weighing.chains import Chain
from majokko_rules.dice.weighing.ranking import ranked
from majokko_rules.errors import BudgetExceeded
from majokko_rules.odds import Distribution, Work
from majokko_rules.odds.polynomial import linear_steps
from majokko_rules.odds.series import Quotient


def total(count: int, sides: int, work: Work | None = None) -> Distribution:
    """The sum of `count` dice of `sides` faces.

    >>> total(2, 6).probability(7)
    Fraction(1, 6)
    """
    (work or Work()).spend(total_steps(count, sides))
    equal_faces = Quotient({0: 1, sides: -1}, {0: 1, 1: -1})
    half = list(islice(equal_faces.power(count), count * (sides - 1) // 2 + 1))
    mirrored = half[: (count * (sides - 1) + 1) // 2]
    return Distribution.of_list(half + mirrored[::-1], sides**count, low=count)


def total_steps(count: int, sides: int) -> int:
    """The cost of `total`."""
    return (count * (sides - 1) + 1) * linear_steps(4 * count * sides.bit_length())


def points(count: int, ways: Mapping[int, int], work: Work | None = None) -> Distribution:
    """The sum of `count` equal dice, each worth a value in `ways` many of its faces.

    >>> points(12, {0: 6, 1: 3, 2: 1}).mean
    Fraction(6, 1)
    """
    return Distribution(ways, sum(ways.values())).times(count, work)


def kept(
    count: int,
    sides: int | tuple[int, ...],
    keep: int,
    *,
    highest: bool,
    work: Work | None = None,
) -> Distribution:
    """The sum of the `keep` highest, or lowest, of `count` dice; `sides` may be their faces.

    >>> kept(4, 6, 3, highest=True).probability(18)
    Fraction(7, 432)
    """
    keep = min(keep, count)
    first = 0 if highest else count - keep
    die = Distribution.die(sides) if isinstance(sides, int) else Distribution.of_faces(sides)
    return ranked(count, die, first, first + keep, work)


def successes(
    count: int, again: int = 10, line: int = 8, sides: int = 10, work: Work | None = None
) -> Distribution:
    """Successes of `count` dice: faces from `line` up, thrown again from `again` up (0: never).

    Followed until the rest is below the tail of `work`; mean and variance are those of the whole.

    >>> from fractions import Fraction
    >>> odds = successes(20, again=9)
    >>> odds.mean, odds.variance, odds.probability(0) == Fraction(7, 10) ** 20
    (Fraction(15, 2), Fraction(135, 16), True)
    """
    return succeeding(again, line, sides).sum_of(count, work)


def succeeding(again: int, line: int, sides: int) -> Chain:
    """The successes of one die and of all the dice it causes.

    With z marking a success, that is G = (miss + hit·z) / (end − both·z), because a die that is
    thrown again starts the same story afresh: `hit` faces succeed and end it, `both` faces
    succeed and go on, and `end` are all but those that only go on.
    """
    if again == 1:
        raise BudgetExceeded("never_ends")
    again, line = min(again or sides + 1, sides + 1), min(max(line, 1), sides + 1)
    both = sides + 1 - max(again, line)
    hit, only_again = max(again - line, 0), max(line - again, 0)
    above = {0: min(again, line) - 1, 1: hit}
    return Chain.of(above, {0: sides - only_again, 1: -both})
