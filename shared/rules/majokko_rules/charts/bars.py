"""What a chart shows of a distribution: how many bars, where each begins and ends."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import gcd

from majokko_rules.odds import Odds

_CALM = 20
"""Up to so many values everything is drawn, however unlikely."""

_INVISIBLE = 20_000
"""Of more values, the ends that together are less likely than 1 in so many are left out."""


@dataclass(frozen=True, slots=True)
class Bar:
    """The values from `low` to `high`; `success` is the part of `probability` that succeeds.

    `success` is None throughout where the odds cannot tell.
    """

    low: int
    high: int
    probability: float
    success: float | None

    @property
    def label(self) -> str:
        if self.low == self.high:
            return str(self.low).replace("-", "\u2212")
        return f"{self.low}\u2026{self.high}".replace("-", "\u2212")


@dataclass(frozen=True, slots=True)
class Bars:
    bars: Sequence[Bar]
    outside: float
    """How likely a value is that no bar shows."""


def bars_of(odds: Odds, most: int) -> Bars:
    """Return at most `most` bars.

    Neighbouring values have a bar each, values that never come up leave a gap. Where values lie
    too far apart for that, only those that come up have bars; where they are too many, each bar
    stands for as many neighbours as it must.
    """
    values = _visible(odds)
    parts = _slices(values, most)
    weights, whole = odds.distribution.weights, odds.distribution.whole
    good = odds.succeeding
    bars = [
        Bar(
            low,
            high,
            _sum(weights, inside) / whole,
            None if good is None else _sum(good.weights, inside) / good.whole,
        )
        for low, high, inside in parts
    ]
    return Bars(bars, (whole - _sum(weights, values)) / whole)


def _visible(odds: Odds) -> list[int]:
    """Return the values in ascending order, without ends too unlikely to see."""
    values = sorted(odds.distribution.weights)
    if len(values) <= _CALM:
        return values
    weights, whole = odds.distribution.weights, odds.distribution.whole
    first = _negligible((weights[v] for v in values), whole)
    last = len(values) - _negligible((weights[v] for v in reversed(values)), whole)
    return values[first:last]


def _negligible(weights: Iterable[int], whole: int) -> int:
    """How many of the first weights together are too unlikely to see."""
    seen = 0
    for index, weight in enumerate(weights):
        seen += weight
        if seen * _INVISIBLE > whole:
            return index
    return 0


def _slices(values: Sequence[int], most: int) -> list[tuple[int, int, Sequence[int]]]:
    """Cut ascending values into (low, high, the values between)."""
    low, high = values[0], values[-1]
    step = gcd(*(value - low for value in values)) or 1
    if (high - low) // step < most:
        known = set(values)
        slots = range(low, high + 1, step)
        return [(value, value, (value,) if value in known else ()) for value in slots]
    if len(values) <= most:
        return [(value, value, (value,)) for value in values]
    return _binned(values, _bin_width(high - low + 1, most))


def _bin_width(span: int, most: int) -> int:
    """Return the least of 1, 2, 5, 10, 20 … that needs at most `most` bins."""
    width = 1
    while True:
        for factor in (1, 2, 5):
            if span // (factor * width) + 2 <= most:
                return factor * width
        width *= 10


def _binned(values: Sequence[int], width: int) -> list[tuple[int, int, Sequence[int]]]:
    """Bins begin at multiples of their width, but for the outer ones that end where values do."""
    inside: dict[int, list[int]] = {}
    for value in values:
        inside.setdefault(value // width, []).append(value)
    first, last = values[0], values[-1]
    return [
        (max(first, b * width), min(last, (b + 1) * width - 1), inside.get(b, ()))
        for b in range(first // width, last // width + 1)
    ]


def _sum(weights: Mapping[int, int], values: Sequence[int]) -> int:
    return sum(weights.get(value, 0) for value in values)
