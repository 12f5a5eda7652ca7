"""The command `.ww`: what it means, how it is written back, where it is refused."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from majokko_rules import questions
from majokko_rules.chance import Scripted
from majokko_rules.errors import FacesTooFew, RuleError
from majokko_rules.systems.infinite.outcome import InfiniteOutcome

MEANINGS = [
    (".ww", ".ww10a10"),
    (".ww # with a reason", ".ww10a10"),
    (".w", ".ww10a10"),
    ("ww7", ".ww7a10"),
    (".ww20a9+5", ".ww20a9+5"),
    (".WW 20 A 9 + 5", ".ww20a9+5"),
    ("。ｗｗ２０ａ９＋５", ".ww20a9+5"),
    (".w20", ".ww20a10"),
    (".ww20+5", ".ww20a10+5"),
    (".wwa9", ".ww1a9"),
    (".ww 5a0", ".ww5a0"),
    (".ww0", ".ww0a10"),
    (".ww10a5k6m7", ".ww10a5k6m7"),
    (".ww10k8m10", ".ww10a10"),
    (".ww10a11", ".ww10a11"),
    (".ww10a8-1+3", ".ww10a8+2"),
    (".ww10a8+3-3", ".ww10a8"),
    (".ww10－2", ".ww10a10-2"),
    (".ww1000", ".ww1000a10"),
]


@pytest.mark.parametrize(("text", "notation"), MEANINGS)
def test_a_command_has_a_normal_form(text: str, notation: str) -> None:
    assert questions.of_notation(text).notation == notation


@pytest.mark.parametrize(("text", "notation"), MEANINGS)
def test_the_normal_form_means_the_same(text: str, notation: str) -> None:
    assert questions.of_notation(text) == questions.of_notation(notation)


REFUSED = [
    # text, code, rule, position, length
    (".ww+5", "syntax", "expected_number", 3, 1),
    (".wwk6", "syntax", "expected_number", 3, 1),
    (".wwh5", "syntax", "expected_number", 3, 1),
    (".ww10a", "syntax", "unexpected_end", 6, 0),
    (".ww10a+5", "syntax", "expected_number", 6, 1),
    (".ww10+", "syntax", "unexpected_end", 6, 0),
    (".ww10+x", "syntax", "expected_number", 6, 1),
    (".ww10x", "syntax", "unexpected", 5, 1),
    (".ww10m6k5", "syntax", "unexpected", 7, 1),
    (".ww-2", "syntax", "expected_number", 3, 1),
    (".ww 5 5", "syntax", "unexpected", 6, 1),
    (".ww10a1", "invalid_value", "too_small", 6, 1),
    (".ww 10 a 12", "invalid_value", "too_large", 9, 2),
    (".ww5k0", "invalid_value", "too_small", 5, 1),
    (".ww5k1001", "invalid_value", "too_large", 5, 4),
    (".ww5m0", "invalid_value", "too_small", 5, 1),
    (".ww5+600+600", "invalid_value", "too_large", 9, 3),
    (".ww1001", "budget_exceeded", "too_many_dice", 3, 4),
    (".ww 1000a5 + 1", "budget_exceeded", "too_many_draws", 4, 6),
    (".ww10a5m1000", "budget_exceeded", "too_many_draws", 3, 9),
    (".ww99999999999999999999", "budget_exceeded", "number_too_large", 3, 20),
]


@pytest.mark.parametrize(("text", "code", "rule", "position", "length"), REFUSED)
def test_a_refusal_points_into_the_text(
    text: str, code: str, rule: str, position: int, length: int
) -> None:
    with pytest.raises(RuleError) as caught:
        questions.of_notation(text)
    refusal = caught.value

    assert (refusal.code, refusal.rule) == (code, rule)
    assert (refusal.position, refusal.length) == (position, length)


def test_three_dice_with_nine_again_explode_twice() -> None:
    dice = Scripted([9, 8, 1, 10, 7])
    result = questions.of_notation(".ww3a9k8").roll(dice)
    dice.finish()

    assert result.total == 3
    assert isinstance(result.outcome, InfiniteOutcome)
    assert result.outcome.rounds == ((9, 8, 1), (10,), (7,))


def test_the_number_behind_the_pool_is_bonus_successes_and_not_dice() -> None:
    result = questions.of_notation(".ww20a9+5").roll(Scripted([2] * 20))

    assert len(result.dice) == 20
    assert result.total == 5


def test_success_line_and_sides_are_the_commands_own() -> None:
    dice = Scripted([5, 6, 7, 7, 1])
    result = questions.of_notation(".ww3a7k6m7").roll(dice)
    dice.finish()

    assert result.total == 3


def test_dice_below_the_success_line_may_explode_in_a_command() -> None:
    dice = Scripted([5, 4])
    result = questions.of_notation(".ww1a5").roll(dice)
    dice.finish()

    assert result.total == 0


def test_a_chance_die_with_other_sides_needs_its_highest_face() -> None:
    dice = Scripted([6, 4])
    result = questions.of_notation(".ww0a6k4m6").roll(dice)
    dice.finish()

    assert result.total == 2


IDLE = [
    (".ww1k11", 10, ("no_effect",)),
    (".ww1m6", 6, ("no_effect",)),
    (".ww1k6m6", 6, ()),
    (".ww0k11", 2, ()),
]


@pytest.mark.parametrize(("text", "face", "warnings"), IDLE)
def test_a_success_line_above_every_face_is_warned_of(
    text: str, face: int, warnings: tuple[str, ...]
) -> None:
    result = questions.of_notation(text).roll(Scripted([face, 1]))

    assert result.warnings == warnings


def test_running_out_of_faces_is_no_endless_explosion() -> None:
    dice = Scripted([1, 2])
    questions.of_notation(".ww3a5").roll(dice)

    with pytest.raises(FacesTooFew):
        dice.finish()


@given(
    st.integers(0, 200),  # at most 200 × 40 / 4 dice on average
    st.sampled_from([0, *range(5, 12)]),
    st.integers(1, 1000),
    st.integers(1, 40),
    st.integers(-1000, 1000),
)
def test_whatever_a_command_says_is_written_back_the_same(
    dice: int, again: int, line: int, sides: int, bonus: int
) -> None:
    text = f".ww{dice}a{again}k{line}m{sides}{bonus:+}"
    question = questions.of_notation(text)

    assert questions.of_notation(question.notation) == question
    assert questions.of_notation(question.notation).notation == question.notation
