"""Checks with scripted dice: levels, anti factors, joint checks, what is refused."""

from collections.abc import Mapping, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from majokko_rules import questions, render
from majokko_rules.chance import Scripted, Seeded
from majokko_rules.errors import FacesTooMany, RuleError
from majokko_rules.results import Die, Result
from majokko_rules.systems.aaws.declared import temporary
from majokko_rules.systems.aaws.outcome import AawsOutcome


def result_of(faces: Sequence[int], **check: object) -> Result:
    dice = Scripted(faces)
    result = questions.of_check({"system": "aaws", **check}).roll(dice)
    dice.finish()
    return result


def rolled(faces: Sequence[int], **check: object) -> AawsOutcome:
    outcome = result_of(faces, rolled=len(faces), **check).outcome

    assert isinstance(outcome, AawsOutcome)
    return outcome


LEVELS = [
    # faces, check, level, tier, success
    ([4, 3, 5], {"target": 12}, "success", None, True),
    ([4, 3, 4], {"target": 12}, "failure", None, False),
    ([1, 6, 6], {"target": 12}, "fumble", None, False),
    ([1, 2], {"target": 12, "tiers": [2]}, "fumble", None, False),
    ([3, 3], {"target": 12, "tiers": "half"}, "failure", None, False),
    ([4, 3], {"target": 12, "tiers": "half"}, "middle", 1, False),
    ([6, 6], {"target": 12, "tiers": "half"}, "success", None, True),
    ([4], {"target": 7, "tiers": "half"}, "middle", 1, False),
    ([4], {"target": 7, "tiers": "half", "half": "up"}, "failure", None, False),
    ([5], {"target": 12, "tiers": [4, 8]}, "middle", 1, False),
    ([5], {"target": 12, "tiers": []}, "failure", None, False),
    ([5, 4], {"target": 12, "tiers": [8, 4, 4]}, "middle", 2, False),
    ([5, 4], {}, None, None, None),
    ([5, 1], {}, "fumble", None, None),
    ([5, 4], {"tiers": [8, 10]}, "middle", 1, None),
    ([5, 3], {"tiers": [8, 10]}, None, None, None),
    ([6, 6], {"target": "infinite"}, "failure", None, False),
    ([6, 1], {"target": "infinite"}, "fumble", None, False),
    ([6, 6], {"target": "infinite", "tiers": [11]}, "middle", 1, False),
    ([6, 6], {"target": "infinite", "tiers": "half"}, "failure", None, False),
    ([], {"target": 0}, "success", None, True),
    ([], {"target": 1}, "failure", None, False),
    ([], {}, None, None, None),
]


@pytest.mark.parametrize(("faces", "check", "level", "tier", "success"), LEVELS)
def test_a_value_is_judged(
    faces: list[int],
    check: Mapping[str, object],
    level: str | None,
    tier: int | None,
    success: bool | None,
) -> None:
    outcome = rolled(faces, **check)

    assert (outcome.level, outcome.tier, outcome.success) == (level, tier, success)
    assert outcome.fumble is (level == "fumble")
    assert outcome.value == sum(faces)


def test_fixed_factors_are_worth_two_and_show_no_die() -> None:
    result = result_of([5], rolled=1, fixed=3, target=12)

    assert result.dice == (Die(6, 5),)
    assert result.total == 11


def test_the_margin_is_what_lies_between_value_and_target() -> None:
    assert rolled([5, 4], target=12).margin == -3
    assert rolled([5, 4]).margin is None
    assert rolled([5, 4], target="infinite").margin is None


ANTI = [
    # (rolled, fixed) before, anti factors, which go first, (rolled, fixed) left
    ((2, 2), 1, "fixed", (2, 1)),
    ((2, 2), 1, "rolled", (1, 2)),
    ((2, 2), 3, "fixed", (1, 0)),
    ((2, 2), 3, "rolled", (0, 1)),
    ((2, 2), 9, "fixed", (0, 0)),
    ((0, 4), 1, "rolled", (0, 3)),
]


@pytest.mark.parametrize(("before", "anti", "first", "left"), ANTI)
def test_each_anti_factor_takes_one_away_before_the_roll(
    before: tuple[int, int], anti: int, first: str, left: tuple[int, int]
) -> None:
    check = {"rolled": before[0], "fixed": before[1], "anti": anti, "anti_first": first}
    result = result_of([3] * left[0], **check)
    outcome = result.outcome

    assert isinstance(outcome, AawsOutcome)
    assert (outcome.rolled, outcome.fixed) == left
    assert outcome.removed == sum(before) - sum(left)
    assert outcome.value == 3 * left[0] + 2 * left[1]


def test_a_face_for_a_factor_that_was_taken_away_is_one_too_many() -> None:
    with pytest.raises(FacesTooMany):
        result_of([3, 3], rolled=2, anti=1)


WARNED = [
    ({"rolled": 3, "target": 6}, True),
    ({"rolled": 1, "fixed": 2, "target": 6}, True),
    ({"rolled": 3, "target": 7}, False),
    ({"rolled": 3, "anti": 1, "target": 6}, False),
    ({"fixed": 3, "target": 6}, False),
    ({"rolled": 3}, False),
    ({"rolled": 3, "target": "infinite"}, False),
]


@pytest.mark.parametrize(("check", "warned"), WARNED)
def test_rolling_what_fixed_factors_reach_is_advised_against(
    check: Mapping[str, object],
    warned: bool,
) -> None:
    result = questions.of_check({"system": "aaws", **check}).roll(Seeded(b"any"))

    assert result.warnings == (("needless_risk",) if warned else ())
    assert all(render.warning(code, "ja") for code in result.warnings)


# --- joint checks ----------------------------------------------------------------------------


def test_any_one_in_a_joint_check_fumbles_it_for_all() -> None:
    units = [{"rolled": 1}, {"fixed": 9}, {"rolled": 1}]
    result = result_of([6, 1], kind="joint", units=units, target=10)

    assert result.outcome is not None
    assert (result.total, result.outcome.level) == (25, "fumble")


def test_an_offered_factor_counts_for_its_unit_even_if_rejected() -> None:
    result = result_of([], kind="joint", units=[{"fixed": 2}, {"rejected": 1}], target=4)

    assert result.outcome is not None
    assert result.outcome.success


def test_anti_factors_act_on_what_all_units_offer_together() -> None:
    units = [{"rolled": 1, "temporary": 1}, {"fixed": 1}]
    result = result_of([4], kind="joint", units=units, anti=1)

    assert result.total == 4


REFUSED = [
    ({"rolled": -1}, ("invalid_value", "too_small", "/check/rolled")),
    ({"rolled": 1001}, ("invalid_value", "too_large", "/check/rolled")),
    ({"rolled": 1, "target": "never"}, ("invalid_value", "not_a_choice", "/check/target")),
    ({"rolled": 1, "target": True}, ("invalid_value", "not_integer", "/check/target")),
    ({"rolled": 1, "tiers": "half"}, ("invalid_value", "required", "/check/target")),
    ({"rolled": 1, "tiers": "third"}, ("invalid_value", "not_a_choice", "/check/tiers")),
    ({"rolled": 1, "tiers": [1, "x"]}, ("invalid_value", "not_integer", "/check/tiers/1")),
    ({"rolled": 1, "units": []}, ("unknown_field", "not_for_kind", "/check/units")),
    ({"kind": "joint"}, ("invalid_value", "required", "/check/units")),
    (
        {"kind": "joint", "units": [{"fixed": 1}, {}]},
        ("illegal_action", "unit_offers_nothing", "/check/units/1"),
    ),
    (
        {"kind": "joint", "units": [{"fixed": 2, "temporary": 2}, {"fixed": 1}]},
        ("illegal_action", "too_many_temporary", "/check/units/0/temporary"),
    ),
    (
        {"kind": "joint", "units": [{"rolled": 600}, {"rolled": 600}]},
        ("budget_exceeded", "too_many_dice", "/check"),
    ),
]


@pytest.mark.parametrize(("check", "refusal"), REFUSED)
def test_a_refusal_names_rule_and_place(
    check: Mapping[str, object], refusal: tuple[str, str, str]
) -> None:
    with pytest.raises(RuleError) as caught:
        questions.of_check({"system": "aaws", **check})

    assert (caught.value.code, caught.value.rule, caught.value.pointer) == refusal


NORMAL_FORMS = [
    ({"rolled": 3, "fixed": 1, "target": 10}, "aaws single rolled=3 fixed=1 target=10"),
    ({"rolled": 3, "anti": 0, "half": "down"}, "aaws single rolled=3"),
    ({"rolled": 3, "tiers": [8, 4, 8]}, "aaws single rolled=3 tiers=4/8"),
    ({"rolled": 3, "target": 9, "tiers": []}, "aaws single rolled=3 target=9"),
    ({"rolled": 3, "target": "infinite"}, "aaws single rolled=3 target=infinite"),
    (
        {"kind": "joint", "units": [{"rolled": 1}, {"fixed": 2}], "target": 6},
        "aaws joint units={rolled=1}/{fixed=2} target=6",
    ),
]


@pytest.mark.parametrize(("check", "notation"), NORMAL_FORMS)
def test_a_check_has_one_normal_form(check: Mapping[str, object], notation: str) -> None:
    assert questions.of_check({"system": "aaws", **check}).notation == notation


@given(st.integers(0, 20), st.integers(0, 20), st.integers(0, 50), st.binary(min_size=1))
def test_only_a_rolled_one_fumbles(dice: int, fixed: int, anti: int, seed: bytes) -> None:
    check = {"system": "aaws", "rolled": dice, "fixed": fixed, "anti": anti, "target": 0}
    result = questions.of_check(check).roll(Seeded(seed))
    outcome = result.outcome

    assert isinstance(outcome, AawsOutcome)
    assert outcome.rolled + outcome.fixed == max(0, dice + fixed - anti)
    assert outcome.fumble is any(die.face == 1 for die in result.dice)
    assert outcome.success is not outcome.fumble


@given(st.integers(0, 99), st.integers(0, 9))
def test_no_temporary_factor_is_lost_between_accepted_and_rejected(
    declared: int, most: int
) -> None:
    answer = temporary(declared, most)

    assert answer.accepted + answer.rejected == declared
    assert answer.accepted == min(declared, most)
