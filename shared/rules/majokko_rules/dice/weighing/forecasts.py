"""Forecasts of whole trees."""

import operator
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import prod

from majokko_rules.dice.arithmetic import check_right
from majokko_rules.dice.conditions import Faces
from majokko_rules.dice.limits import (
    check_count,
    check_dice,
    check_ends,
    check_faces,
    check_sides,
    within,
)
from majokko_rules.dice.pools import succeeding
from majokko_rules.dice.tree import (
    NOWHERE,
    Binary,
    Condition,
    CountingPool,
    Dice,
    Group,
    Labelled,
    Negative,
    Node,
    Number,
    Span,
    SuccessPool,
    Sum,
    postorder,
)
from majokko_rules.dice.weighing.calculating import applied, multiplied, signed
from majokko_rules.dice.weighing.counting import counted, pooled
from majokko_rules.dice.weighing.forecast import Forecast, certain, rolled
from majokko_rules.dice.weighing.groups import chosen, summed
from majokko_rules.dice.weighing.throws import thrown
from majokko_rules.odds import Distribution, Work
from majokko_rules.odds.convolution import Shape

_SETUP = 100
"""Steps of a forecast for one number of dice and of sides."""


@dataclass(frozen=True, slots=True)
class _Known:
    """A part that waits for the node it belongs to, and where the steps of its making begin."""

    shape: Shape
    start: int


@dataclass(frozen=True, slots=True)
class _Step:
    """Takes so many distributions that lie ready, and leaves one."""

    parts: int
    run: Callable[..., Distribution]


class Forecasts:
    """Forecasts trees, node by node, parts first; nothing here calls itself."""

    def __init__(self, work: Work, times: int) -> None:
        self._work = work
        self._times = times
        self._asked = 0
        self._known: list[_Known] = []
        self._steps: list[_Step] = []

    def of(self, root: Node) -> Forecast:
        steps: list[_Step] = []
        self._steps = steps
        for node in postorder(root):
            self._add(node)
        return Forecast(self._known.pop().shape, lambda: _made(steps))

    def _add(self, node: Node) -> None:
        parts = self._taken(len(node.children))
        start = parts[0].start if parts else len(self._steps)
        forecast = self._forecast(node, parts)
        needs = 0 if len(self._steps) == start else len(parts)
        self._steps.append(_Step(needs, forecast.run))
        self._known.append(_Known(forecast.shape, start))

    def _taken(self, count: int) -> list[_Known]:
        first = len(self._known) - count
        taken = self._known[first:]
        del self._known[first:]
        return taken

    def _forecast(self, node: Node, parts: list[_Known]) -> Forecast:
        shapes = [part.shape for part in parts]
        match node:
            case Number():
                forecast = certain(within(node.value, NOWHERE))
            case Labelled():
                forecast = Forecast(shapes[0], lambda part: part)
            case Negative():
                forecast = Forecast(-shapes[0], operator.neg)
            case Sum():
                forecast = self._sum(node, shapes)
            case Binary():
                forecast = self._binary(node, parts)
            case Group():
                forecast = _within(chosen(node, shapes, self._work), node.span)
            case Dice():
                forecast = _within(self._dice(node, self._rolled(parts)), node.span)
            case CountingPool():
                forecast = self._counting_pool(node, self._rolled(parts))
            case SuccessPool():
                forecast = self._success_pool(node, self._rolled(parts))
        return forecast

    def _rolled(self, parts: Sequence[_Known]) -> list[Distribution]:
        """Work numbers of dice and of sides out at once: what follows depends on each of them."""
        self._work.spend(_SETUP * prod(part.shape.values for part in parts))
        numbers: list[Distribution] = []
        for part in reversed(parts):
            numbers.append(_made(self._steps[part.start :]))
            del self._steps[part.start :]
        return numbers[::-1]

    def _sum(self, node: Sum, shapes: list[Shape]) -> Forecast:
        negative = [minus for minus, _ in node.terms]
        turned = [-s if minus else s for minus, s in zip(negative, shapes, strict=True)]
        forecast = _within(summed(turned, self._work), node.span)
        return Forecast(forecast.shape, signed(negative, forecast.run))

    def _binary(self, node: Binary, parts: list[_Known]) -> Forecast:
        if node.operator == "*":
            return _within(multiplied(parts[0].shape, parts[1].shape, self._work), node.span)
        (right,) = self._rolled(parts[1:])
        for value in right.weights:
            check_right(node.operator, value, node.span)
        self._steps.append(_Step(0, lambda: right))
        forecast = applied(node.operator, parts[0].shape, Shape.of(right.weights), self._work)
        return _within(forecast, node.span)

    def _ask(self, count: Distribution, span: Span) -> None:
        """Refuse what a roll might refuse: a negative number of dice, or too many of them."""
        check_count(min(count.weights), span)
        self._asked += max(count.weights)
        check_dice(self._asked * self._times, span)

    def _dice(self, node: Dice, numbers: list[Distribution]) -> Forecast:
        self._ask(numbers[0], node.span)
        if isinstance(node.sides, tuple):
            faces = check_faces(node.sides, node.span)
            return rolled(numbers, lambda count: self._thrown(node, count, faces), self._work)
        _check_sides(numbers[1], node.span)
        return rolled(numbers, lambda *cast: self._thrown(node, *cast), self._work)

    def _thrown(self, node: Dice, count: int, faces: Faces) -> Forecast:
        check_ends(faces, node.modifiers)
        return thrown(count, faces, node.modifiers, self._work)

    def _counting_pool(self, node: CountingPool, numbers: list[Distribution]) -> Forecast:
        pools = []
        for at in range(0, len(numbers), 2):
            count, sides = numbers[at : at + 2]
            self._ask(count, node.span)
            _check_sides(sides, node.span)
            pools.append(rolled((count, sides), self._counted(node.condition), self._work))
        forecast = summed([pool.shape for pool in pools], self._work)
        return Forecast(forecast.shape, lambda: forecast.run(*(pool.run() for pool in pools)))

    def _counted(self, condition: Condition | None) -> Callable[[int, int], Forecast]:
        return lambda count, sides: counted(count, sides, condition, self._work)

    def _success_pool(self, node: SuccessPool, numbers: list[Distribution]) -> Forecast:
        self._ask(numbers[0], node.span)
        chain = succeeding(node.again, node.line, node.sides)
        return rolled(numbers, lambda count: pooled(chain, count, self._work), self._work)


def _made(steps: Sequence[_Step]) -> Distribution:
    ready: list[Distribution] = []
    for step in steps:
        first = len(ready) - step.parts
        parts = ready[first:]
        del ready[first:]
        ready.append(step.run(*parts))
    return ready.pop()


def _check_sides(sides: Distribution, span: Span) -> None:
    """One side is odd, but harmless where it was rolled; where it was written, nobody gets here."""
    for number in sides.weights:
        check_sides(number, span, least=1)


def _within(forecast: Forecast, span: Span) -> Forecast:
    """Refuse numbers that no roll may come to."""
    within(forecast.shape.low, span)
    within(forecast.shape.high, span)
    return forecast
