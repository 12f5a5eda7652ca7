"""What odds will cost and how large they will be, known before they are worked out."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import product
from math import prod

from majokko_rules.odds import Distribution, Work
from majokko_rules.odds.convolution import Shape
from majokko_rules.odds.polynomial import linear_steps


@dataclass(frozen=True, slots=True)
class Forecast:
    """The shape of a distribution, and how to get it: from those of the parts, in their order.

    Whoever makes a forecast has asked the `Work` for all steps that `run` will make.
    """

    shape: Shape
    run: Callable[..., Distribution]


def certain(value: int) -> Forecast:
    return Forecast(Shape(value, value, 1, 1, 1), lambda *_: Distribution.certain(value))


def rolled(
    numbers: Sequence[Distribution], forecast: Callable[..., Forecast], work: Work
) -> Forecast:
    """Forecast what depends on numbers that are known or were rolled themselves."""
    cases = [
        (prod(weight for _, weight in case), forecast(*(value for value, _ in case)))
        for case in product(*(number.weights.items() for number in numbers))
    ]
    if len(cases) == 1:
        return cases[0][1]
    whole = prod(number.whole for number in numbers)
    shape = hull((case.shape for _, case in cases), whole)
    work.spend(len(cases) * shape.values * linear_steps(shape.bits))
    return Forecast(
        shape, lambda: Distribution.mixture([(w, case.run()) for w, case in cases], whole)
    )


def hull(shapes: Iterable[Shape], whole: int) -> Shape:
    """The shape of a mixture over `whole` cases."""
    known = tuple(shapes)
    low, high = min(shape.low for shape in known), max(shape.high for shape in known)
    values = min(sum(shape.values for shape in known), high - low + 1)
    bits = max(shape.bits for shape in known) + whole.bit_length()
    return Shape(low, high, 1, values, bits)
