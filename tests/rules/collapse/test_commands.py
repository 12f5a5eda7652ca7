"""Bot commands: what they mean, how they are written back, where they are refused."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from majokko_rules import questions
from majokko_rules.errors import RuleError
from majokko_rules.systems.collapse.commands import COMMANDS
from tests.rules.collapse.asked import asked, rolled, told

MEANINGS = [
    (".ra 60", ".ra 60"),
    (".ra60", ".ra 60"),
    (".rc 60", ".ra 60"),
    (".RA 60", ".ra 60"),
    ("。ｒａ ６０", ".ra 60"),
    (" .ra 60 # she looks twice", ".ra 60"),
    (".ra 困难侦查50", ".ra hard 侦查 50"),
    (".ra极难侦查50", ".ra extreme 侦查 50"),
    (".ra 極難偵查 50", ".ra extreme 偵查 50"),
    (".ra ハード目星50", ".ra hard 目星 50"),
    (".ra ハードウェア50", ".ra ハードウェア 50"),
    (".ra hard 60", ".ra hard 60"),
    (".rahard60", ".ra hard 60"),
    (".ra Hardware 60", ".ra Hardware 60"),
    (".ra extreme sports 60", ".ra extreme sports 60"),
    (".ra 常规侦查60", ".ra 侦查 60"),
    (".ra侦查 80", ".ra 侦查 80"),
    (".ra 80 侦查", ".ra 侦查 80"),
    (".ra 80 spot hidden b2", ".ra spot hidden 80 b2"),
    (".ra60困难", ".ra hard 60"),
    (".ra 侦查60 hard", ".ra hard 侦查 60"),
    (".ra侦查困难50", ".ra hard 侦查 50"),
    (".ra 目星ハード 50", ".ra hard 目星 50"),
    (".ra スーパーハード 50", ".ra スーパーハード 50"),
    (".ra 侦查奖励骰2 60", ".ra 侦查 60 b2"),
    (".rb2 60 侦查", ".ra 侦查 60 b2"),
    (".ra spot   hidden 60", ".ra spot hidden 60"),
    (".ra 异常抵抗（身体）30", ".ra 异常抵抗(身体) 30"),
    (".ra 60 b2", ".ra 60 b2"),
    (".ra 60b2", ".ra 60 b2"),
    (".ra b2 60", ".ra 60 b2"),
    (".ra b 侦查 60", ".ra 侦查 60 b1"),
    (".ra 侦查 b 60", ".ra 侦查 60 b1"),
    (".ra 60 b b", ".ra 60 b2"),
    (".ra 60 b2 p1", ".ra 60 b1"),
    (".ra 60 p", ".ra 60 p1"),
    (".ra 奖励骰2 60", ".ra 60 b2"),
    (".ra 60 ペナルティー", ".ra 60 p1"),
    (".ra persuade 60", ".ra persuade 60"),
    (".rab2 60", ".ra 60 b2"),
    (".rb 50", ".ra 50 b1"),
    (".rb2 50", ".ra 50 b2"),
    (".rp2侦查50", ".ra 侦查 50 p2"),
    (".rb0 50", ".ra 50"),
    (".rb", ".rb1"),
    (".rb2", ".rb2"),
    (".rp1", ".rp1"),
    (".rb2 p1", ".rb1"),
    (".rb p", ".rb0"),
    (".rav 60 80", ".rav 60 / 80"),
    (".rav60/80", ".rav 60 / 80"),
    (".rav 力量60 b1 敏捷80", ".rav 力量 60 b1 / 敏捷 80"),
    (".rav p1 60 / b 80 b", ".rav 60 p1 / 80 b2"),
    (".sc 1/1d6 60", ".sc 1/1d6 60"),
    (".sc1/D6 60", ".sc 1/1d6 60"),
    (".sc 1d4 / 1d8 + 1 60", ".sc 1d4/1d8+1 60"),
]


@pytest.mark.parametrize(("text", "notation"), MEANINGS)
def test_a_command_has_a_normal_form(text: str, notation: str) -> None:
    assert questions.of_notation(text).notation == notation


@pytest.mark.parametrize(("text", "notation"), MEANINGS)
def test_the_normal_form_means_the_same(text: str, notation: str) -> None:
    assert questions.of_notation(text) == questions.of_notation(notation)


SAME = [
    (".ra hard 60", {"value": 60, "difficulty": "hard"}),
    (".ra 60 b2", {"value": 60, "bonus": 2}),
    (".ra 60 b1", {"value": 60, "bonus": 2, "penalty": 1}),
    (".rp2 60", {"value": 60, "penalty": 2}),
    (".rav 60 / 80 p1", {"kind": "opposed", "sides": [{"value": 60}, {"value": 80, "penalty": 1}]}),
    (".sc 1/1d6 60", {"kind": "sanity", "emotion": 60, "loss": "1/1d6"}),
]


@pytest.mark.parametrize(("text", "fields"), SAME)
def test_a_command_asks_what_a_check_asks(text: str, fields: dict[str, object]) -> None:
    assert questions.of_notation(text) == asked(**fields)


ROLLED = [
    # text, faces, total, success
    (".ra 困难侦查50", [25], 25, True),
    (".ra 困难侦查50", [26], 26, False),
    (".ra 极难侦查50", [10], 10, True),
    (".ra 极难侦查50", [11], 11, False),
    (".ra 困难侦查80", [96], 96, False),
    (".ra 困难侦查99", [96], 96, False),
    (".rb2", [23, 3, 10], 3, None),
    (".rp1", [3, 7], 73, None),
    (".rb2 50", [95, 4, 7], 45, True),
    (".rp2 50", [95, 4, 7], 95, False),
    (".rb2 50", [100, 10, 10], 100, False),
    (".sc 1/1d6 60", [41, 3], 3, False),
]


@pytest.mark.parametrize(("text", "faces", "total", "success"), ROLLED)
def test_a_command_rolls(text: str, faces: list[int], total: int, *, success: bool | None) -> None:
    result = rolled(questions.of_notation(text), faces)

    assert (result.total, told(result).success) == (total, success)


@pytest.mark.parametrize("text", [".ra (96) 困难侦查80", ".ra 60+10", ".ra 60/2", ".ra -5"])
def test_a_value_is_a_number_and_nothing_else(text: str) -> None:
    with pytest.raises(RuleError):
        questions.of_notation(text)


@pytest.mark.parametrize("value", [80, 99])
def test_a_hard_check_of_96_fumbles(value: int) -> None:
    assert told(rolled(questions.of_notation(f".ra 困难侦查{value}"), [96])).fumble


REFUSED = [
    # text, code, rule, position, length
    (".ra", "syntax", "value_missing", 3, 0),
    (".ra 侦查", "syntax", "value_missing", 6, 0),
    (".ra hard", "syntax", "value_missing", 8, 0),
    (".ra b2", "syntax", "value_missing", 6, 0),
    (".rb2 侦查", "syntax", "value_missing", 7, 0),
    (".rb2 hard", "syntax", "value_missing", 9, 0),
    (".rav 60", "syntax", "value_missing", 7, 0),
    (".sc 1/1d6", "syntax", "value_missing", 9, 0),
    (".rax 60", "syntax", "command_unknown", 0, 4),
    (" .rabc 60", "syntax", "command_unknown", 1, 5),
    (".scx 1/1 60", "syntax", "expected_number", 3, 1),
    (".ra 60 70", "syntax", "unexpected", 7, 1),
    (".ra hard 60 hard", "syntax", "unexpected", 12, 1),
    (".ra hard 困难60", "syntax", "unexpected", 9, 1),
    (".ra困难侦查困难60", "syntax", "unexpected", 7, 1),
    (".ra 侦查 60 聆听", "syntax", "unexpected", 10, 1),
    (".ra 60 侦查 70", "syntax", "unexpected", 10, 1),
    (".ra 60 侦查困难 b1", "illegal_action", "dice_with_difficulty", 12, 2),
    (".ra 60+10", "syntax", "unexpected", 6, 1),
    (".ra 侦查+10", "syntax", "expected_number", 6, 1),
    (".ra -5", "syntax", "expected_number", 4, 1),
    (".ra 60 😀", "syntax", "unexpected", 7, 1),
    (".rav 侦查困难60 80", "syntax", "unexpected", 7, 1),
    (".rav 60 侦查", "syntax", "value_missing", 10, 0),
    (".rav hard 60 80", "syntax", "unexpected", 5, 1),
    (".rav 60 / 70 / 80", "syntax", "unexpected", 13, 1),
    (".sc 1 60", "syntax", "unexpected", 6, 1),
    (".ra  1001", "invalid_value", "too_large", 5, 4),
    (".ra 侦查99999999999999999999", "budget_exceeded", "number_too_large", 6, 20),
    (".rav 60 / 2000", "invalid_value", "too_large", 10, 4),
    (".sc 1/1d6 1001", "invalid_value", "too_large", 10, 4),
    (".sc 1/22d6 60", "budget_exceeded", "too_many_dice", 6, 4),
    (".sc 1/1d6 60 b2", "illegal_action", "dice_not_for_check", 13, 2),
    (".ra 60 b3", "illegal_action", "too_many_bonus_dice", 7, 2),
    (".ra 60 b101", "invalid_value", "too_large", 7, 4),
    (".rb101 50", "invalid_value", "too_large", 0, 6),
    (".rb3", "illegal_action", "too_many_bonus_dice", 0, 4),
    (".rp3 60", "illegal_action", "too_many_bonus_dice", 0, 4),
    (".ra hard 60 b1", "illegal_action", "dice_with_difficulty", 12, 2),
    (".rp2 极难 60", "illegal_action", "dice_with_difficulty", 0, 4),
    (".rav 60 / 80 p3", "illegal_action", "too_many_bonus_dice", 13, 2),
]


@pytest.mark.parametrize(("text", "code", "rule", "position", "length"), REFUSED)
def test_a_text_that_cannot_be_read_is_refused_at_its_place(
    text: str, code: str, rule: str, position: int, length: int
) -> None:
    with pytest.raises(RuleError) as caught:
        questions.of_notation(text)
    error = caught.value

    assert (error.code, error.rule, error.pointer) == (code, rule, "")
    assert (error.position, error.length) == (position, length)


PREFIXES = [prefix for command in COMMANDS for prefix in command.prefixes]
WORDS = ["60", "1", "b", "b2", "p", "p1", "hard", "困难", "侦查", "skill", "1/1d6", "ハード", "0"]
SIGNS = ["/", "+", "d", "#", "-", "９", "。", "ー", "(", " ", "\u3000", "9" * 21]
PIECES = st.sampled_from([*WORDS, *SIGNS])


@given(st.sampled_from(PREFIXES), st.lists(PIECES, max_size=8))
def test_any_text_is_understood_stably_or_refused_inside_itself(
    prefix: str, pieces: list[str]
) -> None:
    text = prefix + "".join(pieces)
    try:
        question = questions.of_notation(text)
    except RuleError as error:
        place = (error.position, error.length)
    else:
        place = (0, 0)
        assert questions.of_notation(question.notation) == question

    position, length = place
    assert position is not None
    assert length is not None
    assert 0 <= position <= position + length <= len(text)
