"""What holds of every check, whatever its numbers."""

from typing import Any

from hypothesis import assume, given
from hypothesis import strategies as st

from majokko_rules import questions
from majokko_rules.chance import Seeded
from majokko_rules.errors import RuleError
from majokko_rules.questions import Question
from majokko_rules.systems.collapse import SYSTEM
from majokko_rules.systems.collapse.girls import subtract
from majokko_rules.systems.collapse.levels import DIFFICULTIES
from tests.rules.collapse.asked import asked, told
from tests.support.asking import checks

VALUES = st.integers(0, 130)


def allowed(fields: dict[str, Any]) -> Question:
    try:
        return questions.of_check(fields)
    except RuleError:
        assume(condition=False)
        raise


@given(checks(SYSTEM), st.binary(min_size=1, max_size=4))
def test_nothing_happens_that_the_odds_rule_out(fields: dict[str, Any], seed: bytes) -> None:
    question = allowed(fields)
    result, odds = question.roll(Seeded(seed)), question.odds()

    assert odds.distribution.probability(result.total) > 0
    assert odds.levels[str(told(result).level)] > 0
    if told(result).success:
        assert odds.succeeding is not None
        assert odds.succeeding.probability(result.total) > 0


@given(checks(SYSTEM))
def test_saying_the_defaults_aloud_changes_nothing(fields: dict[str, Any]) -> None:
    question = allowed(fields)
    kind, complete = SYSTEM.form.read(fields, {})
    aloud = {name: value for name, value in complete.items() if value is not None}

    assert asked(kind=kind, **aloud) == question


@given(VALUES, st.sampled_from(DIFFICULTIES))
def test_a_higher_value_never_makes_it_harder(value: int, difficulty: str) -> None:
    lower, higher = (asked(value=n, difficulty=difficulty).odds() for n in (value, value + 1))

    assert lower.success is not None
    assert higher.success is not None
    assert higher.success >= lower.success
    assert higher.levels["fumble"] <= lower.levels["fumble"]


@given(VALUES, st.integers(0, 9))
def test_another_bonus_die_never_hurts(value: int, dice: int) -> None:
    fewer, more = (asked(value=value, bonus=n, many_dice=True).odds() for n in (dice, dice + 1))

    assert fewer.success is not None
    assert more.success is not None
    assert more.success >= fewer.success


@given(first=VALUES, second=VALUES, nobody_wins=st.booleans())
def test_an_opposed_check_looks_the_same_from_both_sides(
    first: int, second: int, *, nobody_wins: bool
) -> None:
    values = [{"value": first}, {"value": second}]
    ours = asked(kind="opposed", sides=values, nobody_wins=nobody_wins).odds().levels
    theirs = asked(kind="opposed", sides=values[::-1], nobody_wins=nobody_wins).odds().levels

    assert ours["winner_0"] == theirs["winner_1"]
    assert ours["tie"] == theirs["tie"]


@given(st.integers(0, 1000), st.lists(st.integers(0, 120), min_size=1, max_size=8))
def test_pooling_always_leaves_an_opponent_and_somebody_to_roll(
    opponent: int, girls: list[int]
) -> None:
    left, gone = subtract(opponent, girls)

    assert left == opponent - sum(girls[place] for place in gone)
    assert left > 0 or left == opponent
    assert len(gone) < len(girls)
