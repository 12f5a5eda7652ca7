"""Checks with several values: opposed, combined, together, and several girls."""

import pytest

from majokko_rules.errors import RuleError
from tests.rules.collapse.asked import asked, rolled, told

OPPOSED = [
    # values, rolls, options, winner
    ((60, 80), (25, 35), {}, 1),
    ((60, 80), (25, 35), {"tie_break": "lower_value"}, 0),
    ((60, 80), (25, 35), {"tie_break": "stalemate"}, None),
    ((50, 50), (30, 40), {}, None),
    ((50, 50), (30, 40), {"tie_break": "lower_value"}, None),
    ((60, 90), (12, 20), {}, 0),
    ((60, 90), (1, 2), {}, 0),
    ((40, 30), (80, 70), {}, 0),
    ((40, 30), (80, 70), {"nobody_wins": True}, None),
    ((40, 30), (97, 70), {}, 1),
    ((40, 30), (97, 70), {"nobody_wins": True}, None),
    ((40, 30), (97, 30), {"nobody_wins": True}, 1),
    ((60, 40), (97, 96), {}, 0),
]


@pytest.mark.parametrize(("values", "rolls", "options", "winner"), OPPOSED)
def test_an_opposed_check_has_a_winner_or_none(
    values: tuple[int, int],
    rolls: tuple[int, int],
    options: dict[str, object],
    winner: int | None,
) -> None:
    sides = [{"value": value} for value in values]
    outcome = told(rolled(asked(kind="opposed", sides=sides, options=options), rolls))

    assert outcome.winner == winner
    assert outcome.level == {0: "winner_0", 1: "winner_1", None: "tie"}[winner]
    assert outcome.success is (None if winner is None else winner == 0)


def test_each_side_throws_its_own_extra_dice() -> None:
    sides = [{"value": 60, "bonus": 2}, {"value": 80, "penalty": 1}]
    result = rolled(asked(kind="opposed", sides=sides), [95, 4, 7, 35, 9])

    assert [side.roll for side in told(result).sides] == [45, 95]
    assert (result.total, told(result).winner) == (45, 0)
    assert [die.cause for die in result.dice] == ["base", "bonus", "bonus", "base", "penalty"]


@pytest.mark.parametrize("place", [0, 1])
def test_a_side_has_at_most_two_extra_dice(place: int) -> None:
    sides: list[dict[str, int]] = [{"value": 60}, {"value": 60}]
    sides[place]["bonus"] = 3
    with pytest.raises(RuleError) as caught:
        asked(kind="opposed", sides=sides)

    allowed = asked(kind="opposed", sides=sides, many_dice=True)

    assert caught.value.pointer == f"/check/sides/{place}/bonus"
    assert len(rolled(allowed, [50, 1, 1, 1, 50] if not place else [50, 50, 1, 1, 1]).dice) == 5


COMBINED = [
    # values, require, roll, level, success
    ((70, 30), "all", 50, "failure", False),
    ((70, 30), "any", 50, "regular", True),
    ((70, 30), "all", 30, "regular", True),
    ((70, 30), "any", 30, "hard", True),
    ((70, 30), "all", 96, "fumble", False),
    ((70, 30), "any", 96, "failure", False),
    ((40, 30), "any", 96, "fumble", False),
    ((70, 60), "all", 99, "failure", False),
    ((70, 60), "any", 100, "fumble", False),
    ((1, 0), "all", 1, "critical", True),
]


@pytest.mark.parametrize(("values", "require", "roll", "level", "success"), COMBINED)
def test_one_roll_is_held_against_each_value(
    values: tuple[int, ...], require: str, roll: int, level: str, *, success: bool
) -> None:
    check = asked(kind="combined", values=list(values), require=require)
    outcome = told(rolled(check, [roll]))

    assert (outcome.level, outcome.success) == (level, success)
    assert [part.value for part in outcome.parts] == list(values)


def test_each_skill_tells_its_own_level() -> None:
    check = asked(kind="combined", values=[70, 30], require="all", difficulty="hard")
    outcome = told(rolled(check, [35]))

    assert [(part.target, part.level) for part in outcome.parts] == [(35, "hard"), (15, "failure")]
    assert (outcome.difficulty, outcome.success) == ("hard", False)


@pytest.mark.parametrize(("require", "target"), [("all", 15), ("any", 35)])
def test_the_lowest_number_has_to_be_reached_for_all_and_the_highest_for_any(
    require: str, target: int
) -> None:
    check = asked(kind="combined", values=[70, 30], require=require, difficulty="hard")
    outcomes = [told(rolled(check, [roll])) for roll in (target, target + 1)]

    assert [(outcome.target, outcome.success) for outcome in outcomes] == [
        (target, True),
        (target, False),
    ]


def test_an_opponent_may_be_too_strong_for_a_combined_check() -> None:
    check = asked(kind="combined", values=[70], require="all", opponent=110, physical=True)

    assert told(rolled(check, [])).level == "impossible"


TOGETHER = [
    # opponent, girls, left, who gave her attribute
    (100, [30, 40], 100, ()),
    (101, [30, 40], 71, (0,)),
    (180, [70, 40, 55], 85, (1, 2)),
    (130, [60, 40, 60], 90, (1,)),
    (190, [45, 45, 45], 100, (0, 1)),
    (105, [110, 60], 45, (1,)),
    (150, [0, 60, 70], 90, (0, 1)),
]


@pytest.mark.parametrize(("opponent", "girls", "left", "gone"), TOGETHER)
def test_the_weakest_give_their_attributes_until_a_roll_is_possible(
    opponent: int, girls: list[int], left: int, gone: tuple[int, ...]
) -> None:
    rolling = [place for place in range(len(girls)) if place not in gone]
    check = asked(kind="together", opponent=opponent, girls=girls)
    outcome = told(rolled(check, [99] * len(rolling)))

    assert (outcome.opponent, outcome.subtracted) == (left, gone)
    assert [part.index for part in outcome.parts] == rolling


@pytest.mark.parametrize(
    ("opponent", "girls"), [(201, [90]), (250, [40, 90]), (120, [10, 110]), (120, [120, 130])]
)
def test_no_roll_is_possible_when_too_much_is_left(opponent: int, girls: list[int]) -> None:
    result = rolled(asked(kind="together", opponent=opponent, girls=girls), [])

    assert told(result).level == "impossible"
    assert len(told(result).subtracted) < len(girls)


def test_those_left_roll_a_skill_against_what_is_left_of_the_opponent() -> None:
    check = asked(kind="together", opponent=180, girls=[70, 40, 55, 90], skills=[60, 1, 1, 30])
    outcome = told(rolled(check, [30, 90]))

    assert outcome.difficulty == "hard"
    assert [(part.index, part.target) for part in outcome.parts] == [(0, 30), (3, 15)]
    assert (outcome.success, outcome.level) == (True, "hard")


def test_all_of_those_left_may_have_to_succeed() -> None:
    check = asked(kind="together", opponent=40, girls=[70, 60], require="all")

    assert told(rolled(check, [70, 61])).success is False
    assert told(rolled(check, [70, 60])).success is True


@pytest.mark.parametrize(("skills", "rule"), [([60], "too_short"), ([60] * 3, "too_long")])
def test_every_girl_has_a_skill(skills: list[int], rule: str) -> None:
    with pytest.raises(RuleError) as caught:
        asked(kind="together", opponent=120, girls=[70, 60], skills=skills)

    assert (caught.value.rule, caught.value.pointer) == (rule, "/check/skills")


SEVERAL = [
    # values, require, rolls, then total, level, success
    ((60, 50), "all", (60, 50), (2, "regular", True)),
    ((60, 50), "all", (60, 51), (1, "failure", False)),
    ((60, 50), "one", (61, 25), (1, "hard", True)),
    ((60, 50), "one", (61, 51), (0, "failure", False)),
    ((60, 40), "one", (61, 96), (0, "failure", False)),
    ((60, 40), "all", (1, 96), (1, "fumble", False)),
]


@pytest.mark.parametrize(("values", "require", "rolls", "expected"), SEVERAL)
def test_each_girl_rolls_once(
    values: tuple[int, ...],
    require: str,
    rolls: tuple[int, ...],
    expected: tuple[int, str, bool],
) -> None:
    result = rolled(asked(kind="several", values=list(values), require=require), rolls)

    assert (result.total, told(result).level, told(result).success) == expected
    assert told(result).attempts == 1


FURTHER = [
    # rolls, attempts, success: values 60, then 50 and 40, then 30
    ((60,), 1, True),
    ((61, 50, 99), 2, True),
    ((61, 99, 40), 2, True),
    ((61, 99, 99, 30), 3, True),
    ((61, 99, 99, 31), 3, False),
]


@pytest.mark.parametrize(("rolls", "attempts", "success"), FURTHER)
def test_others_try_two_at_a_time_after_a_failure(
    rolls: tuple[int, ...], attempts: int, *, success: bool
) -> None:
    check = asked(kind="several", values=[60], require="one", others=[50, 40, 30])
    outcome = told(rolled(check, rolls))

    assert (outcome.attempts, outcome.success) == (attempts, success)
    assert [part.index for part in outcome.parts] == list(range(len(rolls)))
    assert outcome.parts[-1].attempt == attempts


def test_others_may_try_one_by_one() -> None:
    check = asked(kind="several", values=[60], require="one", others=[50, 40], per_attempt=1)

    assert told(rolled(check, [61, 50])).attempts == 2
    assert told(rolled(check, [61, 51, 40])).attempts == 3


@pytest.mark.parametrize("size", [0, 3])
def test_at_most_two_try_at_once(size: int) -> None:
    with pytest.raises(RuleError) as caught:
        asked(kind="several", values=[60], require="one", others=[50], per_attempt=size)

    assert caught.value.pointer == "/check/per_attempt"


def test_several_girls_against_one_opponent_share_a_difficulty() -> None:
    check = asked(kind="several", values=[60, 50], require="all", opponent=55)

    assert [part.target for part in told(rolled(check, [9, 9])).parts] == [30, 25]


def test_several_girls_do_not_roll_against_the_impossible() -> None:
    check = asked(kind="several", values=[60], require="all", opponent=101, physical=True)

    assert told(rolled(check, [])).success is False


@pytest.mark.parametrize(
    ("kind", "require"), [("combined", None), ("combined", "one"), ("several", "any")]
)
def test_the_game_master_says_how_many_have_to_succeed(kind: str, require: str | None) -> None:
    with pytest.raises(RuleError) as caught:
        asked(kind=kind, values=[60], require=require)

    assert caught.value.pointer == "/check/require"
