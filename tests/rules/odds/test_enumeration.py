"""Odds are what comes of throwing the dice in every way: no second reading of the rules."""

from collections import defaultdict
from collections.abc import Sequence
from fractions import Fraction

import pytest
from hypothesis import assume, given, reject, settings
from hypothesis import strategies as st

from majokko_rules.dice.evaluate import prepare
from majokko_rules.dice.odds import odds_of
from majokko_rules.dice.syntax import parse_tree
from majokko_rules.dice.tree import Notation
from majokko_rules.errors import RuleError
from majokko_rules.odds import TAIL, Odds
from majokko_rules.results import Result
from tests.rules.odds.small import MOST, all_ways, dice, notations

MANY = 3000

Ways = Sequence[tuple[Result, Fraction]]


def _check(notation: Notation) -> None:
    """What nobody may roll, or only sometimes, or in too many ways, makes a bad example."""
    try:
        prepare(notation)
        odds = odds_of(notation)
    except RuleError:
        reject()
    ways = all_ways(notation)
    assume(len(ways) < MOST)
    _compare(odds, ways)


def _compare(odds: Odds, ways: Ways) -> None:
    """Only what both leave open may differ."""
    unknown = 1 - sum((chance for _, chance in ways), Fraction())
    tail = odds.distribution.tail

    assert 0 <= tail < TAIL
    assert _difference(odds, ways) <= max(unknown, tail)
    if odds.success is not None:
        assert -tail <= odds.success - _won(ways) <= unknown


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


@settings(max_examples=150)
@given(notations)
def test_odds_are_the_sum_of_all_ways(notation: Notation) -> None:
    _check(notation)


@settings(max_examples=200)
@given(st.builds(Notation, dice))
def test_odds_of_dice_with_modifiers_are_the_sum_of_all_ways(notation: Notation) -> None:
    _check(notation)


# One for each way in which odds are found, and some that were once found wrong.
HARD = [
    "3d{0,-1}kh2!!dl1",
    "2d3kh2!>2kl1",
    "2d4kh1!!>2kl1",
    "3d3kh2ro1!cap2dl1",
    "3d3!>1cap1kh2r1",
    "2d4r1!kh1min2",
    "3d3r1!>2kl2max2",
    "2d{1,2,2}!2kl1",
    "2d4!2kl2dh1",
    "3d3!cap1dl1",
    "2d{-2,1,3}!<>3",
    "2d4!<3",
    "2d4ro3!!>3min2",
    "(1d2)d3!kh1",
    "(1d3)d(1d2+1)kl1",
    "{2d3,1d4,1d4}kh2",
    "{1d4,1d4,1d3+1}dh1",
    "{2d3,2d3}kl1",
    "{1d6-3,2d2}kl1",
    "2a5k3m6*2-1d3",
    "7/(1d3)-2d2%2",
    "1d3^1d3>=1d4",
    "2b3+1b(1d2+2)>=2",
]


@pytest.mark.parametrize("text", HARD)
def test_odds_of_hard_cases_are_the_sum_of_all_ways(text: str) -> None:
    notation = parse_tree(text)
    ways = all_ways(notation)

    assert len(ways) < MOST
    _compare(odds_of(notation), ways)


@pytest.mark.long
@settings(max_examples=MANY)
@given(notations)
def test_odds_are_the_sum_of_all_ways_in_many_cases(notation: Notation) -> None:
    _check(notation)


@pytest.mark.long
@settings(max_examples=MANY)
@given(st.builds(Notation, dice))
def test_odds_of_many_dice_with_modifiers_are_the_sum_of_all_ways(notation: Notation) -> None:
    _check(notation)
