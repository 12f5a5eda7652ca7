"""Forecasts of arithmetic with independent rolled numbers."""

import operator
from collections.abc import Callable, Iterable, Mapping, Sequence

from majokko_rules.dice.tree import Operator
from majokko_rules.dice.weighing.forecast import Forecast
from majokko_rules.odds import PREPAID, Distribution, Work
from majokko_rules.odds.convolution import Shape
from majokko_rules.odds.polynomial import linear_steps

_APPLY: Mapping[Operator, Callable[[int, int], int]] = {
    "/": operator.floordiv,
    "%": operator.mod,
    "^": operator.pow,
}


def signed(
    negative: Sequence[bool], run: Callable[..., Distribution]
) -> Callable[..., Distribution]:
    """Turn over what is subtracted, and give it to a sum."""

    def subtract(*parts: Distribution) -> Distribution:
        return run(*(-p if minus else p for minus, p in zip(negative, parts, strict=True)))

    return subtract


def multiplied(left: Shape, right: Shape, work: Work) -> Forecast:
    corners = [a * b for a in (left.low, left.high) for b in (right.low, right.high)]
    shape = _within(corners, left, right)
    if right.values == 1 and right.low:
        shape = shape._replace(step=left.step * abs(right.low))
    _reserve(left, right, work)
    return Forecast(shape, lambda a, b: a.product(b, PREPAID))


def applied(sign: Operator, left: Shape, right: Shape, work: Work) -> Forecast:
    """Forecast `/ % ^` by numbers that have been checked."""
    _reserve(left, right, work)
    corners = {"/": _quotients, "%": _remainders, "^": _powers}[sign](left, right)
    apply = _APPLY[sign]
    return Forecast(_within(corners, left, right), lambda a, b: a.combine(b, apply, PREPAID))


def _reserve(left: Shape, right: Shape, work: Work) -> None:
    pairs = left.values * right.values
    work.spend(2 * pairs * linear_steps(left.bits + right.bits))


def _within(corners: Iterable[int], left: Shape, right: Shape) -> Shape:
    """A shape between the outermost of some numbers."""
    known = tuple(corners)
    low, high = min(known), max(known)
    values = min(left.values * right.values, high - low + 1)
    return Shape(low, high, 1, values, left.bits + right.bits)


def _between(shape: Shape, numbers: Iterable[int]) -> list[int]:
    """The ends of a shape, and which of `numbers` lie in it."""
    inside = [number for number in numbers if shape.low <= number <= shape.high]
    return [shape.low, shape.high, *inside]


def _quotients(left: Shape, right: Shape) -> list[int]:
    divisors = [number for number in _between(right, (-1, 1)) if number]
    return [a // b for a in (left.low, left.high) for b in divisors]


def _remainders(_: Shape, right: Shape) -> list[int]:
    return [0, max(0, right.high - 1), min(0, right.low + 1)]


def _powers(left: Shape, right: Shape) -> list[int]:
    bases = _between(left, (-1, 0, 1))
    return [a**b for a in bases for b in _between(right, (right.high - 1, right.low + 1))]
