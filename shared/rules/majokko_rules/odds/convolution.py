"""Weights of sums: of two independent numbers, and of one number drawn several times.

Weights are a mapping value → whole number. Each question has a dense way, by one product of packed
polynomials, and a sparse one, pair by pair; the cheaper is taken, and `spend` is told its cost
before it is done.
"""

from collections.abc import Callable, Mapping
from itertools import islice
from math import comb, gcd
from typing import NamedTuple

from majokko_rules.odds.polynomial import linear_steps, packed, product_steps, unpacked
from majokko_rules.odds.series import Quotient

Weights = Mapping[int, int]
Spend = Callable[[int], None]

_FEW = 6
"""Up to so many values it is not worth asking which way is cheaper."""

_HUGE = 100
"""A number of values or draws, and a number of bits, beyond every budget of that."""


class Shape(NamedTuple):
    """What can be known of weights before they are worked out, or an upper bound of it.

    Values lie on `low`, `low` + `step` … `high`, `values` of them occur, and no weight has more
    than `bits` bits.
    """

    low: int
    high: int
    step: int
    values: int
    bits: int

    @classmethod
    def of(cls, weights: Weights) -> "Shape":
        low = min(weights)
        step = gcd(*[value - low for value in weights]) or 1
        return cls(low, max(weights), step, len(weights), sum(weights.values()).bit_length())

    @property
    def size(self) -> int:
        """How many numbers the grid has."""
        return (self.high - self.low) // self.step + 1

    def __neg__(self) -> "Shape":
        return self._replace(low=-self.high, high=-self.low)

    def plus(self, other: "Shape") -> "Shape":
        """The shape of the sum of two independent numbers."""
        low, high = self.low + other.low, self.high + other.high
        step = _common_step(self, other)
        values = min(self.values * other.values, (high - low) // step + 1)
        return Shape(low, high, step, values, self.bits + other.bits)

    def times(self, count: int) -> "Shape":
        """The shape of the sum of `count` such numbers."""
        low, high = self.low * count, self.high * count
        values = min((high - low) // self.step + 1, _multisets(self.values, count))
        return Shape(low, high, self.step, values, max(1, self.bits * count))


def _common_step(a: Shape, b: Shape) -> int:
    """A number that occurs alone has no step of its own."""
    steps = [shape.step for shape in (a, b) if shape.high > shape.low]
    return gcd(*steps) or 1


def _multisets(values: int, count: int) -> int:
    """How many hands of `count` dice there are, or some huge number."""
    if min(values, count) > _HUGE:
        return 1 << _HUGE
    return comb(count + values - 1, count)


class _Grid(NamedTuple):
    """Values as the exponents of a polynomial."""

    low: int
    step: int
    size: int

    def packed(self, weights: Weights, width: int) -> int:
        values = range(self.low, self.low + self.size * self.step, self.step)
        return packed([weights.get(value, 0) for value in values], width)

    def unpacked(self, number: int, width: int) -> dict[int, int]:
        return self.read(unpacked(number, width))

    def read(self, coefficients: list[int]) -> dict[int, int]:
        low, step = self.low, self.step
        return {low + step * i: w for i, w in enumerate(coefficients) if w}


class _Ways(NamedTuple):
    """The cost of each way to answer."""

    pairs: int
    power: int
    recurrence: int = 1 << _HUGE


def added(a: Weights, b: Weights, spend: Spend) -> dict[int, int]:
    """The weights of x + y for independent x and y.

    >>> added({1: 1, 2: 1}, {10: 1, 20: 3}, lambda steps: None)
    {11: 1, 21: 3, 12: 1, 22: 3}
    """
    if min(len(a), len(b)) <= _FEW:
        spend(len(a) * len(b))
        return _added_by_pairs(a, b)
    one, two = Shape.of(a), Shape.of(b)
    ways = _adding(one, two)
    spend(min(ways))
    if ways.pairs < ways.power:
        return _added_by_pairs(a, b)
    width, step = _width(one.bits + two.bits), _common_step(one, two)
    x, y = (_Grid(s.low, step, (s.high - s.low) // step + 1) for s in (one, two))
    both = _Grid(x.low + y.low, step, x.size + y.size - 1)
    return both.unpacked(x.packed(a, width) * y.packed(b, width), width)


def added_steps(a: Shape, b: Shape) -> int:
    """The cost of `added`."""
    if min(a.values, b.values) <= _FEW:
        return a.values * b.values
    return min(_adding(a, b))


def _adding(a: Shape, b: Shape) -> _Ways:
    bits, step = a.bits + b.bits, _common_step(a, b)
    sizes = ((a.high - a.low) // step + 1, (b.high - b.low) // step + 1)
    return _Ways(a.values * b.values * linear_steps(bits), _product_cost(*sizes, bits))


def _product_cost(a: int, b: int, bits: int) -> int:
    return product_steps(a * bits, b * bits) + (a + b) * linear_steps(bits)


def _width(bits: int) -> int:
    return (bits + 7) // 8


def _added_by_pairs(a: Weights, b: Weights) -> dict[int, int]:
    sums: dict[int, int] = {}
    for x, wx in a.items():
        for y, wy in b.items():
            sums[x + y] = sums.get(x + y, 0) + wx * wy
    return sums


def repeated(weights: Weights, count: int, spend: Spend) -> dict[int, int]:
    """The weights of the sum of `count` independent draws.

    >>> repeated({0: 6, 1: 3, 2: 1}, 2, lambda steps: None)
    {0: 36, 1: 36, 2: 21, 3: 6, 4: 1}
    """
    if count <= 1:
        return dict(weights) if count else {0: 1}
    shape = Shape.of(weights)
    ways = _repeating(shape, count)
    spend(min(ways))
    if ways.pairs == min(ways):
        return _repeated_by_pairs(weights, count)
    grid = _Grid(shape.low, shape.step, shape.size)
    result = _Grid(grid.low * count, grid.step, (grid.size - 1) * count + 1)
    if ways.power == min(ways):
        width = _width(shape.bits * count)
        return result.unpacked(grid.packed(weights, width) ** count, width)
    return result.read(_repeated_by_recurrence(weights, grid, count))


def repeated_steps(shape: Shape, count: int) -> int:
    """The cost of `repeated`."""
    return min(_repeating(shape, count)) if count > 1 else 0


def _repeating(shape: Shape, count: int) -> _Ways:
    bits, size = shape.bits * count, (shape.size - 1) * count + 1
    half = _multisets(shape.values, count - count // 2)
    return _Ways(
        pairs=half**2 * linear_steps(bits) * 2,
        power=2 * _product_cost(size // 2, size // 2, bits),
        recurrence=size * shape.values * 2 * linear_steps(bits),
    )


def _repeated_by_recurrence(weights: Weights, grid: _Grid, count: int) -> list[int]:
    above = {(value - grid.low) // grid.step: weight for value, weight in weights.items()}
    ways = Quotient(above, {0: 1}).power(count)
    return list(islice(ways, (grid.size - 1) * count + 1))


def _repeated_by_pairs(weights: Weights, count: int) -> dict[int, int]:
    """Square and multiply."""
    sums: dict[int, int] = {0: 1}
    for bit in f"{count:b}":
        sums = _added_by_pairs(sums, sums)
        if bit == "1":
            sums = _added_by_pairs(sums, weights)
    return sums
