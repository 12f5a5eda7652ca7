"""Exact odds against every way the dice can fall, and against an independent library."""

from collections.abc import Mapping
from fractions import Fraction

import icepool
import pytest

from majokko_rules import systems
from majokko_rules.results import Result
from tests.support.possibilities import enumerated

CHECKS = [
    {"stat": 6},
    {"stat": 6, "target": 2},
    {"stat": 6, "target": 0},
    {"stat": 7, "defence": True, "target": 9},
    {"stat": 0, "successes": 3, "target": 3},
    {"stat": 6, "successes": -2, "target": 1},
    {"stat": 6, "fp": 2, "target": 5},
    {"stat": 6, "fp": 3, "successes": -9},
    {"stat": 8, "fp": 1, "fp_after": True, "target": 4},
    {"stat": 8, "fp": 3, "fp_after": True, "successes": -7},
    {"stat": 6, "fp": 3, "fp_after": True},
    {"stat": 4, "fp": 4, "fp_extra": True, "target": 9},
    {"kind": "contest", "sides": [{"stat": 4}, {"stat": 5}]},
    {"kind": "contest", "sides": [{"stat": 3}, {"stat": 5}], "tie_hits": False},
    {"kind": "contest", "sides": [{"stat": 4, "fp": 1}, {"stat": 4, "fp": 1}], "fp_after": True},
    {"kind": "contest", "sides": [{"stat": 4, "successes": -1}, {"stat": 2, "dice": -5}]},
]


def _level(result: Result) -> str | None:
    assert result.outcome is not None
    return result.outcome.level


def _total_and_success(result: Result) -> tuple[int, bool]:
    return result.total, result.outcome is not None and result.outcome.success is True


@pytest.mark.parametrize("asked", CHECKS, ids=str)
def test_odds_are_the_sum_of_all_possibilities(asked: Mapping[str, object]) -> None:
    check = systems.check({"system": "amgc", **asked}, {})
    odds = check.odds()
    levels = enumerated(check.roll, _level)

    assert dict(odds.distribution.items()) == enumerated(check.roll, lambda result: result.total)
    assert {level: chance for level, chance in odds.levels.items() if chance} == (
        {} if levels == {None: 1} else levels
    )


@pytest.mark.parametrize("asked", CHECKS, ids=str)
def test_the_succeeding_part_is_what_succeeds(asked: Mapping[str, object]) -> None:
    check = systems.check({"system": "amgc", **asked}, {})
    part = check.odds().succeeding
    found = enumerated(check.roll, _total_and_success)

    assert {(total, True): chance for total, chance in (part.items() if part else ())} == {
        key: chance for key, chance in found.items() if key[1]
    }


@pytest.mark.parametrize("asked", CHECKS, ids=str)
def test_success_is_the_level_that_succeeds(asked: Mapping[str, object]) -> None:
    odds = systems.check({"system": "amgc", **asked}, {}).odds()
    by_level = odds.levels.get("success", odds.levels.get("winner_0"))

    assert odds.success == by_level
    assert odds.success is None or sum(odds.levels.values()) == 1


def test_a_pool_of_twelve_agrees_with_icepool() -> None:
    die = icepool.Die({0: 6, 1: 3, 2: 1})
    expected = {value: Fraction(weight, 10**12) for value, weight in (12 @ die).items()}

    assert dict(systems.check({"system": "amgc", "stat": 24}, {}).odds().distribution.items()) == (
        expected
    )


def test_fp_after_the_roll_agree_with_icepool() -> None:
    die = icepool.Die({0: 6, 1: 3, 2: 1})
    best = die.highest(9, 6) + 6
    expected = {value: Fraction(weight, best.denominator()) for value, weight in best.items()}
    check = {"system": "amgc", "stat": 18, "fp": 3, "fp_after": True}

    assert dict(systems.check(check, {}).odds().distribution.items()) == expected
