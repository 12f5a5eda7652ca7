"""Dice that may be thrown again without end: the sum of what all of them are worth."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice
from math import isqrt, log

from majokko_rules.odds import TAIL, Distribution, Moments, Work
from majokko_rules.odds.convolution import Shape
from majokko_rules.odds.polynomial import linear_steps, product_steps
from majokko_rules.odds.series import Quotient


@dataclass(frozen=True, slots=True)
class Chain:
    """What one die and all that follow from it are worth: `low` and the exponents of a series.

    A `sign` of −1 turns all values over.
    """

    series: Quotient
    low: int = 0
    sign: int = 1

    @classmethod
    def of(cls, above: Mapping[int, int], below: Mapping[int, int], sign: int = 1) -> "Chain":
        """Move the series so that it begins at x⁰; `below` does already."""
        above = {i: x for i, x in above.items() if x}
        low = min(above)
        series = Quotient(
            {i - low: x for i, x in above.items()}, {i: x for i, x in below.items() if x}
        )
        return cls(series, low, sign)

    def sum_of(self, count: int, work: Work | None = None) -> Distribution:
        """The sum of `count` such dice, followed until the rest is below the tail of `work`."""
        work = work or Work()
        work.spend(self.steps(count, work.tail))
        followed = self._followed(count, work.tail) if self.series.gap else self._finite(count)
        ways, whole = followed
        low, moments = count * self.low, self._moments(count)
        found = Distribution.of_list(ways, whole, low=low, moments=moments)
        found.beyond = low + len(ways) if self.series.gap else None
        return found if self.sign > 0 else -found

    def _finite(self, count: int) -> tuple[list[int], int]:
        size = count * max(self.series.above) + 1
        return list(islice(self.series.power(count), size)), self.series.below[0] ** count

    def _followed(self, count: int, tail: Fraction) -> tuple[list[int], int]:
        """Coefficients over a common whole, which grows with each `gap` of them."""
        gap, base = self.series.gap, self.series.below[0]
        ways: list[int] = []
        left = whole = base**count
        for k, way in enumerate(self.series.power(count)):
            if k and k % gap == 0:
                left, whole = left * base, whole * base
            ways.append(way)
            left -= way
            if left * tail.denominator < whole * tail.numerator:
                break
        return _scaled(ways, gap, base), whole

    def _moments(self, count: int) -> Moments:
        mean, variance = self.series.moments()
        return Moments(count * (mean + self.low), count * variance)

    def steps(self, count: int, tail: Fraction = TAIL) -> int:
        """The cost of `sum_of`."""
        bits = self._bits(count, tail)
        each = 3 * self.series.reach() * linear_steps(bits) + product_steps(bits // 2, bits // 2)
        return (self._terms(count, tail) + 1) * each

    def shape(self, count: int, tail: Fraction = TAIL) -> Shape:
        """What `sum_of` may return, at the most."""
        low, terms = count * self.low, self._terms(count, tail)
        shape = Shape(low, low + terms, 1, terms + 1, self._bits(count, tail))
        return shape if self.sign > 0 else -shape

    def _bits(self, count: int, tail: Fraction) -> int:
        gap = self.series.gap
        growth = self._terms(count, tail) // gap if gap else 0
        return self.series.below[0].bit_length() * (count + growth) + 1

    def _terms(self, count: int, tail: Fraction) -> int:
        """Nine standard deviations, and then as far as the slow geometric end needs."""
        above, below = self.series
        if not self.series.gap:
            return count * max(above)
        mean, variance = self._moments(count)
        again = 1 - sum(below.values()) / below[0]
        slow = int(log(tail) / log(again)) * max(below)
        return int(mean) - count * self.low + 9 * isqrt(int(variance) + 1) + slow


def _scaled(ways: list[int], gap: int, base: int) -> list[int]:
    """Bring coefficients, each over its own power of `base`, to the last one's."""
    scale = 1
    for k in range(len(ways) - 1, -1, -1):
        ways[k] *= scale
        if k % gap == 0:
            scale *= base
    return ways
