"""Laws of the notation, for any tree."""

import pytest
from hypothesis import assume, given, reject, settings
from hypothesis import strategies as st

from majokko_rules.chance import Scripted, Seeded
from majokko_rules.dice import parse
from majokko_rules.dice.budget import MAX_TEXT
from majokko_rules.dice.evaluate import Plan, prepare, step_by_step
from majokko_rules.dice.printing import printed
from majokko_rules.dice.syntax import parse_tree
from majokko_rules.dice.tree import Dice, Keep, Notation, Number, Relation, Sum
from majokko_rules.errors import RuleError
from majokko_rules.results import Result
from tests.rules.dice.trees import keeps, notations


@settings(max_examples=300)
@given(notations)
def test_printing_and_reading_again_prints_the_same(notation: Notation) -> None:
    normal = _normal(notation)

    assert printed(parse_tree(normal)) == normal


@settings(max_examples=300)
@given(notations)
def test_what_was_read_from_a_normal_form_is_read_from_it_again(notation: Notation) -> None:
    tree = parse_tree(_normal(notation))

    assert parse_tree(printed(tree)) == tree


@settings(max_examples=300)
@given(notations, st.binary(max_size=3))
def test_a_normal_form_means_what_the_tree_means(notation: Notation, seed: bytes) -> None:
    again = parse_tree(_normal(notation))

    assert _told(notation, seed) == _told(again, seed)


@settings(max_examples=300)
@given(notations, st.binary(max_size=3))
def test_the_dice_of_a_result_give_the_result_again(notation: Notation, seed: bytes) -> None:
    plan = _plan(notation)
    result = _rolled(plan, seed)
    written = Scripted(die.face for die in result.dice)

    again = plan.roll(written)
    written.finish()

    assert again == result


@given(
    st.integers(0, 5),
    st.sampled_from([2, 6, 10, 255, 256, 1000]),
    st.lists(keeps, max_size=2).map(tuple),
    st.none() | st.tuples(st.booleans(), st.integers(0, 2**53).map(Number)),
    st.none() | st.tuples(st.sampled_from([">=", "<", "="]), st.integers(0, 30).map(Number)),
    st.binary(max_size=3),
)
def test_the_quick_plans_roll_as_the_slow_one_does(
    count: int,
    sides: int,
    kept: tuple[Keep, ...],
    plus: tuple[bool, Number] | None,
    compared: tuple[Relation, Number] | None,
    seed: bytes,
) -> None:
    dice = Dice(Number(count), Number(sides), kept)
    notation = Notation(Sum(((False, dice), plus)) if plus else dice, compared)
    quick = _plan(notation)

    assert _rolled(quick, seed) == _rolled(step_by_step(notation), seed)


@pytest.mark.parametrize("text", ["3d6", "4d6kh3", "1d20+5", "2d6-1>=7", "d20adv+3"])
def test_the_commonest_shapes_are_quick(text: str) -> None:
    plan = parse(text).plan

    assert type(plan) is not type(step_by_step(parse_tree(text)))


def _normal(notation: Notation) -> str:
    """The normal form, if it is one that may be read: not too long."""
    normal = printed(notation)
    assume(len(normal) <= MAX_TEXT)
    return normal


def _plan(notation: Notation) -> Plan:
    """The plan, if the notation is not refused."""
    try:
        return prepare(notation)
    except RuleError:
        reject()


def _rolled(plan: Plan, seed: bytes) -> Result:
    try:
        return plan.roll(Seeded(seed))
    except RuleError:
        reject()


def _told(notation: Notation, seed: bytes) -> Result | tuple[str, str]:
    """The result, or the refusal without its place: a tree that was not read has none."""
    try:
        return prepare(notation).roll(Seeded(seed))
    except RuleError as refusal:
        return refusal.code, refusal.rule
