"""Each limit, met exactly and passed by one."""

from collections.abc import Sequence

import pytest

from majokko_rules.dice import parse
from majokko_rules.dice.budget import MAX_DRAWS, MAX_NUMBER
from majokko_rules.errors import BudgetExceeded
from tests.rules.dice.chances import Counting
from tests.rules.dice.rolled import late_refusal, refusal, rolled, told

WITHIN = [
    "1" + " " * 255,
    "(" * 16 + "1" + ")" * 16,
    "{(" * 8 + "1" + ")}" * 8,
    "-" * 16 + "1",
    "1^" * 16 + "1",
    "1000d6",
    "500d6+500d6",
    "1000b6>=4",
    "1000a10",
    "100#10d6",
    "d1000000000",
    "d2",
    str(MAX_NUMBER),
    f"-{MAX_NUMBER}",
    "2^53",
    "1^53",
    f"{MAX_NUMBER - 1}+1",
    "100#1",
    "0d6",
    "0a10",
    "1d6!>0cap2",
    "1d6ro>0",
    "0d10000!>1",
    "1d10000!>1cap9",
    "1d10000max1!>1",
    "1000d2000kh1ro>1",
    "20a11k1000m1000",
]

# text, code, rule, position, length
PASSED: list[tuple[str, str, str, int, int]] = [
    ("1" + " " * 256, "budget_exceeded", "text_too_long", 256, 1),
    ("(" * 17 + "1" + ")" * 17, "budget_exceeded", "too_deep", 16, 1),
    ("(" * 16 + "d(6)" + ")" * 16, "budget_exceeded", "too_deep", 17, 1),
    ("{(" * 8 + "{1}" + ")}" * 8, "budget_exceeded", "too_deep", 16, 1),
    ("-" * 17 + "1", "budget_exceeded", "too_deep", 16, 1),
    ("1^" * 17 + "1", "budget_exceeded", "too_deep", 33, 1),
    ("1001d6", "budget_exceeded", "too_many_dice", 0, 6),
    ("500d6+501d6", "budget_exceeded", "too_many_dice", 6, 5),
    ("2d6>=999d6", "budget_exceeded", "too_many_dice", 5, 5),
    ("500b6+501b8>=4", "budget_exceeded", "too_many_dice", 0, 11),
    ("1001a10", "budget_exceeded", "too_many_dice", 0, 7),
    ("999d20+d20adv", "budget_exceeded", "too_many_dice", 7, 3),
    ("100#11d6", "budget_exceeded", "too_many_dice", 4, 4),
    ("(1000*1000)d6", "budget_exceeded", "too_many_dice", 0, 13),
    ("d1000000001", "budget_exceeded", "too_many_sides", 0, 11),
    ("3b(10^10)", "budget_exceeded", "too_many_sides", 0, 9),
    ("d1", "invalid_value", "too_small", 0, 2),
    ("d0", "invalid_value", "no_sides", 0, 2),
    ("d(1-2)", "invalid_value", "no_sides", 0, 6),
    ("d{7}", "invalid_value", "too_short", 0, 4),
    ("(1-2)d6", "invalid_value", "negative_count", 0, 7),
    (str(MAX_NUMBER + 1), "budget_exceeded", "number_too_large", 0, 16),
    (f"{MAX_NUMBER}+1", "budget_exceeded", "number_too_large", 0, 18),
    (f"{MAX_NUMBER}+1-1", "budget_exceeded", "number_too_large", 0, 20),
    (f"{MAX_NUMBER}*2", "budget_exceeded", "number_too_large", 16, 1),
    (f"1d6*(3*{MAX_NUMBER})", "budget_exceeded", "number_too_large", 6, 1),
    ("3^34", "budget_exceeded", "number_too_large", 1, 1),
    ("1d6^54", "budget_exceeded", "exponent_too_large", 3, 1),
    ("1d6^-1", "invalid_value", "negative_exponent", 3, 1),
    ("101#d6", "budget_exceeded", "repeats", 0, 3),
    ("0#d6", "invalid_value", "too_small", 0, 1),
    (" 99999999999999999#1", "budget_exceeded", "number_too_large", 1, 17),
    ("1d6!cap0", "invalid_value", "too_small", 7, 1),
    ("20a4", "invalid_value", "too_small", 3, 1),
    ("20a12", "invalid_value", "too_large", 3, 2),
    ("20a9k0", "invalid_value", "too_small", 5, 1),
    ("20a9m1001", "invalid_value", "too_large", 5, 4),
    ("4d6dl4", "invalid_value", "keep_none", 3, 3),
    ("4d6kh2dh2", "invalid_value", "keep_none", 6, 3),
    ("{1,2}dl2", "invalid_value", "keep_none", 5, 3),
    ("1d6!<=6", "budget_exceeded", "never_ends", 3, 4),
    ("d{3,3}!", "budget_exceeded", "never_ends", 6, 1),
    ("d{1,5}r1r5", "budget_exceeded", "never_ends", 6, 4),
    ("d10000!>1", "budget_exceeded", "too_many_draws", 6, 3),
    ("d10000r>1", "budget_exceeded", "too_many_draws", 6, 3),
    ("d2001r<2001", "budget_exceeded", "too_many_draws", 5, 6),
    ("d1000000000r<1000000000", "budget_exceeded", "too_many_draws", 11, 12),
    ("900d2r1!", "budget_exceeded", "too_many_draws", 7, 1),
    ("1000a5", "budget_exceeded", "too_many_draws", 0, 6),
    ("50#20a5m18", "budget_exceeded", "too_many_draws", 3, 7),
]


@pytest.mark.parametrize("text", WITHIN)
def test_at_the_limit_it_is_rolled(text: str) -> None:
    question = parse(text)

    assert all(question.roll(Counting()) for _ in range(question.times))


@pytest.mark.parametrize(("text", "code", "rule", "position", "length"), PASSED)
def test_beyond_the_limit_it_is_refused_before_rolling(
    text: str, code: str, rule: str, position: int, length: int
) -> None:
    assert told(refusal(text)) == (code, rule, position, length)


def test_how_many_dice_were_asked_for_is_told_over_all_repeats() -> None:
    assert refusal("100#11d6").params == {"asked": 1100, "limit": 1000}


@pytest.mark.parametrize(
    ("text", "dice", "rule", "position", "length"),
    [
        ("1000d2!", [2] * 3000, "too_many_draws", 0, 6),
        ("1000a6", [6] * 3000, "too_many_draws", 0, 6),
        ("999d6+1d6r<6", [1] * 3000, "too_many_draws", 6, 3),
        ("1d6!!", [6] * 3000, "too_many_draws", 0, 3),
        ("2#1d6!", [6] * 3000, "too_many_draws", 2, 3),
        ("(2d1000)d6", [500] * 2, "too_many_dice", 0, 10),
        ("10#(1d100)d6", [100], "too_many_dice", 3, 9),
        ("900d6+(1d100)d6", [1] * 900 + [100], "too_many_dice", 6, 9),
        ("(1d100)d6+900d6", [100], "too_many_dice", 0, 9),
    ],
)
def test_what_the_dice_add_is_counted_too(
    text: str, dice: Sequence[int], rule: str, position: int, length: int
) -> None:
    assert told(late_refusal(text, dice)) == ("budget_exceeded", rule, position, length)


def test_all_draws_of_the_budget_may_be_thrown() -> None:
    result = rolled("1000d2!", [2] * 1000 + [1] * 1000)

    assert (len(result.dice), result.total) == (2000, 3000)


@pytest.mark.parametrize("text", ["d2000r<2000", "100#10d2!", "1000d2!!"])
def test_no_more_is_thrown_than_the_budget_allows(text: str) -> None:
    question, chance = parse(text), Counting()

    with pytest.raises(BudgetExceeded, match="too_many_draws"):
        [question.roll(chance) for _ in range(question.times)]

    assert chance.thrown <= MAX_DRAWS
