"""Odds of `{…}`: members side by side, of which some are kept."""

from collections.abc import Sequence
from functools import reduce
from math import prod

from majokko_rules.dice.tree import Group, Node
from majokko_rules.dice.weighing.forecast import Forecast, certain
from majokko_rules.dice.weighing.mixture import Kind, mixed, mixing_steps
from majokko_rules.dice.weighing.ranking import ranked, ranked_steps, ranks
from majokko_rules.odds import PREPAID, Distribution, Work
from majokko_rules.odds.convolution import Shape, added_steps
from majokko_rules.odds.polynomial import linear_steps


def chosen(group: Group, shapes: Sequence[Shape], work: Work) -> Forecast:
    """Forecast the sum of the members kept."""
    count = len(shapes)
    first, last = ranks(count, group.modifiers)
    if last - first == count:
        return summed(shapes, work)
    if first >= last:
        return certain(0)
    if all(member == group.members[0] for member in group.members):
        shape = shapes[0].times(last - first)._replace(bits=shapes[0].bits * count)
        work.spend(ranked_steps(count, shapes[0], first, last))
        return Forecast(shape, lambda one, *_: ranked(count, one, first, last, PREPAID))
    if last - first == 1 and first in (0, count - 1):
        return _best(shapes, work, highest=first == 0)
    return _mixed(group.members, shapes, (first, last), work)


def summed(shapes: Sequence[Shape], work: Work) -> Forecast:
    """Forecast the sum of independent numbers."""
    shape = shapes[0]
    for other in shapes[1:]:
        work.spend(added_steps(shape, other))
        shape = shape.plus(other)
    return Forecast(shape, lambda *parts: reduce(lambda a, b: a.plus(b, PREPAID), parts))


def _best(shapes: Sequence[Shape], work: Work, *, highest: bool) -> Forecast:
    """The highest, or lowest, of independent numbers: all of them are at most that."""
    shape = _around(shapes)
    work.spend(shape.values * len(shapes) * linear_steps(8 * shape.bits))
    if highest:
        return Forecast(shape, lambda *members: _highest(members))
    return Forecast(shape, lambda *members: -_highest([-member for member in members]))


def _around(shapes: Sequence[Shape]) -> Shape:
    low, high = min(shape.low for shape in shapes), max(shape.high for shape in shapes)
    values = min(sum(shape.values for shape in shapes), high - low + 1)
    return Shape(low, high, 1, values, sum(shape.bits for shape in shapes))


def _highest(members: Sequence[Distribution]) -> Distribution:
    reached = [0] * len(members)
    weights: dict[int, int] = {}
    before = 0
    for value in sorted({value for member in members for value in member.weights}):
        reached = [r + m.weights.get(value, 0) for r, m in zip(reached, members, strict=True)]
        up_to = prod(reached)
        if up_to > before:
            weights[value] = up_to - before
        before = up_to
    return Distribution(weights, prod(member.whole for member in members))


def _mixed(
    nodes: Sequence[Node], shapes: Sequence[Shape], kept: tuple[int, int], work: Work
) -> Forecast:
    """Equal members are dice of one kind."""
    numbers = {node: nodes.count(node) for node in nodes}
    where = [nodes.index(node) for node in numbers]
    first, last = kept
    facing_up = kept if first <= len(nodes) - last else (len(nodes) - last, len(nodes) - first)
    around = _around(shapes)
    dice = [(count, shapes[at]) for count, at in zip(numbers.values(), where, strict=True)]
    work.spend(mixing_steps(dice, facing_up, around._replace(bits=1), around.bits))

    def run(*members: Distribution) -> Distribution:
        kinds = [Kind(n, members[at]) for n, at in zip(numbers.values(), where, strict=True)]
        values = {value for member in members for value in member.weights}
        worth = {value: Distribution.certain(value) for value in values}
        return mixed(kinds, first, last, worth, PREPAID)

    return Forecast(around.times(last - first)._replace(bits=around.bits), run)
