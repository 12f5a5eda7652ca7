"""Exact odds against every way the dice can fall, and against an independent library."""

from collections.abc import Mapping
from fractions import Fraction

import icepool
import pytest

from majokko_rules import questions
from majokko_rules.results import Result
from tests.support.possibilities import enumerated

Asked = Mapping[str, object]

CHECKS: list[Asked] = [
    {},
    {"fixed": 3},
    {"fixed": 3, "target": 6},
    {"fixed": 3, "target": 7, "tiers": [5]},
    {"rolled": 3},
    {"rolled": 3, "target": 10},
    {"rolled": 2, "fixed": 2, "target": 12, "tiers": "half"},
    {"rolled": 3, "target": 13, "tiers": "half", "half": "up"},
    {"rolled": 4, "target": 16, "tiers": [6, 9, 12]},
    {"rolled": 3, "tiers": [8]},
    {"rolled": 3, "target": "infinite"},
    {"rolled": 3, "target": "infinite", "tiers": [10, 14]},
    {"rolled": 3, "fixed": 1, "anti": 2, "target": 6},
    {"rolled": 3, "fixed": 1, "anti": 2, "anti_first": "rolled", "target": 6},
    {"rolled": 3, "anti": 9, "target": 0},
    {"kind": "joint", "units": [{"rolled": 2}, {"fixed": 1}, {"rolled": 1}], "target": 12},
]


def ask(asked: Asked) -> questions.Question:
    return questions.of_check({"system": "aaws", **asked})


def level(result: Result) -> str | None:
    assert result.outcome is not None
    return result.outcome.level


def total_if_succeeding(result: Result) -> int | None:
    assert result.outcome is not None
    return result.total if result.outcome.success else None


@pytest.mark.parametrize("asked", CHECKS, ids=str)
def test_odds_are_the_sum_of_all_possibilities(asked: Asked) -> None:
    check = ask(asked)

    assert dict(check.odds().distribution.items()) == enumerated(check.roll, lambda r: r.total)


@pytest.mark.parametrize("asked", CHECKS, ids=str)
def test_levels_are_the_sum_of_all_possibilities(asked: Asked) -> None:
    check = ask(asked)
    levels = enumerated(check.roll, level)
    found = {name: chance for name, chance in check.odds().levels.items() if chance}

    assert found == {name: chance for name, chance in levels.items() if name}


@pytest.mark.parametrize("asked", CHECKS, ids=str)
def test_the_succeeding_part_is_what_succeeds(asked: Asked) -> None:
    check = ask(asked)
    odds = check.odds()
    succeeding = enumerated(check.roll, total_if_succeeding)
    succeeding.pop(None, None)

    assert dict(odds.succeeding.items() if odds.succeeding else ()) == succeeding
    assert (odds.success or 0) == sum(succeeding.values())
    assert (odds.success is None) is (asked.get("target") is None)


@pytest.mark.parametrize("dice", range(1, 6))
def test_no_fumble_means_no_one_on_any_die(dice: int) -> None:
    odds = ask({"rolled": dice, "target": 2 * dice}).odds()

    assert odds.success == 1 - odds.levels["fumble"] == Fraction(5, 6) ** dice


@pytest.mark.parametrize(("dice", "target"), [(8, 30), (12, 40), (20, 85)])
def test_many_dice_agree_with_icepool(dice: int, target: int) -> None:
    clean = dice @ icepool.Die([2, 3, 4, 5, 6])
    expected = Fraction(clean.quantity(">=", target), clean.denominator()) * Fraction(5, 6) ** dice

    assert ask({"rolled": dice, "target": target}).odds().success == expected
