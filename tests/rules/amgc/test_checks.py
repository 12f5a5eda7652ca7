"""Checks and contests with scripted dice, and what they refuse."""

from collections.abc import Mapping, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from majokko_rules import systems
from majokko_rules.chance import Scripted, Seeded
from majokko_rules.errors import FacesTooMany, RuleError
from majokko_rules.results import Die
from majokko_rules.systems.amgc.outcome import AmgcOutcome, AmgcSide
from majokko_rules.systems.amgc.pool import Spending, raised, size, successes


def rolled(
    faces: Sequence[int], options: Mapping[str, object] | None = None, **check: object
) -> AmgcOutcome:
    dice = Scripted(faces)
    result = systems.check({"system": "amgc", **check}, options or {}).roll(dice)
    dice.finish()

    assert isinstance(result.outcome, AmgcOutcome)
    return result.outcome


def refused(
    options: Mapping[str, object] | None = None, /, **check: object
) -> tuple[str, str, str]:
    with pytest.raises(RuleError) as caught:
        systems.check({"system": "amgc", **check}, options or {})
    return caught.value.code, caught.value.rule, caught.value.pointer


def test_successes_are_measured_against_the_target() -> None:
    assert rolled([7, 10, 3], stat=6, target=2) == AmgcOutcome(
        success=True, level="success", successes=3, pool=3, margin=1
    )
    assert rolled([7, 1, 3], stat=6, target=2) == AmgcOutcome(
        success=False, level="failure", successes=1, pool=3, margin=-1
    )


def test_reaching_the_target_exactly_succeeds() -> None:
    outcome = rolled([10, 1], stat=4, target=2)

    assert (outcome.success, outcome.margin) == (True, 0)


def test_without_a_target_nothing_succeeds_or_fails() -> None:
    outcome = rolled([10, 1], stat=4)

    assert (outcome.success, outcome.level, outcome.margin) == (None, None, None)


def test_every_die_is_kept_as_evidence() -> None:
    result = systems.check({"system": "amgc", "stat": 4}, {}).roll(Scripted([4, 9]))

    assert result.dice == (Die(10, 4), Die(10, 9))


def test_no_dice_means_no_successes_and_no_faces() -> None:
    outcome = rolled([], stat=2, dice=-3, target=1)

    assert (outcome.pool, outcome.successes, outcome.success) == (0, 0, False)


def test_a_face_for_an_empty_pool_is_one_too_many() -> None:
    with pytest.raises(FacesTooMany):
        rolled([5], stat=2, dice=-3)


def test_automatic_successes_count_without_dice() -> None:
    assert rolled([], stat=0, successes=2).successes == 2


def test_defence_rounds_down_and_base_dice_come_on_top() -> None:
    assert rolled([7] * 5, stat=7, defence=True, base_dice=2).pool == 5
    assert rolled([7] * 6, {"base_dice": 2}, stat=7).pool == 6


@pytest.mark.parametrize(
    ("options", "lifted", "counted"),
    [
        pytest.param({}, (0, 1), 4, id="declared before: the first dice thrown"),
        pytest.param({"fp_after": True}, (1, 2), 6, id="after the roll: the lowest dice"),
        pytest.param({"fp_extra": True}, (), 6, id="extra: two successes each"),
    ],
)
def test_fp_act_as_the_table_plays_them(
    options: Mapping[str, object], lifted: tuple[int, ...], counted: int
) -> None:
    outcome = rolled([10, 1, 2, 6], options, stat=8, fp=2)

    assert (outcome.fp, outcome.raised, outcome.successes) == (2, lifted, counted)


def test_equal_dice_are_lifted_in_throw_order() -> None:
    assert raised([5, 5, 5], 2, "after") == (0, 1)


def test_fp_as_extra_successes_need_no_dice() -> None:
    assert rolled([], stat=0, fp=1, fp_extra=True).successes == 2


def test_as_many_fp_as_dice_are_fine_and_one_more_is_refused() -> None:
    assert rolled([1, 1], stat=4, fp=2).successes == 4
    assert refused(stat=4, fp=3) == ("illegal_action", "more_fp_than_dice", "/check/fp")


def test_a_table_may_limit_the_fp_of_a_roll() -> None:
    assert rolled([1, 1], {"fp_limit": 1}, stat=4, fp=1).successes == 2
    assert refused({"fp_limit": 1}, stat=4, fp=2) == ("invalid_value", "too_large", "/check/fp")


def test_fp_cannot_act_in_two_ways_at_once() -> None:
    both = {"fp_after": True, "fp_extra": True}

    assert refused(both, stat=4, fp=1) == ("invalid_value", "not_together", "/check")


@pytest.mark.parametrize(
    ("check", "rule", "pointer"),
    [
        ({}, "required", "/check/stat"),
        ({"stat": -1}, "too_small", "/check/stat"),
        ({"stat": 201}, "too_large", "/check/stat"),
        ({"stat": 7.0}, "not_integer", "/check/stat"),
        ({"stat": True}, "not_integer", "/check/stat"),
        ({"stat": 7, "fp": -1}, "too_small", "/check/fp"),
        ({"stat": 7, "defence": 1}, "not_boolean", "/check/defence"),
        ({"stat": 7, "bonus": 1}, "unknown", "/check/bonus"),
        ({"stat": 7, "tie_hits": True}, "not_for_kind", "/check/tie_hits"),
        ({"kind": "contest", "sides": [{"stat": 7}]}, "too_short", "/check/sides"),
    ],
)
def test_what_no_check_can_be_is_refused_where_it_stands(
    check: Mapping[str, object], rule: str, pointer: str
) -> None:
    assert refused(**check)[1:] == (rule, pointer)


def contest(faces: Sequence[int], *, defence_fp: int = 0, **options: object) -> AmgcOutcome:
    sides = [{"stat": 4}, {"stat": 5, "fp": defence_fp}]
    return rolled(faces, options, kind="contest", sides=sides)


def test_an_attack_hits_with_its_net_successes() -> None:
    assert contest([10, 10, 7, 1]) == AmgcOutcome(
        success=True,
        level="winner_0",
        successes=3,
        pool=2,
        margin=3,
        sides=(AmgcSide(pool=2, successes=4), AmgcSide(pool=2, successes=1)),
        winner=0,
    )


def test_a_miss_leaves_no_net_successes() -> None:
    outcome = contest([1, 7, 10, 1])

    assert outcome.level == "winner_1"
    assert (outcome.successes, outcome.margin, outcome.winner) == (0, -1, 1)


def test_a_tie_hits_unless_the_table_says_otherwise() -> None:
    assert contest([7, 1, 7, 1]).level == "winner_0"
    assert contest([7, 1, 7, 1], tie_hits=False).level == "winner_1"


def test_each_side_spends_its_own_fp() -> None:
    outcome = contest([1, 1, 1, 1], defence_fp=1)

    assert [side.raised for side in outcome.sides] == [(), (0,)]
    assert refused(kind="contest", sides=[{"stat": 4}, {"stat": 4, "fp": 3}])[2] == (
        "/check/sides/1/fp"
    )


@pytest.mark.parametrize(
    ("check", "options", "notation"),
    [
        ({"stat": 7}, {}, "amgc single stat=7"),
        (
            {"stat": 7, "dice": -1, "defence": True, "target": 3},
            {"fp_after": True},
            "amgc single stat=7 dice=-1 defence target=3 fp_after",
        ),
        (
            {"kind": "contest", "sides": [{"stat": 12, "fp": 1}, {"stat": 8}], "tie_hits": False},
            {},
            "amgc contest sides={stat=12,fp=1}/{stat=8} tie_hits=false",
        ),
    ],
)
def test_the_normal_form_names_whatever_is_not_a_default(
    check: Mapping[str, object], options: Mapping[str, object], notation: str
) -> None:
    made = systems.check({"system": "amgc", **check}, options)

    assert made.notation == made.roll(Seeded(b"any")).notation == notation


faces = st.lists(st.integers(1, 10), max_size=12)
spendings = st.sampled_from(["before", "after", "extra"])


@given(faces=faces, fp=st.integers(0, 12), spending=spendings)
def test_fp_never_cost_successes(faces: list[int], fp: int, spending: Spending) -> None:
    spent = min(fp, len(faces))

    assert successes(faces, spent, 0, spending) >= successes(faces)


@given(faces=faces, fp=st.integers(0, 12))
def test_fp_after_the_roll_are_worth_at_least_as_much_as_before(faces: list[int], fp: int) -> None:
    spent = min(fp, len(faces))

    assert successes(faces, spent, 0, "after") >= successes(faces, spent, 0, "before")


@given(stat=st.integers(0, 200))
def test_attack_and_defence_pools_make_up_the_stat(stat: int) -> None:
    assert size(stat) + size(stat, defence=True) == stat
