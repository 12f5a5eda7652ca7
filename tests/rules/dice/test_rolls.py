"""What each construct does with the dice, and in which order it throws them."""

from collections.abc import Sequence

import pytest

from majokko_rules.results import Comparison, Die, Part
from tests.rules.dice.rolled import kept, late_refusal, rolled, told

# text, dice in throwing order, total, what counts
TOTALS: list[tuple[str, Sequence[int], int, Sequence[int]]] = [
    # arithmetic
    ("2+3*4-1", [], 13, []),
    ("(2+3)*4", [], 20, []),
    ("2^3^2", [], 512, []),
    ("-2^2", [], -4, []),
    ("(-2)^2", [], 4, []),
    ("2*-3", [], -6, []),
    ("3--2", [], 5, []),
    ("0^0", [], 1, []),
    ("7/2", [], 3, []),
    ("-7/2", [], -4, []),
    ("7/-2", [], -4, []),
    ("-(7/2)", [], -3, []),
    ("7%4", [], 3, []),
    ("-7%4", [], 1, []),
    ("100/10/5", [], 2, []),
    ("10-4-3", [], 3, []),
    ("1d6*1d6", [3, 4], 12, [3, 4]),
    # dice
    ("d6", [4], 4, [4]),
    ("0d6", [], 0, []),
    ("d%", [100], 100, [100]),
    ("d%%7", [100], 2, [100]),
    ("4dF", [-1, 0, 1, 1], 1, [-1, 0, 1, 1]),
    ("2d{1, 2, 4, 8}", [8, 2], 10, [8, 2]),
    ("d{-3, -2, -1}", [-2], -2, [-2]),
    ("d1000000000", [999_999_999], 999_999_999, [999_999_999]),
    ("(1d4)d(1d6+1)", [2, 5, 6, 1], 7, [2, 5, 6, 1]),
    ("d(1d4)", [1, 1], 1, [1, 1]),
    ("(1d4-1)d6", [1], 0, [1]),
    # keep and drop
    ("4d6kh", [3, 6, 6, 1], 6, [6]),
    ("4d6kl2", [3, 6, 2, 2], 4, [2, 2]),
    ("4d6dh", [3, 6, 2, 6], 11, [3, 6, 2]),
    ("4d6dl3", [3, 6, 2, 6], 6, [6]),
    ("4d6k3", [3, 6, 2, 6], 15, [3, 6, 6]),
    ("4d6q1", [3, 6, 2, 6], 2, [2]),
    ("5d6dh1dl1", [1, 2, 3, 4, 5], 9, [2, 3, 4]),
    ("4d6dl0", [3, 6, 2, 6], 17, [3, 6, 2, 6]),
    ("(1d4)d6dl2", [1, 5], 0, [1]),
    ("3d300kh1", [300, 1, 299], 300, [300]),
    ("4dFkh2", [-1, 0, 1, 1], 2, [1, 1]),
    # advantage
    ("d20 adv", [3, 17], 17, [17]),
    ("1d20dis+5", [3, 17], 8, [3]),
    ("d20优势", [3, 17], 17, [17]),
    ("d20劣勢", [3, 17], 3, [3]),
    ("d20有利", [3, 17], 17, [17]),
    ("d20r1 advantage", [1, 3, 17], 17, [17]),
    # explosions: in rounds, behind the dice they come from
    ("2d6!", [6, 6, 6, 2, 3], 23, [6, 6, 6, 2, 3]),
    ("2d6!>=5", [5, 1, 6, 4], 16, [5, 1, 6, 4]),
    ("2d6!1", [1, 1, 1, 2, 3], 8, [1, 1, 1, 2, 3]),
    ("1d6!cap2", [6, 6, 6], 18, [6, 6, 6]),
    ("2d6!!>4cap1", [5, 6, 6, 1], 18, [5, 6, 6, 1]),
    ("1d6!>0cap3", [1, 2, 3, 4], 10, [1, 2, 3, 4]),
    ("2d6!!kh1", [6, 5, 6, 2], 14, [6, 6, 2]),
    ("2d6!kh1", [6, 5, 6, 2], 6, [6]),
    ("3d6kh1!", [6, 5, 6, 2], 8, [6, 2]),
    ("d{2,2,7}!", [7, 7, 2], 16, [7, 7, 2]),
    # rerolls: also in rounds; what is replaced does not count
    ("2d6r1", [1, 1, 1, 4, 5], 9, [4, 5]),
    ("2d6ro1", [1, 4, 1], 5, [4, 1]),
    ("1d6r1r2", [1, 2, 1, 3], 3, [3]),
    ("1d6ro1ro2", [1, 2], 2, [2]),
    ("1d6ro1r2", [1, 2, 3], 3, [3]),
    ("2d6ro>0", [5, 6, 1, 2], 3, [1, 2]),
    ("1d6r<>6", [1, 5, 6], 6, [6]),
    ("dFr=-1", [-1, 0], 0, [0]),
    ("2d6!!r<5", [6, 4, 5, 5], 16, [6, 5, 5]),
    ("1d6!!r7", [6, 1, 3], 3, [3]),
    # bounds
    ("3d6min3", [1, 3, 6], 12, [1, 3, 6]),
    ("3d6max4", [1, 3, 6], 8, [1, 3, 6]),
    ("2d20min10kh1", [3, 7], 10, [3]),
    ("4dFmin0", [-1, 0, 1, -1], 1, [-1, 0, 1, -1]),
    # pools
    ("3b6+2b8>=4", [4, 1, 6, 8, 3], 3, [4, 1, 6, 8, 3]),
    ("4b6<>1", [1, 1, 3, 4], 2, [1, 1, 3, 4]),
    ("(3b6>=4)*2+1", [4, 5, 1], 5, [4, 5, 1]),
    ("(1d4)b(1d6+1)=2", [2, 3, 2, 4], 1, [2, 3, 2, 4]),
    ("3a0", [10, 9, 8], 3, [10, 9, 8]),
    ("a10", [10, 8], 2, [10, 8]),
    ("2a8k9", [8, 10, 1, 9, 3], 2, [8, 10, 1, 9, 3]),
    ("2a6m6k4", [6, 3, 4], 2, [6, 3, 4]),
    ("(1d4)a10", [2, 8, 1], 1, [2, 8, 1]),
    ("2*(3a10)+1", [8, 9, 1], 5, [8, 9, 1]),
    # groups
    ("{2d6, 1d8+1}kh1", [1, 2, 8], 9, [8]),
    ("{2d6, 1d8}kl1", [1, 2, 3], 3, [1, 2]),
    ("{1d6, 1d6, 1d6}dl1kh1", [2, 6, 4], 6, [6]),
    ("{1d6, 2}", [5], 7, [5]),
    ("{{1d6, 1d8}kh1, 4}kh1", [3, 5], 5, [5]),
    ("{3b6>=4, 1d6}kh1", [4, 5, 1, 3], 3, [3]),
]

# text, dice, success, margin
COMPARED: list[tuple[str, Sequence[int], bool, int]] = [
    ("2d6>=7", [3, 4], True, 0),
    ("2d6=>7", [3, 3], False, -1),
    ("2d6>7", [3, 4], False, 0),
    ("2d6<=7", [3, 4], True, 0),
    ("2d6=<7", [4, 4], False, 1),
    ("2d6<7", [3, 3], True, -1),
    ("2d6=7", [3, 4], True, 0),
    ("2d6==7", [3, 5], False, 1),
    ("2d6<>7", [3, 4], False, 0),
    ("2d6!=7", [3, 3], True, -1),
    ("2d6≧7", [3, 4], True, 0),
    ("2d6≦7", [4, 4], False, 1),
    ("2d6≠7", [4, 4], True, 1),
    ("1d20+5>=1d20", [10, 14], True, 1),
    ("4d6kh3>=12", [6, 6, 6, 1], True, 6),
    ("20a9k8>=1", [*[1] * 20], False, -1),
    ("(3b6>=4)>=2", [4, 4, 1], True, 0),
    ("(1d20!)>=15", [20, 3], True, 8),
    ("1d20!20>=15", [20, 3], True, 8),
    ("1d6>=9/2", [4], True, 0),
]


@pytest.mark.parametrize(("text", "dice", "total", "counting"), TOTALS)
def test_the_total_and_the_dice_that_count(
    text: str, dice: Sequence[int], total: int, counting: Sequence[int]
) -> None:
    result = rolled(text, dice)

    assert (result.total, kept(result)) == (total, list(counting))


@pytest.mark.parametrize(("text", "dice"), [row[:2] for row in TOTALS])
def test_dice_are_listed_in_the_order_in_which_they_are_thrown(
    text: str, dice: Sequence[int]
) -> None:
    result = rolled(text, dice)

    assert [die.face for die in result.dice] == list(dice)


@pytest.mark.parametrize(("text", "dice", "success", "margin"), COMPARED)
def test_a_comparison_is_about_the_total(
    text: str, dice: Sequence[int], success: bool, margin: int
) -> None:
    result = rolled(text, dice)

    assert result.outcome == Comparison(success=success, margin=margin)


@pytest.mark.parametrize("text", ["3d6", "3b6>=4", "3a9"])
def test_without_a_comparison_there_is_no_outcome(text: str) -> None:
    assert rolled(text, [1, 2, 3]).outcome is None


def test_every_die_has_its_cause() -> None:
    result = rolled("2d6!r<3kh2", [6, 1, 6, 2, 3, 2, 5])

    assert result.dice == (
        Die(6, 6),
        Die(6, 1, kept=False),
        Die(6, 6, cause="again"),
        Die(6, 2, kept=False, cause="again"),
        Die(6, 3, kept=False, cause="reroll"),
        Die(6, 2, kept=False, cause="reroll"),
        Die(6, 5, kept=False, cause="reroll"),
    )


def test_a_die_with_faces_of_its_own_counts_them_as_its_sides() -> None:
    result = rolled("dF+d{1,2,4,8}", [-1, 8])

    assert result.dice == (Die(3, -1), Die(4, 8))


def test_labels_name_what_a_term_came_to() -> None:
    result = rolled("2d6[火]-3[ice]+(d4*2)[double, cold]", [1, 2, 3])

    assert result.total == 6
    assert result.parts == (Part("火", 3), Part("ice", 3), Part("double, cold", 6))


def test_a_dropped_member_takes_its_label_along() -> None:
    result = rolled("{1d6[fire], 1d6[ice]}kh1", [5, 2])

    assert result.parts == (Part("fire", 5),)


@pytest.mark.parametrize(
    ("text", "dice", "warnings"),
    [
        ("4d6kh5", [1] * 4, ("keeps_all",)),
        ("4d6kl5dl1", [1] * 4, ("keeps_all",)),
        ("{1,2}kh3", [], ("keeps_all",)),
        ("4d6kh4", [1] * 4, ()),
        ("4d6dl0", [1] * 4, ("no_effect",)),
        ("1d6r7", [1], ("no_effect",)),
        ("1d6!0", [1], ("no_effect",)),
        ("1d6min1", [1], ("no_effect",)),
        ("1d6max6", [1], ("no_effect",)),
        ("1d6min2max5r1", [1], ()),
        ("3b6", [1] * 3, ("nothing_counted",)),
        ("(1d4)d6kh2", [1, 5], ("keeps_all",)),
    ],
)
def test_what_may_surprise_is_warned_of(
    text: str, dice: Sequence[int], warnings: tuple[str, ...]
) -> None:
    assert rolled(text, dice).warnings == warnings


@pytest.mark.parametrize(
    ("text", "dice", "code", "rule", "position", "length"),
    [
        ("6/(1d6-1)", [1], "invalid_value", "division_by_zero", 1, 1),
        ("6%(1d6-1)", [1], "invalid_value", "division_by_zero", 1, 1),
        ("2^(1d6-2)", [1], "invalid_value", "negative_exponent", 1, 1),
        ("2^(9d20)", [20] * 9, "budget_exceeded", "exponent_too_large", 1, 1),
        ("(9d20)^9", [20] * 9, "budget_exceeded", "number_too_large", 6, 1),
        ("1+(9d20)^7*9", [20] * 9, "budget_exceeded", "number_too_large", 10, 1),
        ("9007199254740992+d6", [1], "budget_exceeded", "number_too_large", 0, 19),
        ("(1d6-2)d6", [1], "invalid_value", "negative_count", 0, 9),
        ("2d(1d6-1)", [1], "invalid_value", "no_sides", 0, 9),
        ("1d(1d4)!", [1], "budget_exceeded", "never_ends", 7, 1),
        ("(10d1000)d6", [101] * 10, "budget_exceeded", "too_many_dice", 0, 11),
        ("(1d6)b(1d6-1)>=1", [1, 1], "invalid_value", "no_sides", 0, 13),
    ],
)
def test_what_only_the_dice_decide_is_refused_at_its_place(
    text: str, dice: Sequence[int], code: str, rule: str, position: int, length: int
) -> None:
    assert told(late_refusal(text, dice)) == (code, rule, position, length)
