"""Several multipliers on one value: they merge, and only then act."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import reduce
from math import prod, trunc

from majokko_rules.errors import InvalidValue

Factor = int | Fraction


def merge(
    base: Factor,
    mults: Iterable[Factor] = (),
    divs: Iterable[Factor] = (),
    adds: Iterable[Factor] = (),
    *,
    real_world: bool = False,
) -> int:
    """Apply all that changes an abstract value: multipliers, divisors, then additions.

    Multipliers merge with each other: the first counts in full, every other one less than that by
    one. Divisors do the same among themselves, and so do multipliers below 1, which are divisors.
    Fractions are dropped once, at the end, towards zero. `real_world` quantities follow ordinary
    arithmetic instead (an option of the 2.x editions).

    >>> merge(10, mults=[2, 4], adds=[50]), merge(12, divs=[2, 2])
    (100, 4)
    >>> merge(10, mults=[Fraction(3, 2)]), merge(10, mults=[2, 4], real_world=True)
    (15, 80)

    Raises InvalidValue for factors that are not above zero.
    """
    factors = [*_positive(mults, "/mults"), *(1 / factor for factor in _positive(divs, "/divs"))]
    merged = prod if real_world else _merged
    up = merged([factor for factor in factors if factor >= 1])
    down = merged([1 / factor for factor in factors if factor < 1])
    return trunc(Fraction(base) * up / down + sum(adds))


def _merged(factors: Sequence[Fraction]) -> Fraction:
    return reduce(lambda merged, factor: merged + factor - 1, factors, Fraction(1))


def _positive(factors: Iterable[Factor], pointer: str) -> list[Fraction]:
    exact = [Fraction(factor) for factor in factors]
    for index, factor in enumerate(exact):
        if factor <= 0:
            raise InvalidValue("not_positive", pointer=f"{pointer}/{index}")
    return exact
