"""Powers of quotients of polynomials, coefficient by coefficient.

Sums of dice, success pools and explosions all have a generating function (A/B)ⁿ. It solves
A·B·F′ = n·(A′·B − A·B′)·F, and comparing coefficients gives each from the few before it that A·B
reaches back to. Polynomials are mappings exponent → coefficient.
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import NamedTuple

Terms = Mapping[int, int]


def multiplied(a: Terms, b: Terms) -> dict[int, int]:
    """The product of two polynomials, without zeros.

    >>> multiplied({0: 1, 1: 1}, {0: 1, 1: -1})
    {0: 1, 2: -1}
    """
    result: dict[int, int] = {}
    for i, x in a.items():
        for j, y in b.items():
            result[i + j] = result.get(i + j, 0) + x * y
    return {i: x for i, x in result.items() if x}


def derived(a: Terms) -> dict[int, int]:
    return {i - 1: i * x for i, x in a.items() if i}


class Quotient(NamedTuple):
    """`above` / `below`, both with a term at x⁰."""

    above: Terms
    below: Terms

    @property
    def gap(self) -> int:
        """How often the denominator grows: once in so many coefficients; 0 for never."""
        return min((i for i in self.below if i), default=0)

    def reach(self) -> int:
        """How many earlier coefficients each one is made of, at the most."""
        above, below = self._thinned()
        return len(above) * len(below) - 1

    def power(self, count: int) -> Iterator[int]:
        """Yield the coefficients without end, the k-th over below[0]^(count + k // gap).

        >>> from itertools import islice
        >>> list(islice(Quotient({0: 1}, {0: 2, 1: -1}).power(1), 4))  # 1/2, 1/4, 1/8 …
        [1, 1, 1, 1]
        """
        gap, base = self.gap, self.below[0]
        known = [self.above[0] ** count]
        first, links = self._links(count)
        for k in range(1, 1 << 62):
            yield known[-1]
            value = 0
            for back, plus, minus in links:
                if back > k:
                    break
                factor = plus - minus * (k - back)
                if gap and base != 1:
                    factor *= base ** (k // gap - (k - back) // gap)
                value += factor * known[k - back]
            known.append(value // (first * k))

    def _links(self, count: int) -> tuple[int, list[tuple[int, int, int]]]:
        """What to divide by, and for each earlier coefficient its distance and two factors."""
        above, below = self._thinned()
        left = multiplied(above, below)
        right = multiplied(derived(above), below)
        for i, x in multiplied(above, derived(below)).items():
            right[i] = right.get(i, 0) - x
        distances = sorted({i for i in left if i} | {i + 1 for i in right})
        links = [(i, count * right.get(i - 1, 0), left.get(i, 0)) for i in distances]
        return left[0], [link for link in links if any(link[1:])]

    def _thinned(self) -> tuple[Terms, Terms]:
        """Many equal neighbours become few terms when both sides are multiplied by 1 − x."""
        less = {0: 1, 1: -1}
        above, below = multiplied(self.above, less), multiplied(self.below, less)
        if len(above) * len(below) < len(self.above) * len(self.below):
            return above, below
        return self.above, self.below

    def moments(self) -> tuple[Fraction, Fraction]:
        """Mean and variance, if this is the generating function of a number."""
        above, below = _logarithm(self.above), _logarithm(self.below)
        mean = above[0] - below[0]
        return mean, mean + above[1] - below[1]


def _logarithm(a: Terms) -> tuple[Fraction, Fraction]:
    """The first two derivatives of log a(x) at x = 1."""
    value, first = sum(a.values()), derived(a)
    slope = Fraction(sum(first.values()), value)
    return slope, Fraction(sum(derived(first).values()), value) - slope**2
