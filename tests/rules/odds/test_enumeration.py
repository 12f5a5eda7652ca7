"""Odds are what comes of throwing the dice in every way: no second reading of the rules."""

from collections import defaultdict
from collections.abc import Sequence
from fractions import Fraction

import pytest
from hypothesis import given, reject, settings
from hypothesis import strategies as st

from majokko_rules.dice.evaluate import prepare
from majokko_rules.dice.odds import odds_of
from majokko_rules.dice.tree import Notation
from majokko_rules.distribution import TAIL, Odds
from majokko_rules.errors import RuleError
from majokko_rules.results import Result
from tests.rules.odds.small import all_ways, dice, notations

MANY = 3000

Ways = Sequence[tuple[Result, Fraction]]


def _check(notation: Notation) -> None:
    """Compare odds with all ways; only what both leave open may differ."""
    odds = _odds(notation)
    ways = all_ways(notation)
    unknown = 1 - sum((chance for _, chance in ways), Fraction())
    tail = odds.distribution.tail

    assert 0 <= tail < TAIL
    assert _difference(odds, ways) <= max(unknown, tail)
    if odds.success is not None:
        assert -tail <= odds.success - _won(ways) <= unknown


def _odds(notation: Notation) -> Odds:
    """Return odds; what nobody may roll, or only sometimes, makes a bad example."""
    try:
        prepare(notation)
        return odds_of(notation)
    except RuleError:
        reject()


def _difference(odds: Odds, ways: Ways) -> Fraction:
    """How far the probability of any one total is off."""
    found: dict[int, Fraction] = defaultdict(Fraction)
    for result, chance in ways:
        found[result.total] += chance
    values = {*found, *odds.distribution.weights}
    return max(abs(found[value] - odds.distribution.probability(value)) for value in values)


def _won(ways: Ways) -> Fraction:
    won = (chance for result, chance in ways if result.outcome and result.outcome.success)
    return sum(won, Fraction())


@settings(max_examples=150, deadline=None)
@given(notations)
def test_odds_are_the_sum_of_all_ways(notation: Notation) -> None:
    _check(notation)


@settings(max_examples=200, deadline=None)
@given(st.builds(Notation, dice))
def test_odds_of_dice_with_modifiers_are_the_sum_of_all_ways(notation: Notation) -> None:
    _check(notation)


@pytest.mark.long
@settings(max_examples=MANY, deadline=None)
@given(notations)
def test_odds_are_the_sum_of_all_ways_in_many_cases(notation: Notation) -> None:
    _check(notation)


@pytest.mark.long
@settings(max_examples=MANY, deadline=None)
@given(st.builds(Notation, dice))
def test_odds_of_many_dice_with_modifiers_are_the_sum_of_all_ways(notation: Notation) -> None:
    _check(notation)
