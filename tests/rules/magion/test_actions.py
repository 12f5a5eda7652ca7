"""Actions as a request says them."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from majokko_rules.cards.magion import (
    Action,
    Ask,
    Choose,
    Cleanse,
    Discard,
    Hint,
    Play,
    read,
    write,
)
from majokko_rules.errors import RuleError
from tests.rules.magion.table import girl, sign

SAID = [
    ({"type": "hint", "to": 2, "girl": "mami"}, Hint(2, sign("mami"))),
    ({"type": "hint", "to": 0, "part": 1}, Hint(0, sign("1"))),
    ({"type": "hint", "to": 3, "part": 4}, Hint(3, sign("4"))),
    ({"type": "hint", "to": 1, "all": True}, Hint(1, sign("all"))),
    ({"type": "ask", "girl": "qb"}, Ask(sign("qb"))),
    ({"type": "ask", "part": 2}, Ask(sign("2"))),
    ({"type": "play", "card": 0}, Play(0)),
    ({"type": "choose", "girl": "kyoko"}, Choose(girl("kyoko"))),
    ({"type": "cleanse", "count": 2}, Cleanse(2)),
    ({"type": "discard", "card": 3}, Discard(3)),
]


@pytest.mark.parametrize(("said", "action"), SAID)
def test_an_action_is_read_and_written_alike(said: dict[str, Any], action: Action) -> None:
    assert read(said) == action
    assert write(action) == said


small = st.integers(0, 99)
every_action = st.one_of(
    st.builds(Hint, small, st.integers(0, 10)),
    st.builds(Ask, st.integers(0, 10)),
    st.builds(Play, small),
    st.builds(Choose, st.integers(0, 5)),
    st.builds(Cleanse, small),
    st.builds(Discard, small),
)


@given(action=every_action)
def test_whatever_is_written_can_be_read(action: Action) -> None:
    assert read(write(action)) == action


def test_actions_that_look_alike_differ() -> None:
    assert len({Play(1), Discard(1), Cleanse(1), Choose(1), Ask(1)}) == 5


@pytest.mark.parametrize(
    ("said", "code", "rule", "pointer"),
    [
        ({}, "invalid_value", "required", "/type"),
        ({"type": 1}, "invalid_value", "not_text", "/type"),
        ({"type": "pass"}, "invalid_value", "not_a_choice", "/type"),
        ({"type": "play"}, "invalid_value", "required", "/card"),
        ({"type": "play", "card": "0"}, "invalid_value", "not_integer", "/card"),
        ({"type": "play", "card": True}, "invalid_value", "not_integer", "/card"),
        ({"type": "play", "card": -1}, "invalid_value", "too_small", "/card"),
        ({"type": "play", "card": 100}, "invalid_value", "too_large", "/card"),
        ({"type": "play", "card": 0, "girl": "mami"}, "unknown_field", "unknown", "/girl"),
        ({"type": "discard", "count": 0}, "unknown_field", "unknown", "/count"),
        ({"type": "hint", "girl": "mami"}, "invalid_value", "required", "/to"),
        ({"type": "hint", "to": 1}, "invalid_value", "exactly_one_of", ""),
        ({"type": "hint", "to": 1, "girl": "mami", "part": 1}, "invalid_value",
         "exactly_one_of", ""),
        ({"type": "hint", "to": 1, "girl": "yuma"}, "invalid_value", "not_a_choice", "/girl"),
        ({"type": "hint", "to": 1, "girl": 3}, "invalid_value", "not_text", "/girl"),
        ({"type": "hint", "to": 1, "part": 0}, "invalid_value", "too_small", "/part"),
        ({"type": "hint", "to": 1, "part": 5}, "invalid_value", "too_large", "/part"),
        ({"type": "hint", "to": 1, "all": False}, "invalid_value", "not_a_choice", "/all"),
        ({"type": "hint", "to": 1, "all": 1}, "invalid_value", "not_boolean", "/all"),
        ({"type": "ask", "to": 1, "part": 1}, "unknown_field", "unknown", "/to"),
        ({"type": "choose"}, "invalid_value", "required", "/girl"),
        ({"type": "choose", "girl": "all"}, "invalid_value", "not_a_choice", "/girl"),
        ({"type": "cleanse"}, "invalid_value", "required", "/count"),
    ],
)  # fmt: skip
def test_what_is_no_action_is_refused(
    said: dict[str, Any], code: str, rule: str, pointer: str
) -> None:
    with pytest.raises(RuleError) as refused:
        read(said)

    assert (refused.value.code, refused.value.rule) == (code, rule)
    assert refused.value.pointer == pointer
