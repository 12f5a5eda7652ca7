"""Weights of sums: of two independent numbers, and of one number drawn several times.

Weights are a mapping value → whole number. Each question has a dense way, by one product of packed
polynomials, and a sparse one, pair by pair; the cheaper is taken, and `spend` is told its cost
before it is done.
"""

from collections.abc import Callable, Mapping
from math import comb, gcd
from typing import NamedTuple

from majokko_rules.polynomial import linear_steps, packed, product_steps, unpacked, width_of

Weights = Mapping[int, int]
Spend = Callable[[int], None]

_FEW = 6
"""Up to so many values it is not worth asking which way is cheaper."""


class _Grid(NamedTuple):
    """Values low, low + step, low + 2·step … as the exponents of a polynomial."""

    low: int
    step: int
    size: int

    @classmethod
    def of(cls, weights: Weights, step: int = 0) -> "_Grid":
        low = min(weights)
        step = step or gcd(*[value - low for value in weights]) or 1
        return cls(low, step, (max(weights) - low) // step + 1)

    def packed(self, weights: Weights, width: int) -> int:
        values = range(self.low, self.low + self.size * self.step, self.step)
        return packed([weights.get(value, 0) for value in values], width)

    def unpacked(self, number: int, width: int) -> dict[int, int]:
        return self.read(unpacked(number, width))

    def read(self, coefficients: list[int]) -> dict[int, int]:
        low, step = self.low, self.step
        return {low + step * i: w for i, w in enumerate(coefficients) if w}


def added(a: Weights, b: Weights, spend: Spend) -> dict[int, int]:
    """The weights of x + y for independent x and y.

    >>> added({1: 1, 2: 1}, {10: 1, 20: 3}, lambda steps: None)
    {11: 1, 21: 3, 12: 1, 22: 3}
    """
    pairs = len(a) * len(b)
    if min(len(a), len(b)) <= _FEW:
        spend(pairs)
        return _added_by_pairs(a, b)
    step = gcd(_Grid.of(a).step, _Grid.of(b).step)
    one, two = _Grid.of(a, step), _Grid.of(b, step)
    width = width_of(sum(a.values()) * sum(b.values()))
    dense = _product_cost(one.size, two.size, 8 * width)
    sparse = pairs * linear_steps(8 * width)
    spend(min(dense, sparse))
    if sparse < dense:
        return _added_by_pairs(a, b)
    both = _Grid(one.low + two.low, step, one.size + two.size - 1)
    return both.unpacked(one.packed(a, width) * two.packed(b, width), width)


def _product_cost(a: int, b: int, bits: int) -> int:
    return product_steps(a * bits, b * bits) + (a + b) * linear_steps(bits)


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
    grid = _Grid.of(weights)
    width = width_of(sum(weights.values()) ** count)
    result = _Grid(grid.low * count, grid.step, (grid.size - 1) * count + 1)
    by_power = 2 * _product_cost(result.size // 2, result.size // 2, 8 * width)
    by_recurrence = result.size * len(weights) * 2 * linear_steps(8 * width)
    by_pairs = _pairs_cost(len(weights), count, 8 * width)
    spend(min(by_power, by_recurrence, by_pairs))
    if by_pairs < min(by_power, by_recurrence):
        return _repeated_by_pairs(weights, count)
    if by_power < by_recurrence:
        return result.unpacked(grid.packed(weights, width) ** count, width)
    return result.read(_repeated_by_recurrence(weights, grid, count))


def _repeated_by_recurrence(weights: Weights, grid: _Grid, count: int) -> list[int]:
    """Q = Pⁿ solves P·Q′ = n·P′·Q; each coefficient follows from those before (J. C. P. Miller)."""
    lowest = weights[grid.low]
    others = [((v - grid.low) // grid.step, w) for v, w in weights.items() if v != grid.low]
    ways = [lowest**count]
    for k in range(1, (grid.size - 1) * count + 1):
        sum_ = 0
        for i, weight in others:
            if i <= k:
                sum_ += ((count + 1) * i - k) * weight * ways[k - i]
        ways.append(sum_ // (k * lowest))
    return ways


def _pairs_cost(values: int, count: int, bits: int) -> int:
    """As if every combination of draws had a sum of its own."""
    half = count - count // 2
    sums = comb(half + values - 1, min(half, values - 1))
    return int(sums**2 * linear_steps(bits) * 2)


def _repeated_by_pairs(weights: Weights, count: int) -> dict[int, int]:
    """Square and multiply."""
    sums: dict[int, int] = {0: 1}
    for bit in f"{count:b}":
        sums = _added_by_pairs(sums, sums)
        if bit == "1":
            sums = _added_by_pairs(sums, weights)
    return sums
