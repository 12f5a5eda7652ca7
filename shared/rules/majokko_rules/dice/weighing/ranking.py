"""The sum of the dice at given ranks when all of them lie sorted, highest first.

Keeping and dropping from either end always leaves neighbouring ranks, so that this one question
answers `kh kl dh dl` in any combination.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from math import comb

from majokko_rules.dice.limits import ranking
from majokko_rules.dice.tree import Keep
from majokko_rules.odds import Distribution, Work
from majokko_rules.odds.convolution import Shape, repeated_steps
from majokko_rules.odds.polynomial import linear_steps, product_steps, unpacked, width_of


def ranks(count: int, keeps: Iterable[Keep]) -> tuple[int, int]:
    """The first rank that is kept, and the one behind the last.

    >>> ranks(5, [Keep(keep=False, highest=True, count=1), Keep(keep=True, highest=True, count=2)])
    (1, 3)
    """
    first, last = 0, count
    for rule in keeps:
        from_top, stay = ranking(rule, last - first)
        if from_top:
            last = first + stay
        else:
            first = last - stay
    return first, last


def ranked(
    count: int, die: Distribution, first: int, last: int, work: Work | None = None
) -> Distribution:
    """Sum the ranks from `first` up to but not including `last` of `count` dice, 0 the highest.

    >>> ranked(3, Distribution.die(6), 1, 2).mean  # the middle one
    Fraction(7, 2)
    """
    if first >= last:
        return Distribution({0: die.total**count}, die.whole**count)
    if last - first == count:
        return die.times(count, work)
    if first > count - last:
        return -ranked(count, -die, count - last, count - first, work)
    shape = Shape.of(die.weights)
    (work or Work()).spend(ranked_steps(count, shape, first, last))
    if last - first == 1:
        return _one(count, die, first)
    return _Ranking(count, die, first, last).solve(shape)


def ranked_steps(count: int, die: Shape, first: int, last: int) -> int:
    """The cost of `ranked`."""
    if first >= last:
        return 0
    if last - first == count:
        return repeated_steps(die, count)
    if first > count - last:
        first, last = count - last, count - first
    bits = count * die.bits
    if last - first == 1:
        return 2 * die.values * min(last, count - first) * linear_steps(32 * bits)
    wide = (die.size - 1) * (last - first) * bits
    taking = last * (last + 1) // 2 * linear_steps(wide)
    sums = last * min(last, count - last + 1) * linear_steps(bits)
    return die.values * (taking + sums + last * product_steps(wide // 2, bits))


def _one(count: int, die: Distribution, rank: int) -> Distribution:
    """A face shows at `rank` when more than `rank` dice reach it, but not the next higher face."""
    weights: dict[int, int] = {}
    reached, above, everything = 0, 0, die.total
    for face in sorted(die.weights, reverse=True):
        above += die.weights[face]
        reached, before = at_least(rank + 1, count, above, everything - above), reached
        weights[face] = reached - before
    return Distribution(weights, die.whole**count)


@dataclass(slots=True)
class _Ranking:
    """Faces are taken from the highest down.

    `above[j]` counts the ways that j named dice show faces taken so far, as a polynomial in the
    sum of those of them that stand at a kept rank, packed. When a face makes the dice reach rank
    `last`, all that is below it does not matter any more.
    """

    count: int
    die: Distribution
    first: int
    last: int

    def solve(self, shape: Shape) -> Distribution:
        width = width_of(self.die.total**self.count)
        ways = unpacked(self._packed_ways(shape, 8 * width), width)
        base = (self.last - self.first) * shape.low
        weights = {base + shape.step * i: w for i, w in enumerate(ways) if w}
        return Distribution(weights, self.die.whole**self.count)

    def _packed_ways(self, shape: Shape, bits: int) -> int:
        above = [1] + [0] * (self.last - 1)
        ways, below = 0, self.die.total
        for face in sorted(self.die.weights, reverse=True):
            weight, shift = self.die.weights[face], (face - shape.low) // shape.step * bits
            below -= weight
            ways += self._reaching_last(above, weight, below, shift)
            if below:
                self._take(above, weight, shift)
        return ways

    def _reaching_last(self, above: list[int], weight: int, below: int, shift: int) -> int:
        """Ways in which this face fills the ranks up to `last`."""
        ways = 0
        for j, poly in enumerate(above):
            if poly:
                here = at_least(self.last - j, self.count - j, weight, below)
                shown = (self.last - max(j, self.first)) * shift
                ways += comb(self.count, j) * here * poly << shown
        return ways

    def _take(self, above: list[int], weight: int, shift: int) -> None:
        """Let each of the named dice above also show this face."""
        for t in range(self.last - 1, 0, -1):
            ranked_here = max(0, t - self.first)
            factor = 1
            for i in range(1, t + 1):
                factor = factor * weight
                poly = above[t - i]
                if poly:
                    above[t] += comb(t, i) * factor * poly << min(i, ranked_here) * shift


def at_least(least: int, count: int, weight: int, below: int) -> int:
    """Ways that `least` or more of `count` dice show a face and the others something below."""
    if 2 * least > count:
        return _between(least, count, count, weight, below)
    return int((weight + below) ** count) - _between(0, least - 1, count, weight, below)


def _between(low: int, high: int, count: int, weight: int, below: int) -> int:
    return sum([comb(count, b) * weight**b * below ** (count - b) for b in range(low, high + 1)])
