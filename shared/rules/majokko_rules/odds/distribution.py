"""Exact probabilities: whole-number weights over a common denominator, never sampled."""

import operator
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from math import lcm
from typing import NamedTuple

from majokko_rules.odds.convolution import added, repeated
from majokko_rules.odds.polynomial import linear_steps
from majokko_rules.odds.work import Work


class Moments(NamedTuple):
    mean: Fraction
    variance: Fraction


class Distribution:
    """What a whole number may turn out to be, and how likely.

    `weights` maps value → weight > 0; probabilities are weight / `whole`. Weights may sum to less
    than `whole`: the missing part is the tail that was not followed. `moments` are given where a
    closed form knows the mean and variance of the whole, tail included; `beyond` where all values
    that were not followed are known to be that large or larger.

    >>> two = Distribution.die(6) + Distribution.die(6)
    >>> two.probability(7), two.mean
    (Fraction(1, 6), Fraction(7, 1))
    """

    __slots__ = ("_moments", "beyond", "weights", "whole")

    def __init__(
        self,
        weights: Mapping[int, int],
        whole: int,
        moments: Moments | None = None,
        beyond: int | None = None,
    ) -> None:
        self.weights = weights
        self.whole = whole
        self._moments = moments
        self.beyond = beyond

    @classmethod
    def certain(cls, value: int) -> "Distribution":
        return cls({value: 1}, 1)

    @classmethod
    def die(cls, sides: int) -> "Distribution":
        return cls(dict.fromkeys(range(1, sides + 1), 1), sides)

    @classmethod
    def of_faces(cls, faces: Iterable[int]) -> "Distribution":
        """A die with its own faces, each equally likely, repeats allowed."""
        weights: dict[int, int] = {}
        for face in faces:
            weights[face] = weights.get(face, 0) + 1
        return cls(weights, sum(weights.values()))

    @classmethod
    def of_list(
        cls, weights: Iterable[int], whole: int, *, low: int = 0, moments: Moments | None = None
    ) -> "Distribution":
        """Weights of `low`, `low` + 1, …; zeros are left out."""
        return cls({value: w for value, w in enumerate(weights, low) if w}, whole, moments)

    @classmethod
    def mixture(cls, parts: Sequence[tuple[int, "Distribution"]], whole: int) -> "Distribution":
        """One of several numbers: each part comes about in its weight of `whole` cases.

        >>> coin = Distribution.mixture([(1, Distribution.die(6)), (1, Distribution.die(2))], 2)
        >>> coin.probability(1)
        Fraction(1, 3)
        """
        common = lcm(*(part.whole for _, part in parts))
        weights: dict[int, int] = {}
        for times, part in parts:
            scale = times * (common // part.whole)
            for value, weight in part.weights.items():
                weights[value] = weights.get(value, 0) + weight * scale
        return cls(weights, whole * common, _mixed_moments(parts, whole))

    def __add__(self, other: "Distribution") -> "Distribution":
        """The sum of two independent numbers."""
        return self.plus(other)

    def __neg__(self) -> "Distribution":
        moments = self._moments and Moments(-self._moments.mean, self._moments.variance)
        return Distribution({-v: w for v, w in self.weights.items()}, self.whole, moments)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Distribution) and dict(self.items()) == dict(other.items())

    def __hash__(self) -> int:
        return hash(frozenset(self.items()))

    def __repr__(self) -> str:
        return f"Distribution({dict(self.weights)}, {self.whole})"

    def plus(self, other: "Distribution", work: Work | None = None) -> "Distribution":
        """The sum of two independent numbers."""
        weights = added(self.weights, other.weights, (work or Work()).spend)
        known = self._moments or other._moments  # noqa: SLF001 (the same class)
        moments = Moments(self.mean + other.mean, self.variance + other.variance) if known else None
        return Distribution(weights, self.whole * other.whole, moments, self._both_beyond(other))

    def _both_beyond(self, other: "Distribution") -> int | None:
        """Unfollowed sums have at least one unfollowed part."""
        ends = []
        for one, two in ((self, other), (other, self)):
            if one.beyond is not None:
                ends.append(one.beyond + min(two.weights))
            elif one.tail:
                return None
        return min(ends, default=None)

    def times(self, count: int, work: Work | None = None) -> "Distribution":
        """The sum of `count` such numbers, independent of each other.

        >>> Distribution.die(6).times(2).probability(7)
        Fraction(1, 6)
        """
        weights = repeated(self.weights, count, (work or Work()).spend)
        known = self._moments
        moments = Moments(count * known.mean, count * known.variance) if known else None
        return Distribution(weights, self.whole**count, moments)

    def product(self, other: "Distribution", work: Work | None = None) -> "Distribution":
        """One independent number times another."""
        result = self.combine(other, operator.mul, work)
        if self._moments or other._moments:  # noqa: SLF001 (the same class)
            mean = self.mean * other.mean
            squares = (self.variance + self.mean**2) * (other.variance + other.mean**2)
            result._moments = Moments(mean, squares - mean**2)  # noqa: SLF001
        return result

    def combine(
        self, other: "Distribution", operation: Callable[[int, int], int], work: Work | None = None
    ) -> "Distribution":
        """Apply `operation` to two independent numbers."""
        bits = self.whole.bit_length() + other.whole.bit_length()
        (work or Work()).spend(len(self.weights) * len(other.weights) * linear_steps(bits))
        weights: dict[int, int] = {}
        for a, wa in self.weights.items():
            for b, wb in other.weights.items():
                value = operation(a, b)
                weights[value] = weights.get(value, 0) + wa * wb
        return Distribution(weights, self.whole * other.whole)

    def map(self, change: Callable[[int], int]) -> "Distribution":
        weights: dict[int, int] = {}
        for value, weight in self.weights.items():
            new = change(value)
            weights[new] = weights.get(new, 0) + weight
        return Distribution(weights, self.whole)

    def items(self) -> Iterator[tuple[int, Fraction]]:
        """Values in ascending order with their exact probabilities."""
        return ((v, Fraction(self.weights[v], self.whole)) for v in sorted(self.weights))

    def floats(self) -> Iterator[tuple[int, float]]:
        """Values in ascending order with the nearest floats, for whoever writes them down."""
        return ((v, self.weights[v] / self.whole) for v in sorted(self.weights))

    def probability(self, of: int | Callable[[int], bool]) -> Fraction:
        """How likely one value is, or all values for which `of` is true."""
        if isinstance(of, int):
            return Fraction(self.weights.get(of, 0), self.whole)
        return Fraction(sum(w for v, w in self.weights.items() if of(v)), self.whole)

    @property
    def total(self) -> int:
        """The weight of all followed values; `whole` if nothing was cut off."""
        return sum(self.weights.values())

    @property
    def tail(self) -> Fraction:
        """How likely a value beyond the followed ones is; 0 for everything bounded."""
        return 1 - Fraction(self.total, self.whole)

    @property
    def mean(self) -> Fraction:
        """Exact; where a tail was cut off and no closed form knows better, that of the rest."""
        if self._moments:
            return self._moments.mean
        return Fraction(sum(v * w for v, w in self.weights.items()), self.total)

    @property
    def variance(self) -> Fraction:
        if self._moments:
            return self._moments.variance
        squares = Fraction(sum(v * v * w for v, w in self.weights.items()), self.total)
        return squares - self.mean**2


def _mixed_moments(parts: Sequence[tuple[int, Distribution]], whole: int) -> Moments | None:
    """Known where they cannot be worked out from the weights, and all cases are there."""
    bounded = all(part._moments is None for _, part in parts)  # noqa: SLF001
    if bounded or sum(times for times, _ in parts) < whole:
        return None
    mean = sum((times * part.mean for times, part in parts), Fraction()) / whole
    squares = sum((t * (p.variance + p.mean**2) for t, p in parts), Fraction()) / whole
    return Moments(mean, squares - mean**2)
