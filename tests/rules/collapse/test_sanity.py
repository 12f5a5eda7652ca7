"""Sanity checks: what is lost, when its dice are thrown, and how a loss is written."""

import pytest

from majokko_rules.errors import RuleError
from majokko_rules.results import Die
from tests.rules.collapse.asked import asked, rolled, told

LOST = [
    # emotion, loss, faces, SAN lost, level
    (60, "1/1d6", [40], 1, "regular"),
    (60, "1/1d6", [1], 1, "critical"),
    (60, "1/1d6", [41, 4], 4, "failure"),
    (60, "1/1d6", [96], 6, "fumble"),
    (60, "1/1d6", [100], 6, "fumble"),
    (50, "1/1d6", [96, 2], 2, "failure"),
    (50, "1/1d6", [100], 6, "fumble"),
    (60, "0/1", [40], 0, "regular"),
    (60, "1d4/1d8", [40, 3], 3, "regular"),
    (60, "1d4/2d8+1", [77, 3, 8], 12, "failure"),
    (60, "1d4/2d8+1", [97], 17, "fumble"),
    (120, "1/1d6", [2, 5], 5, "failure"),
    (120, "1/1d6", [1], 1, "critical"),
    (0, "1/1d6", [99], 1, "regular"),
]


@pytest.mark.parametrize(("emotion", "loss", "faces", "lost", "level"), LOST)
def test_the_dice_of_a_loss_follow_the_check(
    emotion: int, loss: str, faces: list[int], lost: int, level: str
) -> None:
    result = rolled(asked(kind="sanity", emotion=emotion, loss=loss), faces)

    assert result.total == told(result).loss == lost
    assert (told(result).level, told(result).roll) == (level, faces[0])


def test_the_dice_show_the_check_first() -> None:
    result = rolled(asked(kind="sanity", emotion=60, loss="1/1d6"), [50, 4])

    assert result.dice == (Die(100, 50), Die(6, 4))


@pytest.mark.parametrize(("face", "filth"), [(4, False), (5, True)])
def test_five_at_once_bring_a_symptom(face: int, *, filth: bool) -> None:
    assert told(rolled(asked(kind="sanity", emotion=60, loss="1/1d6"), [50, face])).filth is filth


@pytest.mark.parametrize(
    ("loss", "written"),
    [
        ("1/1d6", "1/1d6"),
        ("１／１Ｄ６", "1/1d6"),
        (" 0 / d10 ", "0/1d10"),
        ("1/1+2d6+2", "1/2d6+3"),
        ("1d3+1d4/0d6", "1d3+1d4/0"),
    ],
)
def test_a_loss_has_a_normal_form(loss: str, written: str) -> None:
    assert asked(kind="sanity", emotion=60, loss=loss).notation == f".sc {written} 60"


REFUSED = [
    # loss, code, rule, position, length
    ("", "syntax", "unexpected_end", 0, 0),
    ("1", "syntax", "unexpected_end", 1, 0),
    ("1/", "syntax", "unexpected_end", 2, 0),
    ("1/x", "syntax", "expected_number", 2, 1),
    ("1:1d6", "syntax", "unexpected", 1, 1),
    ("1/1d", "syntax", "unexpected_end", 4, 0),
    ("1/1d6-1", "syntax", "unexpected", 5, 1),
    ("1/1d6 2", "syntax", "unexpected", 6, 1),
    ("1/1d6 # all of it", "syntax", "unexpected", 6, 1),
    ("1/1d0", "invalid_value", "no_sides", 4, 1),
    ("1/21d6", "budget_exceeded", "too_many_dice", 2, 4),
    ("1/11d6+10d4", "budget_exceeded", "too_many_dice", 2, 9),
    ("1/1d101", "budget_exceeded", "too_many_sides", 4, 3),
    ("1/1001", "invalid_value", "too_large", 2, 4),
    ("1/99999999999999999999", "budget_exceeded", "number_too_large", 2, 20),
]


@pytest.mark.parametrize(("loss", "code", "rule", "position", "length"), REFUSED)
def test_a_loss_that_cannot_be_read_is_refused_at_its_place(
    loss: str, code: str, rule: str, position: int, length: int
) -> None:
    with pytest.raises(RuleError) as caught:
        asked(kind="sanity", emotion=60, loss=loss)
    error = caught.value

    assert (error.code, error.rule, error.pointer) == (code, rule, "/check/loss")
    assert (error.position, error.length) == (position, length)


def test_a_sanity_check_has_no_extra_dice() -> None:
    with pytest.raises(RuleError) as caught:
        asked(kind="sanity", emotion=60, loss="1/1d6", bonus=1)

    assert (caught.value.rule, caught.value.pointer) == ("not_for_kind", "/check/bonus")
