"""What is refused, by which rule, and where in the action."""

from typing import Any

import pytest

from majokko_rules.cards.magion import (
    Action,
    Ask,
    Choose,
    Cleanse,
    Discard,
    Hint,
    Play,
    State,
    legal,
    play,
)
from majokko_rules.errors import ChoicePending, GameOver, IllegalAction
from tests.rules.magion.table import WALPURGISNACHT, girl, rules, sign, table

TOLD = {1: ["homura-1", "mami-2", "kyoko-1", "kyoko-3"]}
WAITING = play(table(rules(), ["all"], placed={"mami": 3}), Play(0))

REFUSED = [
    # options, what lies there, action, rule, where
    ({}, {}, Hint(0, sign("homura")), "hint_to_oneself", "/to"),
    ({}, {}, Hint(4, sign("homura")), "no_such_seat", "/to"),
    ({}, {}, Hint(-1, sign("homura")), "no_such_seat", "/to"),
    ({}, {}, Hint(1, sign("qb")), "hint_not_in_deck", "/girl"),
    ({"empty_hint": True}, {}, Hint(1, sign("qb")), "hint_not_in_deck", "/girl"),
    ({}, {}, Hint(1, sign("madoka")), "hint_on_nothing", "/girl"),
    ({}, {}, Hint(1, sign("4")), "hint_on_nothing", "/part"),
    ({}, {}, Hint(1, sign("all")), "hint_on_nothing", "/all"),
    ({"fatal_hint": False}, {"markers": 2}, Hint(1, sign("homura")), "hint_is_fatal", "/girl"),
    (
        {"fatal_hint": False},
        {"markers": 2, "witches": []},
        Hint(1, sign("1")),
        "hint_is_fatal",
        "/part",
    ),
    ({}, {}, Ask(sign("homura")), "hints_only", "/type"),
    ({"ask_instead_of_tell": True}, {}, Hint(1, sign("homura")), "asks_only", "/type"),
    ({"ask_instead_of_tell": True}, {}, Ask(sign("qb")), "hint_not_in_deck", "/girl"),
    (
        {"ask_instead_of_tell": True, "fatal_hint": False},
        {"markers": 2},
        Ask(sign("all")),
        "hint_is_fatal",
        "/all",
    ),
    ({}, {}, Play(4), "no_such_card", "/card"),
    ({}, {}, Play(-1), "no_such_card", "/card"),
    ({}, {}, Discard(4), "no_such_card", "/card"),
    ({}, {}, Discard(-1), "no_such_card", "/card"),
    ({}, {"markers": 2}, Cleanse(0), "cleanse_count", "/count"),
    ({}, {"markers": 2}, Cleanse(3), "cleanse_count", "/count"),
    ({}, {}, Cleanse(1), "too_few_markers", "/count"),
    ({}, {"markers": 1}, Cleanse(2), "too_few_markers", "/count"),
    ({}, {"markers": 2, "witches": []}, Cleanse(1), "too_few_witches", "/count"),
    ({}, {"markers": 2, "witches": [WALPURGISNACHT]}, Cleanse(2), "too_few_witches", "/count"),
    ({}, {}, Choose(girl("homura")), "nothing_to_choose", "/type"),
]


@pytest.mark.parametrize(("options", "lies", "action", "rule", "where"), REFUSED)
def test_an_illegal_action_names_its_rule(
    options: dict[str, bool], lies: dict[str, Any], action: Action, rule: str, where: str
) -> None:
    state = table(rules(**options), others=TOLD, **lies)
    with pytest.raises(IllegalAction) as refused:
        play(state, action)

    assert (refused.value.rule, refused.value.pointer) == (rule, where)
    assert action not in legal(state)


@pytest.mark.parametrize(
    ("options", "lies", "action"),
    [
        ({}, {}, Hint(1, sign("homura"))),
        ({}, {}, Hint(1, sign("3"))),
        ({"qb": True, "empty_hint": True}, {}, Hint(1, sign("qb"))),
        ({"empty_hint": True}, {}, Hint(1, sign("all"))),
        ({"fatal_hint": False}, {"markers": 1}, Hint(1, sign("homura"))),
        ({}, {"markers": 2}, Hint(1, sign("homura"))),
        ({"ask_instead_of_tell": True}, {}, Ask(sign("all"))),
        ({}, {}, Play(3)),
        ({}, {}, Discard(3)),
        ({}, {"markers": 2}, Cleanse(2)),
        ({}, {"markers": 2, "witches": [WALPURGISNACHT]}, Cleanse(1)),
    ],
)
def test_the_same_table_allows_what_is_barely_legal(
    options: dict[str, bool], lies: dict[str, Any], action: Action
) -> None:
    state = table(rules(**options), others=TOLD, **lies)

    assert action in legal(state)
    assert play(state, action).moves == 1


@pytest.mark.parametrize(
    "action", [Hint(1, sign("homura")), Play(0), Discard(0), Cleanse(1), Ask(sign("homura"))]
)
def test_nothing_else_is_done_while_a_wild_card_waits(action: Action) -> None:
    with pytest.raises(ChoicePending) as refused:
        play(WAITING, action)

    assert refused.value.params == {"seat": 0}


@pytest.mark.parametrize("name", ["mami", "qb"])
def test_a_wild_card_is_refused_where_it_does_not_fit(name: str) -> None:
    with pytest.raises(IllegalAction) as refused:
        play(WAITING, Choose(girl(name)))

    assert (refused.value.rule, refused.value.pointer) == ("wild_fits_not", "/girl")


@pytest.mark.parametrize("action", [Hint(1, sign("homura")), Play(0), Discard(0), Cleanse(1)])
def test_nothing_is_done_after_the_end(action: Action) -> None:
    ended = _lost()
    with pytest.raises(GameOver):
        play(ended, action)

    assert legal(ended) == ()


def _lost() -> State:
    return play(table(rules(), ["mami-3"], others=TOLD, markers=2), Play(0))
