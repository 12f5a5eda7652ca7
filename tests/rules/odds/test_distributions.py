"""Laws of distributions, and of the ways to work them out."""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import islice, product
from math import lcm
from typing import TypeVar

import pytest
from hypothesis import assume, given, reject
from hypothesis import strategies as st

from majokko_rules.dice.limits import check_ends
from majokko_rules.dice.tree import Modifier, Node, Operator
from majokko_rules.dice.weighing.calculating import applied
from majokko_rules.dice.weighing.changes import die_of
from majokko_rules.dice.weighing.forecasts import Forecasts
from majokko_rules.dice.weighing.hands import followed
from majokko_rules.dice.weighing.mixture import Kind, mixed
from majokko_rules.dice.weighing.ranking import ranked
from majokko_rules.dice.weighing.throws import thrown
from majokko_rules.errors import BudgetExceeded, RuleError
from majokko_rules.odds import Distribution, Moments, Odds, Work
from majokko_rules.odds.convolution import Shape, added, repeated
from majokko_rules.odds.polynomial import power
from majokko_rules.odds.polynomial import product as multiplied
from majokko_rules.odds.series import Quotient
from tests.rules.odds.small import FACES, modifiers, nodes

Answer = TypeVar("Answer")

SPARSE = st.integers(-(10**6), 10**6)
VALUES = st.integers(-20, 20)
distributions = st.builds(
    lambda weights, more: Distribution(weights, sum(weights.values()) + more),
    st.dictionaries(VALUES | SPARSE, st.integers(1, 50), min_size=1, max_size=9),
    st.sampled_from([0, 0, 0, 1, 7]),
)
small_dice = st.lists(VALUES, min_size=1, max_size=4).map(Distribution.of_faces)
dense = st.lists(st.integers(0, 9), min_size=1, max_size=30).filter(any)


def distribution(chances: Mapping[int, Fraction]) -> Distribution:
    whole = lcm(*(chance.denominator for chance in chances.values()))
    return Distribution({value: int(chance * whole) for value, chance in chances.items()}, whole)


def brute(numbers: Sequence[Distribution]) -> list[tuple[tuple[int, ...], Fraction]]:
    """Every combination of independent numbers, with its probability."""
    ways = []
    for values in product(*(number.weights for number in numbers)):
        chance = Fraction(1)
        for number, value in zip(numbers, values, strict=True):
            chance *= number.probability(value)
        ways.append((values, chance))
    return ways


def summed(ways: Sequence[tuple[int, Fraction]]) -> dict[int, Fraction]:
    chances: dict[int, Fraction] = {}
    for value, chance in ways:
        chances[value] = chances.get(value, Fraction()) + chance
    return chances


@given(distributions, distributions)
def test_the_sum_of_two_numbers(one: Distribution, two: Distribution) -> None:
    expected = summed([(sum(values), chance) for values, chance in brute([one, two])])

    assert dict((one + two).items()) == expected


@given(distributions, distributions)
def test_the_product_of_two_numbers(one: Distribution, two: Distribution) -> None:
    expected = summed([(a * b, chance) for (a, b), chance in brute([one, two])])

    assert dict(one.product(two).items()) == expected


@given(distributions, st.integers(0, 6))
def test_drawing_again_is_adding(one: Distribution, count: int) -> None:
    expected = Distribution.certain(0)
    for _ in range(count):
        expected = expected + one

    assert one.times(count) == expected


@given(st.dictionaries(VALUES, st.integers(1, 9), min_size=1), st.integers(0, 30))
def test_all_ways_to_draw_again_agree(weights: dict[int, int], count: int) -> None:
    """Shifted and stretched values are the same question, though another way may be cheaper."""
    far = {value * 10**5 + 17: weight for value, weight in weights.items()}
    near = repeated(weights, count, lambda _: None)

    expected = {value * 10**5 + 17 * count: weight for value, weight in near.items()}
    assert repeated(far, count, lambda _: None) == expected


@given(dense, st.integers(0, 9))
def test_powers_by_packing_and_by_recurrence_agree(base: list[int], exponent: int) -> None:
    assume(base[0])
    size = (len(base) - 1) * exponent + 1

    series = Quotient(dict(enumerate(base)), {0: 1}).power(exponent)
    found = power(base, exponent)

    assert found + [0] * (size - len(found)) == list(islice(series, size))


@given(dense, dense)
def test_a_quotient_times_its_divisor_is_what_was_divided(above: list[int], end: list[int]) -> None:
    """(above / below) · below = above, with denominators put back."""
    assume(above[0])
    below = {0: sum(end) + 1} | {i: -x for i, x in enumerate(end, 1) if x}
    series = Quotient({i: x for i, x in enumerate(above) if x}, below)

    gap, base = series.gap, below[0]
    terms = [Fraction(x, base ** (1 + k // gap)) for k, x in enumerate(islice(series.power(1), 9))]

    back = [sum(below.get(i, 0) * terms[k - i] for i in range(k + 1)) for k in range(9)]
    assert back == (above + [0] * 9)[:9]


@given(dense, dense)
def test_products_of_polynomials(a: list[int], b: list[int]) -> None:
    expected = [0] * (len(a) + len(b) - 1)
    for (i, x), (j, y) in product(enumerate(a), enumerate(b)):
        expected[i + j] += x * y

    found = multiplied(a, b)

    assert found + [0] * (len(expected) - len(found)) == expected


@given(distributions)
def test_mean_and_variance_are_those_of_what_was_followed(one: Distribution) -> None:
    followed_ = 1 - one.tail
    mean = sum((v * p for v, p in one.items()), Fraction()) / followed_
    squares = sum((v * v * p for v, p in one.items()), Fraction()) / followed_

    assert one.mean == mean
    assert one.variance == squares - mean**2
    assert (-one).mean == -mean


@given(distributions, distributions)
def test_known_moments_are_carried_along(one: Distribution, two: Distribution) -> None:
    plain = one + two, one.product(two), one.times(3), -one
    known = Distribution(one.weights, one.whole, Moments(one.mean, one.variance))

    carried = known + two, known.product(two), known.times(3), -known

    assert [(each.mean, each.variance) for each in carried] == [
        (each.mean, each.variance) for each in plain
    ]


@given(distributions, distributions, st.integers(1, 9), st.integers(1, 9))
def test_a_mixture_is_one_of_its_parts(
    one: Distribution, two: Distribution, first: int, second: int
) -> None:
    mixture = Distribution.mixture([(first, one), (second, two)], first + second)

    for value in {*one.weights, *two.weights}:
        weighed = first * one.probability(value) + second * two.probability(value)
        assert mixture.probability(value) == weighed / (first + second)


@given(distributions)
def test_equal_distributions_are_equal_over_any_whole(one: Distribution) -> None:
    doubled = Distribution({v: 2 * w for v, w in one.weights.items()}, 2 * one.whole)

    assert doubled == one
    assert hash(doubled) == hash(one)
    assert doubled != one + Distribution.certain(1)


@given(distributions)
def test_floats_are_the_nearest_to_the_fractions(one: Distribution) -> None:
    assert list(one.floats()) == [(value, float(chance)) for value, chance in one.items()]


@given(small_dice, st.integers(0, 4), st.integers(0, 5), st.integers(0, 5))
def test_ranks_are_those_of_sorted_dice(
    die: Distribution, count: int, first: int, last: int
) -> None:
    last = min(last, count)
    ways = brute([die] * count)
    expected = summed([(sum(sorted(v, reverse=True)[first:last]), chance) for v, chance in ways])

    assert dict(ranked(count, die, first, last).items()) == expected


@given(
    st.lists(st.tuples(st.integers(0, 2), small_dice), min_size=1, max_size=3),
    st.integers(0, 3),
    st.integers(0, 5),
    st.booleans(),
)
def test_ranks_of_several_kinds(
    dice: list[tuple[int, Distribution]], first: int, last: int, doubled: bool
) -> None:
    """What a face is worth is itself or, half of the time, seven more."""
    values = {value for _, die in dice for value in die.weights}
    more = Distribution.of_faces([0, 7]) if doubled else Distribution.certain(0)
    worth = {value: Distribution.certain(value) + more for value in values}
    each = [die for count, die in dice for _ in range(count)]
    kept = max(0, min(last, len(each)) - first)
    ways = brute(each)
    shown = summed([(sum(sorted(v, reverse=True)[first:last]), chance) for v, chance in ways])

    found = mixed([Kind(count, die) for count, die in dice], first, last, worth)

    assert found == distribution(shown) + more.times(kept)


@given(nodes)
def test_a_forecast_is_an_upper_bound(node: Node) -> None:
    forecast = _unless_refused(lambda: Forecasts(Work(), 1).of(node))
    found = forecast.run()
    shape = forecast.shape

    assert shape.low <= min(found.weights)
    assert max(found.weights) <= shape.high
    assert len(found.weights) <= shape.values
    assert all((value - shape.low) % shape.step == 0 for value in found.weights)


@given(st.sampled_from("/%^"), small_dice, small_dice)
def test_forecasts_of_arithmetic_are_upper_bounds(
    sign: Operator, left: Distribution, right: Distribution
) -> None:
    if sign == "^":
        right = right.map(abs)
    assume(sign == "^" or 0 not in right.weights)
    forecast = applied(sign, Shape.of(left.weights), Shape.of(right.weights), Work())
    found = Shape.of(forecast.run(left, right).weights)

    assert forecast.shape.low <= found.low
    assert found.high <= forecast.shape.high
    assert found.values <= forecast.shape.values


@given(st.integers(1, 3), st.integers(2, 4) | FACES, modifiers)
def test_following_hands_and_closed_forms_agree(
    count: int, faces: int | tuple[int, ...], rules: tuple[Modifier, ...]
) -> None:
    die = die_of(faces, 0, Work())
    _unless_refused(lambda: check_ends(faces, rules))
    by_hand = _unless_refused(lambda: followed(count, faces, die, rules, Work()))
    closed = _unless_refused(lambda: thrown(count, faces, rules, Work())).run()

    tail = by_hand.tail + closed.tail
    for value in {*by_hand.weights, *closed.weights}:
        assert abs(by_hand.probability(value) - closed.probability(value)) <= tail


def _unless_refused(ask: Callable[[], Answer]) -> Answer:
    try:
        return ask()
    except RuleError:
        reject()


@given(distributions, st.integers(-30, 30))
def test_judging_splits_a_distribution(one: Distribution, line: int) -> None:
    odds = Odds.judged(one, lambda total: total >= line)
    sure = Odds.judged(one, lambda total: total >= line, tail_succeeds=True)

    assert odds.success == one.probability(lambda total: total >= line)
    assert sure.success == 1 - one.probability(lambda total: total < line)
    assert odds.succeeding is not None
    assert all(total >= line for total in odds.succeeding.weights)


@given(st.integers(1, 5), st.integers(1, 400))
def test_work_is_refused_before_it_is_done(spent: int, limit: int) -> None:
    work = Work(limit)
    work.spend(min(spent, limit))

    with pytest.raises(BudgetExceeded) as refusal:
        work.spend(limit)
    assert refusal.value.params == {"limit": limit}


@given(distributions)
def test_a_shape_describes_weights(one: Distribution) -> None:
    shape = Shape.of(one.weights)

    assert (shape.low, shape.high) == (min(one.weights), max(one.weights))
    assert not any((value - shape.low) % shape.step for value in one.weights)
    assert (-shape) == Shape.of((-one).weights)
    twice = Shape.of(added(one.weights, one.weights, lambda _: None))
    assert shape.plus(shape)[:2] == shape.times(2)[:2] == twice[:2]
    assert twice.values <= min(shape.plus(shape).values, shape.times(2).values)
