"""Checks with one value: levels, fumbles, extra dice, opponents, luck, and what is refused."""

import pytest

from majokko_rules.errors import RuleError
from majokko_rules.results import Die
from tests.rules.collapse.asked import asked, rolled, told

LEVELS = [
    # value, difficulty, roll, level, success; the numbers of the first rows are the field's own
    (50, "regular", 96, "failure", False),
    (49, "regular", 96, "fumble", False),
    (50, "regular", 1, "critical", True),
    (50, "regular", 10, "extreme", True),
    (50, "regular", 11, "hard", True),
    (50, "regular", 25, "hard", True),
    (50, "regular", 26, "regular", True),
    (50, "regular", 51, "failure", False),
    (100, "regular", 100, "fumble", False),
    (120, "regular", 100, "fumble", False),
    (120, "regular", 99, "regular", True),
    (80, "hard", 96, "fumble", False),
    (99, "hard", 96, "fumble", False),
    (100, "hard", 96, "failure", False),
    (50, "hard", 25, "hard", True),
    (50, "hard", 26, "failure", False),
    (50, "extreme", 10, "extreme", True),
    (50, "extreme", 11, "failure", False),
    (49, "regular", 95, "failure", False),
    (0, "regular", 1, "critical", True),
    (0, "regular", 2, "failure", False),
    (4, "extreme", 1, "critical", True),
    (250, "extreme", 50, "extreme", True),
    (250, "extreme", 99, "failure", False),
]


@pytest.mark.parametrize(("value", "difficulty", "roll", "level", "success"), LEVELS)
def test_a_roll_reaches_a_level(
    value: int, difficulty: str, roll: int, level: str, *, success: bool
) -> None:
    outcome = told(rolled(asked(value=value, difficulty=difficulty), [roll]))

    assert (outcome.level, outcome.success) == (level, success)
    assert (outcome.critical, outcome.fumble) == (level == "critical", level == "fumble")


def test_a_failed_hard_check_still_tells_what_was_asked_and_reached() -> None:
    outcome = told(rolled(asked(value=80, difficulty="hard"), [60]))

    assert (outcome.value, outcome.difficulty, outcome.target) == (80, "hard", 40)
    assert (outcome.level, outcome.reached, outcome.roll) == ("failure", "regular", 60)


@pytest.mark.parametrize(
    ("value", "level"), [(80, "failure"), (99, "failure"), (49, "fumble"), (50, "failure")]
)
def test_a_house_rule_takes_the_fumble_range_from_the_full_value(value: int, level: str) -> None:
    check = asked(value=value, difficulty="hard", options={"fumble_by_skill": True})

    assert told(rolled(check, [96])).level == level


EXTRA_DICE = [
    # bonus, penalty, faces, what counts, which dice are kept
    (2, 0, [95, 4, 7], 45, [False, True, False]),
    (0, 2, [95, 4, 7], 95, [True, False, False]),
    (2, 0, [100, 10, 10], 100, [True, False, False]),
    (1, 0, [100, 5], 50, [False, True]),
    (2, 0, [23, 3, 10], 3, [False, False, True]),
    (0, 1, [3, 7], 73, [False, True]),
    (0, 1, [40, 10], 100, [False, True]),
    (1, 0, [40, 10], 40, [True, False]),
    (2, 0, [77, 3, 3], 37, [False, True, False]),
    (2, 1, [44, 2], 24, [False, True]),
    (1, 2, [44, 7], 74, [False, True]),
    (2, 2, [44], 44, [True]),
]


@pytest.mark.parametrize(("bonus", "penalty", "faces", "counts", "kept"), EXTRA_DICE)
def test_the_best_or_worst_tens_digit_counts(
    bonus: int, penalty: int, faces: list[int], counts: int, kept: list[bool]
) -> None:
    result = rolled(asked(value=50, bonus=bonus, penalty=penalty), faces)

    assert result.total == counts
    assert [die.kept for die in result.dice] == kept


def test_every_die_keeps_its_face_and_its_cause() -> None:
    result = rolled(asked(value=50, penalty=2), [23, 10, 9])

    assert result.dice == (
        Die(100, 23, kept=False),
        Die(10, 10, kept=False, cause="penalty"),
        Die(10, 9, kept=True, cause="penalty"),
    )


def test_many_dice_are_an_option() -> None:
    check = asked(value=50, bonus=5, options={"many_dice": True})

    assert rolled(check, [99, 9, 8, 7, 6, 5]).total == 59


@pytest.mark.parametrize("difficulty", ["hard", "extreme"])
@pytest.mark.parametrize("dice", ["bonus", "penalty"])
def test_force_lets_extra_dice_meet_a_difficulty(difficulty: str, dice: str) -> None:
    fields: dict[str, object] = {"value": 60, "difficulty": difficulty, dice: 1}
    with pytest.raises(RuleError) as caught:
        asked(**fields)

    assert (caught.value.rule, caught.value.pointer) == ("dice_with_difficulty", f"/check/{dice}")
    assert len(rolled(asked(**fields, force=True), [50, 3]).dice) == 2


def test_dice_that_cancel_each_other_may_meet_a_difficulty() -> None:
    assert rolled(asked(value=60, difficulty="hard", bonus=1, penalty=1), [30]).total == 30


def test_an_impossible_check_throws_nothing() -> None:
    result = rolled(asked(value=90, opponent=101, physical=True), [])
    outcome = told(result)

    assert (result.total, result.dice) == (0, ())
    assert (outcome.success, outcome.level, outcome.difficulty) == (False, *["impossible"] * 2)
    assert (outcome.value, outcome.opponent) == (90, 101)
    assert (outcome.target, outcome.roll) == (None, None)


@pytest.mark.parametrize(
    ("opponent", "difficulty"), [(0, "regular"), (49, "regular"), (50, "hard"), (89, "hard")]
)
def test_an_opponent_below_ninety(opponent: int, difficulty: str) -> None:
    assert told(rolled(asked(value=60, opponent=opponent), [50])).difficulty == difficulty


def test_an_opponent_above_a_hundred_is_extreme_when_bodies_do_not_matter() -> None:
    outcome = told(rolled(asked(value=60, opponent=140), [12]))

    assert (outcome.difficulty, outcome.target, outcome.success) == ("extreme", 12, True)


def test_the_unluckiest_girl_rolls_for_all() -> None:
    outcome = told(rolled(asked(kind="luck", values=[55, 40, 70, 40]), [41]))

    assert (outcome.girl, outcome.value, outcome.success) == (1, 40, False)


def test_luck_instead_of_a_skill_is_hard_unless_said_otherwise() -> None:
    usual = told(rolled(asked(kind="luck_instead", value=60), [31]))
    kind = told(rolled(asked(kind="luck_instead", value=60, difficulty="regular"), [31]))

    assert (usual.difficulty, usual.target, usual.success) == ("hard", 30, False)
    assert (kind.difficulty, kind.target, kind.success) == ("regular", 60, True)


@pytest.mark.parametrize("kind", ["intelligence", "idea", "recall"])
def test_a_mind_is_checked_like_any_value(kind: str) -> None:
    result = rolled(asked(kind=kind, value=65, bonus=1), [93, 6])

    assert (result.total, told(result).success) == (63, True)
    assert result.notation == f"collapse {kind} value=65 bonus=1"


@pytest.mark.parametrize(
    ("value", "dc", "roll", "level", "success"),
    [
        (60, 30, 29, "failure", False),
        (60, 30, 30, "regular", True),
        (60, 30, 60, "critical", True),
        (60, 90, 60, "regular", True),
        (60, 5, 4, "fumble", False),
        (50, 5, 5, "regular", True),
        (49, 5, 1, "fumble", False),
        (49, 5, 2, "failure", False),
        (1, 5, 1, "fumble", False),
    ],
)
def test_the_rd_variant_rolls_a_die_as_large_as_the_skill(
    value: int, dc: int, roll: int, level: str, *, success: bool
) -> None:
    result = rolled(asked(kind="rd", value=value, dc=dc), [roll])

    assert (told(result).level, told(result).success) == (level, success)
    assert result.dice == (Die(value, roll),)


REFUSED = [
    # fields, code, rule, pointer
    ({}, "invalid_value", "required", "/value"),
    ({"value": -1}, "invalid_value", "too_small", "/value"),
    ({"value": 1001}, "invalid_value", "too_large", "/value"),
    ({"value": 60, "difficulty": "easy"}, "invalid_value", "not_a_choice", "/difficulty"),
    (
        {"value": 60, "difficulty": "hard", "opponent": 60},
        "invalid_value",
        "not_together",
        "/difficulty",
    ),
    ({"value": 60, "bonus": 3}, "illegal_action", "too_many_bonus_dice", "/bonus"),
    ({"value": 60, "penalty": 3}, "illegal_action", "too_many_bonus_dice", "/penalty"),
    ({"value": 60, "bonus": 101, "many_dice": True}, "invalid_value", "too_large", "/bonus"),
    ({"value": 60, "opponent": 60, "bonus": 1}, "illegal_action", "dice_with_difficulty", "/bonus"),
    ({"value": 60, "sides": []}, "unknown_field", "not_for_kind", "/sides"),
    ({"kind": "luck", "values": []}, "invalid_value", "too_short", "/values"),
    ({"kind": "rd", "value": 0, "dc": 20}, "invalid_value", "too_small", "/value"),
    ({"kind": "rd", "value": 60, "dc": 4}, "invalid_value", "too_small", "/dc"),
]


@pytest.mark.parametrize(("fields", "code", "rule", "pointer"), REFUSED)
def test_what_the_rules_do_not_allow_is_refused(
    fields: dict[str, object], code: str, rule: str, pointer: str
) -> None:
    with pytest.raises(RuleError) as caught:
        asked(**fields)

    assert (caught.value.code, caught.value.rule) == (code, rule)
    assert caught.value.pointer == f"/check{pointer}"
