"""Exact odds against every way the dice can fall, published figures, and another library."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeVar

import icepool
import pytest

from majokko_rules import questions
from majokko_rules.questions import Question
from tests.rules.collapse.asked import asked, told
from tests.support.possibilities import every

Key = TypeVar("Key", int, str)

CHECKS: list[dict[str, object]] = [
    {"value": 60},
    {"value": 49},
    {"value": 0},
    {"value": 130},
    {"value": 60, "difficulty": "hard"},
    {"value": 99, "difficulty": "hard", "fumble_by_skill": True},
    {"value": 4, "difficulty": "extreme"},
    {"value": 60, "bonus": 1},
    {"value": 60, "penalty": 1},
    {"value": 45, "penalty": 2},
    {"value": 60, "opponent": 60, "bonus": 1, "force": True},
    {"value": 60, "opponent": 120, "physical": True},
    {"kind": "luck", "values": [60, 45]},
    {"kind": "luck_instead", "value": 60},
    {"kind": "recall", "value": 60},
    {"kind": "combined", "values": [70, 30], "require": "all"},
    {"kind": "combined", "values": [70, 30, 55], "require": "any", "difficulty": "hard"},
    {"kind": "combined", "values": [70, 30], "require": "any", "penalty": 1},
    {"kind": "social", "value": 60, "opponent": 70, "argument": True},
    {"kind": "social", "value": 60, "stance": "supports"},
    {"kind": "social", "value": 60, "opponent": 95, "stance": "against"},
    {"kind": "rd", "value": 60, "dc": 30},
    {"kind": "rd", "value": 40, "dc": 50},
    {"kind": "rd", "value": 1, "dc": 5},
    {"kind": "sanity", "emotion": 60, "loss": "1/1d6"},
    {"kind": "sanity", "emotion": 40, "loss": "0/1d3+1d4"},
    {"kind": "sanity", "emotion": 45, "loss": "1d4/1d8+1"},
    {"kind": "sanity", "emotion": 100, "loss": "1/2"},
    {"kind": "opposed", "sides": [{"value": 60}, {"value": 80}]},
    {"kind": "opposed", "sides": [{"value": 50}, {"value": 50}]},
    {"kind": "opposed", "sides": [{"value": 60}, {"value": 30}], "nobody_wins": True},
    {"kind": "opposed", "sides": [{"value": 60}, {"value": 80}], "tie_break": "lower_value"},
    {"kind": "opposed", "sides": [{"value": 60}, {"value": 80}], "tie_break": "stalemate"},
    {"kind": "together", "opponent": 150, "girls": [60, 70, 45]},
    {"kind": "together", "opponent": 40, "girls": [60, 70], "require": "all"},
    {"kind": "together", "opponent": 220, "girls": [60, 70]},
    {"kind": "several", "values": [60, 45], "require": "all"},
    {"kind": "several", "values": [60, 45], "require": "one", "difficulty": "extreme"},
    {"kind": "several", "values": [60], "require": "one", "others": [45]},
    {"kind": "several", "values": [60], "require": "all", "others": [30], "per_attempt": 1},
]


@dataclass(frozen=True)
class Counted:
    totals: Mapping[int, Fraction]
    levels: Mapping[str, Fraction]
    succeeding: Mapping[int, Fraction]


def counted(question: Question) -> Counted:
    """Go through all dice of a question."""
    found = list(every(question.roll))
    return Counted(
        _added((result.total, chance) for result, chance in found),
        _added((str(told(result).level), chance) for result, chance in found),
        _added((result.total, chance) for result, chance in found if told(result).success),
    )


def _added(pairs: Iterable[tuple[Key, Fraction]]) -> Mapping[Key, Fraction]:
    sums: dict[Key, Fraction] = {}
    for key, chance in pairs:
        sums[key] = sums.get(key, Fraction(0)) + chance
    return sums


@pytest.mark.parametrize("fields", CHECKS, ids=lambda fields: asked(**fields).notation)
def test_odds_are_those_of_all_possible_dice(fields: dict[str, object]) -> None:
    check = asked(**fields)
    odds, truth = check.odds(), counted(check)

    assert odds.succeeding is not None
    assert dict(odds.distribution.items()) == truth.totals
    assert dict(odds.succeeding.items()) == truth.succeeding
    assert {level: chance for level, chance in odds.levels.items() if chance} == truth.levels
    assert odds.success == sum(truth.succeeding.values())
    assert sum(odds.levels.values()) == 1
    assert odds.distribution.tail == 0


PUBLISHED = [
    # bonus dice, then P(≤ 50), P(≤ 25), P(≤ 10), P(1), P(100), mean
    (0, "1/2", "1/4", "1/10", "1/100", "1/100", "101/2"),
    (1, "3/4", "87/200", "19/100", "19/1000", "1/1000", "34"),
    (2, "7/8", "229/400", "271/1000", "271/10000", "1/10000", "103/4"),
]


@pytest.mark.parametrize("row", PUBLISHED, ids=lambda row: f"{row[0]} bonus dice")
def test_bonus_dice_have_their_published_odds(row: tuple[int, *tuple[str, ...]]) -> None:
    bonus, *figures = row
    rolls = asked(value=50, bonus=bonus).odds().distribution
    under = [sum(rolls.probability(roll) for roll in range(1, n + 1)) for n in (50, 25, 10)]
    found = [*under, rolls.probability(1), rolls.probability(100), rolls.mean]

    assert found == [Fraction(figure) for figure in figures]


@pytest.mark.parametrize("dice", [0, 1, 2])
def test_penalty_dice_are_bonus_dice_in_the_mirror(dice: int) -> None:
    better = asked(value=50, bonus=dice).odds().distribution
    worse = asked(value=50, penalty=dice).odds().distribution

    assert worse.mean == 101 - better.mean
    assert worse.probability(100) == better.probability(1) or not dice
    assert worse.variance == better.variance


def with_bonus(dice: int) -> "icepool.Die[int]":
    """A d100 with bonus dice, said in another library's words."""
    lowest = icepool.z(10).lowest(dice + 1)
    no_zero = icepool.d(10).lowest(dice + 1) * 10
    units = icepool.z(10)
    return units.map(lambda unit: no_zero if unit == 0 else lowest * 10 + unit)


@pytest.mark.parametrize("dice", [0, 1, 2, 7])
def test_bonus_dice_agree_with_another_library(dice: int) -> None:
    ours = asked(value=50, bonus=dice, many_dice=True).odds().distribution
    theirs = with_bonus(dice)

    assert dict(ours.items()) == {int(face): theirs.probability(face) for face in theirs}


LEVELS = {"fumble": 0, "failure": 1, "regular": 2, "hard": 3, "extreme": 4, "critical": 5}


def level(roll: int, value: int) -> int:
    if roll == 1:
        return LEVELS["critical"]
    if roll >= (96 if value < 50 else 100):
        return LEVELS["fumble"]
    if roll > value:
        return LEVELS["failure"]
    return LEVELS["extreme"] if 5 * roll <= value else 3 if 2 * roll <= value else 2


@pytest.mark.parametrize(("ours", "theirs"), [((60, 2), (80, 1)), ((45, 0), (45, 2))])
def test_opposed_checks_agree_with_another_library(
    ours: tuple[int, int], theirs: tuple[int, int]
) -> None:
    sides = [{"value": value, "bonus": bonus} for value, bonus in (ours, theirs)]
    odds = asked(kind="opposed", sides=sides).odds()
    first, second = (
        with_bonus(bonus).map(lambda roll, value=value: (level(roll, value), value))
        for value, bonus in (ours, theirs)
    )

    assert odds.levels["winner_0"] == odds.success == (first > second).probability(True)  # noqa: FBT003
    assert odds.levels["winner_1"] == (first < second).probability(True)  # noqa: FBT003


def test_a_bare_roll_has_nothing_to_reach() -> None:
    odds = questions.of_notation(".rb2").odds()

    assert (odds.success, dict(odds.levels)) == (None, {})
    assert odds.mean == Fraction(103, 4)


def test_a_hundred_extra_dice_are_still_exact() -> None:
    rolls = asked(value=50, bonus=100, many_dice=True).odds().distribution

    assert rolls.probability(1) == Fraction(1, 10) * (1 - Fraction(9, 10) ** 101)
    assert rolls.tail == 0


def test_the_largest_losses_are_still_exact() -> None:
    loss = "20d100/11d100+" + "+".join(f"d{sides}" for sides in range(91, 100))
    odds = asked(kind="sanity", emotion=60, loss=loss).odds()

    means = {"success": Fraction(20 * 101, 2), "failure": Fraction(11 * 101 + 9 * 96, 2)}
    most = 11 * 100 + sum(range(91, 100))
    assert odds.mean == (40 * means["success"] + 55 * means["failure"] + 5 * most) / 100
