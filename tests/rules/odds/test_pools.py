"""Pools, totals and kept dice: closed forms against what they stand for."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from majokko_rules.dice import pools
from majokko_rules.dice.weighing.chains import Chain
from majokko_rules.dice.weighing.ranking import ranked
from majokko_rules.errors import BudgetExceeded
from majokko_rules.odds import TAIL, Distribution, Work

small_dice = st.lists(st.integers(-20, 20), min_size=1, max_size=4).map(Distribution.of_faces)


@pytest.mark.parametrize("sides", [2, 3, 10])
@pytest.mark.parametrize("line", [0, 1, 2, 5, 10, 12])
@pytest.mark.parametrize("again", [0, 2, 3, 9, 10, 11])
def test_a_die_that_is_thrown_again_starts_afresh(again: int, line: int, sides: int) -> None:
    """One die is worth what its face says and, if it is thrown again, what another is worth."""
    one = pools.successes(1, again, line, sides)
    for value in range(max(one.weights)):
        chance = Fraction()
        for face in range(1, sides + 1):
            left = value - (face >= line)
            more = one.probability(left) if again and face >= again else Fraction(left == 0)
            chance += more / sides

        assert one.probability(value) == chance


@pytest.mark.parametrize(("again", "line", "sides"), [(9, 8, 10), (2, 1, 4), (0, 5, 6), (3, 9, 6)])
def test_moments_of_pools_are_those_of_their_values(again: int, line: int, sides: int) -> None:
    odds = pools.successes(7, again, line, sides)
    mean = sum(value * float(chance) for value, chance in odds.items())
    squares = sum(value**2 * float(chance) for value, chance in odds.items())

    assert float(odds.mean) == pytest.approx(mean)
    assert float(odds.variance) == pytest.approx(squares - mean**2, abs=1e-9)


def test_a_pool_that_never_ends_is_refused() -> None:
    with pytest.raises(BudgetExceeded) as refusal:
        pools.successes(3, again=1)

    assert refusal.value.rule == "never_ends"


def test_a_pool_follows_no_more_than_it_must() -> None:
    odds = pools.successes(20, again=9)
    last = max(odds.weights)

    assert odds.tail < TAIL <= odds.tail + odds.probability(last)
    assert odds.beyond == last + 1


@given(st.integers(0, 40), st.integers(2, 12))
def test_the_total_of_dice_is_a_power_of_one(count: int, sides: int) -> None:
    expected = Distribution.die(sides).times(count)

    assert pools.total(count, sides) == expected


@given(st.integers(0, 6), st.integers(0, 8), st.booleans())
def test_keeping_more_dice_than_there_are_keeps_all(count: int, more: int, highest: bool) -> None:
    kept = pools.kept(count, 6, count + more, highest=highest)

    assert kept == pools.total(count, 6)


@given(small_dice, st.integers(1, 5), st.data())
def test_lowest_and_highest_mirror_each_other(
    die: Distribution, count: int, data: st.DataObject
) -> None:
    first = data.draw(st.integers(0, count - 1))
    last = data.draw(st.integers(first + 1, count))
    turned = ranked(count, -die, count - last, count - first)

    assert -turned == ranked(count, die, first, last)


def test_endless_parts_share_the_tail() -> None:
    work = Work()
    work.share_tail(4)

    assert pools.successes(9, again=8, work=work).tail < TAIL / 4


def test_the_sign_of_a_chain_turns_it_over() -> None:
    chain = Chain.of({1: 1}, {0: 2, 3: -1})
    turned = Chain.of({1: 1}, {0: 2, 3: -1}, -1)

    assert turned.sum_of(2) == -chain.sum_of(2)
    assert turned.shape(2) == -chain.shape(2)
    assert turned.sum_of(2).mean == -chain.sum_of(2).mean
