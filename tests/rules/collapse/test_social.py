"""Social checks: what moves the difficulty, and what needs no roll."""

import pytest

from majokko_rules.errors import RuleError
from tests.rules.collapse.asked import asked, rolled, told

DIFFICULTY = [
    # what is asked, difficulty
    ({}, "regular"),
    ({"opponent": 49}, "regular"),
    ({"opponent": 50}, "hard"),
    ({"opponent": 90}, "extreme"),
    ({"opponent": 110}, "extreme"),
    ({"opponent": 100, "physical": True}, "extreme"),
    ({"stance": "against"}, "hard"),
    ({"stance": "strongly_against"}, "extreme"),
    ({"opponent": 50, "stance": "against"}, "extreme"),
    ({"opponent": 50, "stance": "against", "argument": True}, "hard"),
    ({"opponent": 90, "argument": True}, "hard"),
    ({"argument": True}, "regular"),
    ({"skill": "persuade", "opponent": 90, "argument": True, "stake": True}, "regular"),
    ({"skill": "说服", "opponent": 90, "stake": True}, "hard"),
    ({"raised": 1}, "hard"),
    ({"opponent": 90, "raised": -2}, "regular"),
    ({"skill": "charm", "opponent": 50}, "hard"),
    ({"skill": "charm", "opponent": 51, "empathy_inverse": True}, "regular"),
    ({"skill": "charm", "opponent": 50, "empathy_inverse": True}, "hard"),
    ({"skill": "示好", "opponent": 10, "empathy_inverse": True}, "extreme"),
    ({"skill": "intimidate", "opponent": 10, "empathy_inverse": True}, "regular"),
]


@pytest.mark.parametrize(("fields", "difficulty"), DIFFICULTY)
def test_the_difficulty_moves_by_levels(fields: dict[str, object], difficulty: str) -> None:
    outcome = told(rolled(asked(kind="social", value=60, **fields), [50]))

    assert outcome.difficulty == difficulty
    assert outcome.target == {"regular": 60, "hard": 30, "extreme": 12}[difficulty]


@pytest.mark.parametrize(
    "fields",
    [
        {"opponent": 90, "stance": "against"},
        {"opponent": 50, "stance": "strongly_against"},
        {"raised": 3},
        {"opponent": 101, "physical": True},
        {"opponent": 101, "physical": True, "argument": True, "raised": -2},
    ],
)
def test_above_extreme_nothing_is_possible(fields: dict[str, object]) -> None:
    result = rolled(asked(kind="social", value=60, **fields), [])

    assert (told(result).level, told(result).success, result.dice) == ("impossible", False, ())


def test_who_supports_the_aim_needs_no_convincing() -> None:
    result = rolled(asked(kind="social", value=5, opponent=99, stance="supports"), [])
    outcome = told(result)

    assert (outcome.level, outcome.difficulty, outcome.success) == (*["needless"] * 2, True)
    assert (result.total, result.dice) == (0, ())


def test_the_steps_are_told() -> None:
    fields = {"skill": "persuade", "stance": "strongly_against", "argument": True, "stake": True}
    outcome = told(rolled(asked(kind="social", value=60, raised=1, **fields), [50]))

    assert (outcome.steps, outcome.difficulty) == (1, "hard")


@pytest.mark.parametrize("skill", ["persuade", "Persuasion", " 说服", "說服", "説得"])
def test_a_skill_is_known_by_its_names(skill: str) -> None:
    check = asked(kind="social", value=60, skill=skill)

    assert check.notation == "collapse social skill=persuade value=60"


REFUSED = [
    ({"skill": "swimming"}, "not_a_choice", "/skill"),
    ({"stake": True}, "stake_without_persuading", "/stake"),
    ({"skill": "charm", "stake": True}, "stake_without_persuading", "/stake"),
    (
        {"skill": "persuade", "stake": True, "magical_girl": True},
        "stake_for_magical_girl",
        "/stake",
    ),
    ({"stance": "against", "bonus": 1}, "dice_with_difficulty", "/bonus"),
    ({"stance": "hostile"}, "not_a_choice", "/stance"),
]


@pytest.mark.parametrize(("fields", "rule", "pointer"), REFUSED)
def test_what_is_not_done_among_people_is_refused(
    fields: dict[str, object], rule: str, pointer: str
) -> None:
    with pytest.raises(RuleError) as caught:
        asked(kind="social", value=60, **fields)

    assert (caught.value.rule, caught.value.pointer) == (rule, f"/check{pointer}")
