"""One door for notations, bot commands and checks."""

import pytest

from majokko_rules import questions
from majokko_rules.chance import Scripted
from majokko_rules.errors import RuleError, SyntaxRefused


@pytest.mark.parametrize(
    ("text", "notation", "times"),
    [
        ("3d6", "3d6", 1),
        ("3#3d6", "3#3d6", 3),
        ("3#2d6[a#1]", "3#2d6[a#1]", 3),
        (".r 3d6", "3d6", 1),
        (".ww20a9", ".ww20a9", 1),
        ("3#.ww20a9", "3#.ww20a9", 3),
        (" 3 # .ww 20a9", "3#.ww20a9", 3),
        (".ww 3#20a9", "3#.ww20a9", 3),
        ("．ｗｗ３＃２０ａ９", "3#.ww20a9", 3),
        (".ra 60 # she looks twice", ".ra 60", 1),
        (".ra 60 # 3 goblins", ".ra 60", 1),
        ("2#.ra 60 # why", "2#.ra 60", 2),
        (".ra 2#侦查60", "2#.ra 侦查 60", 2),
        ("1#.ww20a9", ".ww20a9", 1),
        (".ra İİ hard 60", ".ra hard İİ 60", 1),  # a capital that grows when made small
    ],
)
def test_a_text_is_a_question(text: str, notation: str, times: int) -> None:
    question = questions.of_notation(text)

    assert (question.notation, question.times) == (notation, times)


def test_what_people_type_is_read_once_and_long_texts_are_not_kept() -> None:
    short, long = "4d6kh3+2", "1d6" + "+1d6" * 16

    assert questions.of_notation(short) is questions.of_notation(short)
    assert questions.of_notation(long) is not questions.of_notation(long)
    assert questions.of_notation(long) == questions.of_notation(long)


def test_each_repeat_of_a_command_is_a_result_of_its_own() -> None:
    question, dice = questions.of_notation("2#.ww2a10"), Scripted([8, 1, 10, 9, 3])

    results = [question.roll(dice) for _ in range(question.times)]
    dice.finish()

    assert [result.total for result in results] == [1, 2]
    assert [result.notation for result in results] == [".ww2a10", ".ww2a10"]


def test_the_odds_of_repeats_are_those_of_one() -> None:
    once, often = questions.of_notation(".ww3a9"), questions.of_notation("5#.ww3a9")

    assert often.odds() == once.odds()


@pytest.mark.parametrize(
    ("text", "rule", "position", "length"),
    [
        (".ww20a9#3", "repeat_misplaced", 7, 1),
        (".ww 3#2#20a9", "repeat_misplaced", 7, 1),
        ("3#.foo", "command_unknown", 2, 4),
        (".ww İ20", "expected_number", 4, 1),
    ],
)
def test_a_mistake_in_a_command_is_refused_where_it_stands(
    text: str, rule: str, position: int, length: int
) -> None:
    with pytest.raises(SyntaxRefused) as refused:
        questions.of_notation(text)

    error = refused.value
    assert (error.rule, error.position, error.length) == (rule, position, length)


POOL: dict[str, object] = {"system": "infinite", "dp": 1}

SAME = [
    # a check, options beside it
    (POOL | {"gate": None}, {}),
    (POOL | {"kind": None, "options": None}, {}),
    (POOL | {"options": {"gate": None}}, {"chance_extra": None}),
    (POOL | {"options": {"gate": False}}, {"gate": False}),
]


@pytest.mark.parametrize(("asked", "options"), SAME)
def test_null_is_as_good_as_absent(asked: dict[str, object], options: dict[str, object]) -> None:
    assert questions.of_check(asked, options) == questions.of_check(POOL)


MISPLACED = [
    # a check, options beside it, rule, pointer
    (
        POOL | {"gate": True, "options": {"gate": False}},
        {},
        "said_otherwise",
        "/check/options/gate",
    ),
    (POOL | {"options": {"gate": True}}, {"gate": False}, "said_otherwise", "/options/gate"),
    (POOL | {"options": {"again": 9}}, {}, "unknown", "/check/options/again"),
    (POOL, {"dc": 1}, "unknown", "/options/dc"),
    (POOL, {"effect": 1}, "not_for_kind", "/options/effect"),
]


@pytest.mark.parametrize(("asked", "options", "rule", "pointer"), MISPLACED)
def test_an_option_is_said_once_and_in_its_place(
    asked: dict[str, object], options: dict[str, object], rule: str, pointer: str
) -> None:
    with pytest.raises(RuleError) as refused:
        questions.of_check(asked, options)

    assert (refused.value.rule, refused.value.pointer) == (rule, pointer)
