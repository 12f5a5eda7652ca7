"""What other engines do with the same input, and what this one does: a row for each.

The numbers are those of the survey that the notation was designed from. Rows about checks of a
system are tested beside that system.
"""

from collections.abc import Sequence

import pytest

from majokko_rules.dice import parse
from majokko_rules.results import Comparison
from tests.rules.dice.rolled import kept, refusal, rolled, rolled_all, told

# row, text, dice in throwing order, total, what counts
ROLLED: list[tuple[int, str, Sequence[int], int, Sequence[int]]] = [
    (19, "3a9k8", [9, 8, 1, 10, 7], 3, [9, 8, 1, 10, 7]),
    (20, "20a9+5", [*[1] * 17, 8, 9, 10, 2, 8], 4 + 5, [*[1] * 17, 8, 9, 10, 2, 8]),
    (25, "3B6>=4", [4, 2, 6], 2, [4, 2, 6]),
    (25, "3B6>=4", [1, 2, 3], 0, [1, 2, 3]),
    (31, "4D6KH3", [1, 5, 5, 2], 12, [5, 5, 2]),
    (32, "4D6DL1", [1, 1, 5, 2], 8, [1, 5, 2]),
    (36, "３ｄ６", [1, 2, 3], 6, [1, 2, 3]),
    (36, "１＋１", [], 2, []),
    (36, "（1+2）*3", [], 9, []),
    (36, "2d6×2", [3, 4], 14, [3, 4]),
    (37, "3D6", [1, 2, 3], 6, [1, 2, 3]),
    (38, " 3d6 ", [1, 2, 3], 6, [1, 2, 3]),
    (43, "-3d6", [1, 2, 3], -6, [1, 2, 3]),
    (45, "(1d4)d6", [3, 1, 2, 4], 7, [3, 1, 2, 4]),
    (45, "d(2*3)", [6], 6, [6]),
    (46, "1d20 # 攻击", [7], 7, [7]),
    (52, "2d6[fire]+3", [1, 2], 6, [1, 2]),
    (54, "4d6kh5", [2, 3, 6, 5], 16, [2, 3, 6, 5]),
    (56, "3d6kh2dl1", [3, 5, 4], 5, [5]),
    (60, "5/2", [], 2, []),
    (61, "-7/2", [], -4, []),
    (64, "2^3", [], 8, []),
    (64, "2**3", [], 8, []),
]

# row, text, code, rule, position, length
REFUSED: list[tuple[int, str, str, str, int, int]] = [
    (40, "3d6+", "syntax", "unexpected_end", 4, 0),
    (40, "3d6$2", "syntax", "unknown_character", 3, 1),
    (40, "(2d6+3", "syntax", "unclosed", 0, 1),
    (42, "d", "syntax", "sides_missing", 0, 1),
    (42, "3d", "syntax", "sides_missing", 0, 2),
    (46, "1d20 攻击", "syntax", "unknown_character", 5, 2),
    (46, "1d20+6 dex save", "syntax", "unknown_character", 7, 3),
    (48, "2D6 3", "syntax", "unexpected", 4, 1),
    (51, "3d6*5#3", "syntax", "repeat_misplaced", 5, 1),
    (55, "4d6kh0", "invalid_value", "keep_none", 3, 3),
    (57, "1d1!", "budget_exceeded", "never_ends", 3, 1),
    (57, "1d6!>0", "budget_exceeded", "never_ends", 3, 3),
    (57, "d6r>0", "budget_exceeded", "never_ends", 2, 3),
    (57, "10a1", "budget_exceeded", "never_ends", 3, 1),
    (63, "1/0", "invalid_value", "division_by_zero", 1, 1),
    (63, "1d6/0", "invalid_value", "division_by_zero", 3, 1),
    (63, "1%0", "invalid_value", "division_by_zero", 1, 1),
    (64, "10^10^10", "budget_exceeded", "exponent_too_large", 2, 1),
    (64, "2^54", "budget_exceeded", "exponent_too_large", 1, 1),
    (68, "99999999999999999999", "budget_exceeded", "number_too_large", 0, 20),
    (68, "9223372036854775807+1", "budget_exceeded", "number_too_large", 0, 19),
    (69, "999999d999999", "budget_exceeded", "too_many_dice", 0, 13),
    (70, "1001D6", "budget_exceeded", "too_many_dice", 0, 6),
    (71, "(" * 200, "budget_exceeded", "too_deep", 16, 1),
    (71, "(" * 500, "budget_exceeded", "text_too_long", 256, 244),
    (73, "1+" * 20000, "budget_exceeded", "text_too_long", 256, 39744),
    (74, "9" * 200, "budget_exceeded", "number_too_large", 0, 200),
    (74, "9" * 5000, "budget_exceeded", "text_too_long", 256, 4744),
]

# row, text of another engine, where this one stops reading: nothing of it is half understood
UNREAD = [
    (1, "CC(2)<=50", 0),
    (18, "CBR(70,30)", 0),
    (21, "5ST", 1),
    (28, "5DX8+3", 1),
    (30, "2U10[8]", 1),
    (33, "K20+5@10", 0),
    (34, "x3 2D6>=7", 0),
    (35, "3TY6", 1),
    (57, "5c1", 1),
    (57, "3R6>=1", 1),
    (65, "C(10/3)", 0),
    (65, "1D6/2U", 5),
    (75, "choice[1-30000000]", 0),
    (77, "s='a';while 1 {s=s+s}", 0),
    (2, "2d6ro<2x", 7),
    (14, "4d6d1", 3),
    (68, "1.5d6", 1),
]


@pytest.mark.parametrize(("row", "text", "dice", "total", "counting"), ROLLED)
def test_rolled(
    row: int, text: str, dice: Sequence[int], total: int, counting: Sequence[int]
) -> None:
    result = rolled(text, dice)

    assert (row, result.total, kept(result)) == (row, total, list(counting))


@pytest.mark.parametrize(("row", "text", "code", "rule", "position", "length"), REFUSED)
def test_refused_before_rolling(
    row: int, text: str, code: str, rule: str, position: int, length: int
) -> None:
    error = refusal(text)

    assert (row, *told(error)) == (row, code, rule, position, length)


@pytest.mark.parametrize(("row", "text", "position"), UNREAD)
def test_unread(row: int, text: str, position: int) -> None:
    error = refusal(text)

    assert (row, error.code, error.position) == (row, "syntax", position)


def test_row_34_a_repeat_gives_separate_comparisons() -> None:
    results = rolled_all("3#2D6>=7", [1, 2, 6, 6, 3, 4])

    assert [result.outcome for result in results] == [
        Comparison(success=False, margin=-4),
        Comparison(success=True, margin=5),
        Comparison(success=True, margin=0),
    ]


def test_row_51_a_repeat_gives_separate_results() -> None:
    results = rolled_all("3#d6", [1, 2, 3])

    assert [result.total for result in results] == [1, 2, 3]
    assert [result.notation for result in results] == ["1d6", "1d6", "1d6"]


def test_row_54_keeping_too_many_warns() -> None:
    result = rolled("4d6kh5", [2, 3, 6, 5])

    assert result.warnings == ("keeps_all",)


def test_row_70_many_dice_and_many_sides_are_really_rolled() -> None:
    assert rolled("201D6", [2] * 201).total == 402
    assert rolled("1D10001", [10001]).total == 10001


def test_row_73_a_long_sum_is_right() -> None:
    assert rolled("+".join("1" * 128), []).total == 128


def test_row_36_the_normal_form_is_echoed() -> None:
    assert parse("２ｄ６×２ ＋ １").notation == "2d6*2+1"


def test_wish_3_several_reroll_conditions_are_one_union() -> None:
    error = refusal("d8r=4r<4r>4")

    assert told(error) == ("budget_exceeded", "never_ends", 2, 9)


def test_wish_57_a_comparison_of_dice_is_about_their_total_and_says_so() -> None:
    summed, counted = rolled("3d6>=4", [1, 2, 3]), rolled("3b6>=4", [1, 2, 3])

    assert summed.outcome == Comparison(success=True, margin=2)
    assert (counted.total, counted.outcome) == (0, None)
