"""Checks with scripted dice: what counts, what stands, what is refused."""

from collections.abc import Mapping, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from majokko_rules import questions
from majokko_rules.chance import Scripted, Seeded
from majokko_rules.errors import BudgetExceeded, FacesTooMany, RuleError
from majokko_rules.results import Die, Result
from majokko_rules.systems.infinite.outcome import InfiniteOutcome


def result_of(faces: Sequence[int], **check: object) -> Result:
    dice = Scripted(faces)
    result = questions.of_check({"system": "infinite", **check}).roll(dice)
    dice.finish()
    return result


def rolled(faces: Sequence[int], **check: object) -> InfiniteOutcome:
    outcome = result_of(faces, **check).outcome

    assert isinstance(outcome, InfiniteOutcome)
    return outcome


def refused(
    options: Mapping[str, object] | None = None, /, **check: object
) -> tuple[str, str, str]:
    with pytest.raises(RuleError) as caught:
        questions.of_check({"system": "infinite", **check}, options)
    return caught.value.code, caught.value.rule, caught.value.pointer


# --- pools -----------------------------------------------------------------------------------


def test_reaching_the_dc_exactly_succeeds() -> None:
    outcome = rolled([8, 9, 3], dp=3, dc=2)

    assert (outcome.success, outcome.level, outcome.margin) == (True, "success", 0)


def test_missing_the_dc_fails_by_a_negative_margin() -> None:
    outcome = rolled([8, 3, 3], dp=3, dc=3)

    assert (outcome.success, outcome.level, outcome.margin) == (False, "failure", -2)


def test_without_a_dc_successes_only_measure() -> None:
    outcome = rolled([8, 3, 3], dp=3)

    assert (outcome.success, outcome.level, outcome.margin) == (None, None, None)


def test_bonus_successes_are_added_even_without_a_natural_one() -> None:
    assert rolled([1, 2, 3], dp=3, bonus=2).successes == 2


def test_the_gate_lets_bonus_successes_pass_only_beside_a_natural_one() -> None:
    assert rolled([1, 2, 3], dp=3, bonus=2, gate=True).successes == 0
    assert rolled([1, 2, 8], dp=3, bonus=2, gate=True).successes == 3


def test_again_zero_never_explodes() -> None:
    assert rolled([10, 10], dp=2, again=0).rounds == ((10, 10),)


def test_every_die_is_kept_with_its_cause() -> None:
    result = result_of([10, 4, 9], dp=2)

    assert result.dice == (Die(10, 10), Die(10, 4), Die(10, 9, cause="again"))


def test_rote_throws_misses_again_before_anything_explodes() -> None:
    result = result_of([10, 4, 2, 8, 3, 9], dp=3, rote=True)
    outcome = result.outcome

    assert isinstance(outcome, InfiniteOutcome)
    assert outcome.rounds == ((10, 4, 2), (8, 3), (9,))
    assert outcome.natural == 3
    assert [(die.face, die.kept, die.cause) for die in result.dice] == [
        (10, True, "base"),
        (4, False, "base"),
        (2, False, "base"),
        (8, True, "reroll"),
        (3, True, "reroll"),
        (9, True, "again"),
    ]


def test_a_pool_that_explodes_past_the_budget_is_stopped() -> None:
    class Tens:
        def throw(self, count: int, sides: int) -> Sequence[int]:
            return [sides] * count

        def pick(self, count: int, faces: tuple[int, ...]) -> Sequence[int]:
            return faces[:1] * count

    question = questions.of_check({"system": "infinite", "dp": 7})

    with pytest.raises(BudgetExceeded, match="too_many_draws"):
        question.roll(Tens())


# --- the chance die --------------------------------------------------------------------------

CHANCE_DIE = [
    # faces, options, successes, level against DC 1
    ([10, 3], {}, 1, "success"),
    ([9], {}, 0, "failure"),
    ([1], {}, 0, "dramatic_failure"),
    ([10, 8], {}, 2, "success"),
    ([10, 8], {"chance_extra": 10}, 1, "success"),
    ([10, 10, 9], {"chance_extra": 10}, 2, "success"),
    ([9, 2], {"again": 9}, 0, "failure"),
    ([9, 8], {"again": 9}, 1, "success"),
    ([10], {"again": 0}, 1, "success"),
    ([9], {"chance_bonus": 1}, 1, "success"),
    ([9, 7], {"chance_bonus": 1, "again": 9}, 1, "success"),
    ([1], {"chance_bonus": 9}, 0, "dramatic_failure"),
    ([10, 1], {"chance_bonus": -1}, 0, "failure"),
    ([10, 1], {}, 1, "success"),
    ([5], {"bonus": 3}, 0, "failure"),
    ([5], {"rote": True}, 0, "failure"),
]


@pytest.mark.parametrize("dp", [0, -3])
@pytest.mark.parametrize(("faces", "options", "successes", "level"), CHANCE_DIE)
def test_the_chance_die_is_read_by_its_own_rules(
    dp: int, faces: list[int], options: Mapping[str, object], successes: int, level: str
) -> None:
    outcome = rolled(faces, dp=dp, dc=1, **options)

    assert (outcome.chance_die, outcome.successes, outcome.level) == (True, successes, level)
    assert outcome.fumble == outcome.dramatic_failure == (level == "dramatic_failure")


def test_a_botch_fails_even_where_nothing_had_to_be_reached() -> None:
    assert rolled([1], dp=0, dc=0).success is False
    assert rolled([2], dp=0, dc=0).success is True


# --- rerolls ---------------------------------------------------------------------------------

REROLLS = [
    # faces, check, successes that stand, rerolls used
    ([8, 8], {"dc": 2, "rerolls": 1}, 2, 0),
    ([8, 3, 8, 9], {"dc": 2, "rerolls": 1}, 2, 1),
    ([8, 3, 2, 3], {"dc": 2, "rerolls": 1}, 0, 1),
    ([8, 3, 2, 3], {"dc": 2, "rerolls": 1, "reroll_keep": "better"}, 1, 1),
    ([2, 3, 8, 3, 4, 4], {"dc": 2, "rerolls": 2, "reroll_keep": "better"}, 1, 2),
    ([2, 3, 8, 3], {"rerolls": 5}, 1, 1),
]


@pytest.mark.parametrize(("faces", "check", "successes", "used"), REROLLS)
def test_rerolls_are_used_while_the_check_fails(
    faces: list[int], check: Mapping[str, object], successes: int, used: int
) -> None:
    outcome = rolled(faces, dp=2, **check)

    assert (outcome.successes, outcome.rerolls) == (successes, used)


def test_the_dice_of_a_throw_that_does_not_stand_are_not_kept() -> None:
    result = result_of([2, 10, 9], dp=1, dc=1, rerolls=3)

    assert result.dice == (
        Die(10, 2, kept=False),
        Die(10, 10, cause="reroll"),
        Die(10, 9, cause="again"),
    )


def test_a_failure_is_better_than_a_botch() -> None:
    outcome = rolled([4, 1], dp=0, dc=1, rerolls=1, reroll_keep="better")

    assert outcome.level == "failure"


# --- contests, saves, natural dice -----------------------------------------------------------

CONTESTS = [
    # attacker's die, defender's die, options, level, winner
    (8, 3, {}, "winner_0", 0),
    (3, 8, {}, "winner_1", 1),
    (8, 9, {}, "winner_0", 0),
    (8, 9, {"tie": "defender"}, "winner_1", 1),
    (8, 9, {"tie": "nobody"}, "tie", None),
]


@pytest.mark.parametrize(("ours", "theirs", "options", "level", "winner"), CONTESTS)
def test_the_attacker_needs_as_many_successes_as_the_defender(
    ours: int, theirs: int, options: Mapping[str, object], level: str, winner: int | None
) -> None:
    outcome = rolled([ours, theirs], kind="contest", sides=[{"dp": 1}, {"dp": 1}], **options)

    assert (outcome.level, outcome.winner) == (level, winner)
    assert outcome.success is (winner == 0)


def test_a_contest_throws_the_attacker_first_and_keeps_both_pools() -> None:
    result = result_of(
        [10, 9, 2, 3], kind="contest", sides=[{"dp": 1, "bonus": 1}, {"dp": 2, "again": 9}]
    )
    outcome = result.outcome

    assert isinstance(outcome, InfiniteOutcome)
    assert [side.rounds for side in outcome.sides] == [((10,), (9,)), ((2, 3),)]
    assert [(side.natural, side.successes) for side in outcome.sides] == [(2, 3), (0, 0)]
    assert result.total == outcome.margin == 3


def test_an_attacker_who_botches_does_not_even_win_a_tie() -> None:
    outcome = rolled([1, 2], kind="contest", sides=[{"dp": 0}, {"dp": 1}])

    assert (outcome.level, outcome.winner, outcome.fumble) == ("winner_1", 1, True)


def test_a_defender_who_botches_has_no_successes() -> None:
    outcome = rolled([2, 1], kind="contest", sides=[{"dp": 1}, {"dp": 0}])

    assert (outcome.level, outcome.winner, outcome.fumble) == ("winner_0", 0, False)
    assert outcome.sides[1].dramatic_failure


def test_a_save_succeeds_when_nothing_is_left() -> None:
    stopped = rolled([8, 8], kind="save", dp=2, effect=2)
    reduced = rolled([8, 3], kind="save", dp=2, effect=2)

    assert (stopped.left, stopped.level, stopped.margin) == (0, "success", 0)
    assert (reduced.left, reduced.level, reduced.margin) == (1, "failure", -1)


def test_a_save_against_no_number_is_compared_with_its_dc() -> None:
    outcome = rolled([8, 3], kind="save", dp=2, dc=1)

    assert (outcome.left, outcome.level) == (None, "success")


def test_natural_dice_are_read_by_their_faces() -> None:
    outcome = rolled([10, 10], kind="natural", sides=10, count=2, modifier=-2, dc=18)

    assert (outcome.face, outcome.result, outcome.level) == (20, 18, "success")
    assert outcome.natural is None


def test_natural_results_stop_at_zero() -> None:
    assert rolled([2], kind="natural", sides=6, modifier=-5).result == 0


# --- options and refusals --------------------------------------------------------------------


def test_options_may_stand_beside_the_fields_or_apart() -> None:
    check = {"system": "infinite", "dp": 1, "bonus": 1}
    beside = questions.of_check({**check, "gate": True})
    inside = questions.of_check({**check, "options": {"gate": True}})
    apart = questions.of_check(check, {"gate": True})

    assert beside == inside == apart != questions.of_check(check)


REFUSED = [
    ({}, ("invalid_value", "required", "/check/dp")),
    ({"dp": 1, "again": 7}, ("invalid_value", "not_a_choice", "/check/again")),
    ({"dp": 1, "again": 11}, ("invalid_value", "too_large", "/check/again")),
    ({"dp": 1001}, ("invalid_value", "too_large", "/check/dp")),
    ({"dp": 1.0}, ("invalid_value", "not_integer", "/check/dp")),
    ({"dp": 1, "chance_extra": 7}, ("invalid_value", "too_small", "/check/chance_extra")),
    ({"dp": 1, "effect": 3}, ("unknown_field", "not_for_kind", "/check/effect")),
    ({"dp": 1, "luck": 3}, ("unknown_field", "unknown", "/check/luck")),
    ({"dp": 1, "reroll_keep": "best"}, ("invalid_value", "not_a_choice", "/check/reroll_keep")),
    ({"dp": 600, "rote": True}, ("budget_exceeded", "too_many_dice", "/check")),
    ({"dp": 300, "rerolls": 3}, ("budget_exceeded", "too_many_dice", "/check")),
    ({"kind": "duel"}, ("invalid_value", "not_a_choice", "/check/kind")),
    ({"kind": "save", "dp": 1}, ("invalid_value", "exactly_one_of", "/check")),
    (
        {"kind": "save", "dp": 1, "dc": 1, "effect": 1},
        ("invalid_value", "exactly_one_of", "/check"),
    ),
    ({"kind": "contest", "sides": [{"dp": 1}]}, ("invalid_value", "too_short", "/check/sides")),
    ({"kind": "contest", "sides": 10}, ("invalid_value", "not_list", "/check/sides")),
    (
        {"kind": "contest", "sides": [{"dp": 1}, {"dp": 1, "again": 5}]},
        ("invalid_value", "not_a_choice", "/check/sides/1/again"),
    ),
    (
        {"kind": "contest", "sides": [{"dp": 1}, {"dp": 1, "gate": True}]},
        ("unknown_field", "unknown", "/check/sides/1/gate"),
    ),
    (
        {"kind": "contest", "sides": [{"dp": 600}, {"dp": 600}]},
        ("budget_exceeded", "too_many_dice", "/check"),
    ),
    ({"kind": "natural"}, ("invalid_value", "required", "/check/sides")),
    ({"kind": "natural", "sides": 1}, ("invalid_value", "too_small", "/check/sides")),
    ({"kind": "natural", "sides": [{"dp": 1}]}, ("invalid_value", "not_integer", "/check/sides")),
]


@pytest.mark.parametrize(("check", "refusal"), REFUSED)
def test_a_refusal_names_rule_and_place(
    check: Mapping[str, object], refusal: tuple[str, str, str]
) -> None:
    assert refused(**check) == refusal


def test_an_option_of_the_request_is_refused_where_it_stands() -> None:
    assert refused({"chance_extra": 11}, dp=1) == (
        "invalid_value",
        "too_large",
        "/options/chance_extra",
    )


def test_a_face_too_many_is_refused() -> None:
    with pytest.raises(FacesTooMany):
        result_of([8, 9, 3, 4], dp=3)


NORMAL_FORMS = [
    ({"dp": 20, "again": 9, "bonus": 5}, ".ww20a9+5"),
    ({"dp": 3, "bonus": -2}, ".ww3a10-2"),
    ({"dp": 0}, ".ww0a10"),
    ({"dp": 3, "again": 0}, ".ww3a0"),
    ({"dp": -2}, "infinite single dp=-2"),
    ({"dp": 0, "chance_extra": 10}, "infinite single dp=0 chance_extra=10"),
    ({"dp": 3, "bonus": 1, "gate": True}, "infinite single dp=3 bonus=1 gate"),
    ({"dp": 3, "rerolls": 1}, "infinite single dp=3 rerolls=1"),
    ({"dp": 3, "dc": 2}, "infinite single dp=3 dc=2"),
    (
        {"kind": "contest", "sides": [{"dp": 3, "again": 9}, {"dp": 2}]},
        "infinite contest sides={dp=3,again=9}/{dp=2}",
    ),
    ({"kind": "save", "dp": 3, "effect": 4}, "infinite save effect=4 dp=3"),
    ({"kind": "natural", "sides": 10, "modifier": 4}, "infinite natural sides=10 modifier=4"),
]


@pytest.mark.parametrize(("check", "notation"), NORMAL_FORMS)
def test_a_check_has_one_normal_form(check: Mapping[str, object], notation: str) -> None:
    assert questions.of_check({"system": "infinite", **check}).notation == notation


# --- laws ------------------------------------------------------------------------------------

AGAIN = st.sampled_from([0, 8, 9, 10])


@given(st.integers(-5, 40), AGAIN, st.integers(-9, 9), st.binary(min_size=1))
def test_every_face_that_explodes_is_followed_by_one_die(
    dp: int, again: int, bonus: int, seed: bytes
) -> None:
    question = questions.of_check({"system": "infinite", "dp": dp, "again": again, "bonus": bonus})
    outcome = question.roll(Seeded(seed)).outcome

    assert isinstance(outcome, InfiniteOutcome)
    sizes = [len(faces) for faces in outcome.rounds]
    exploding = [sum(again <= face for face in faces) if again else 0 for faces in outcome.rounds]
    assert sizes == [max(dp, 1), *exploding[:-1]]
    assert exploding[-1] == 0


@given(st.integers(1, 40), AGAIN, st.integers(-9, 9), st.binary(min_size=1))
def test_successes_are_the_high_faces_and_the_bonus(
    dp: int, again: int, bonus: int, seed: bytes
) -> None:
    question = questions.of_check({"system": "infinite", "dp": dp, "again": again, "bonus": bonus})
    result = question.roll(Seeded(seed))

    assert result.total == max(0, sum(die.face >= 8 for die in result.dice) + bonus)


KEEP = st.sampled_from(["new", "better"])


@given(st.integers(0, 12), AGAIN, st.integers(0, 6), st.integers(0, 3), KEEP)
def test_the_levels_of_a_check_are_all_there_is(
    dp: int, again: int, dc: int, rerolls: int, keep: str
) -> None:
    check = {"dp": dp, "again": again, "dc": dc, "rerolls": rerolls, "reroll_keep": keep}
    odds = questions.of_check({"system": "infinite", **check}).odds()

    assert sum(odds.levels.values()) == 1
    assert odds.success == odds.levels["success"]


@given(st.integers(0, 8), AGAIN, st.integers(0, 4))
def test_a_reroll_never_makes_success_less_likely(dp: int, again: int, dc: int) -> None:
    check = {"system": "infinite", "dp": dp, "again": again, "dc": dc}
    once = questions.of_check(check).odds().success
    twice = questions.of_check({**check, "rerolls": 1}).odds().success

    assert once is not None
    assert twice is not None
    assert twice == once + (1 - once) * once
