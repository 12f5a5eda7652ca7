"""Whatever is wrong with a document, its reader is told, with its place; nothing is skipped."""

import json
from copy import deepcopy
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from majokko_rules.cards.replays import Unreadable, read, write
from majokko_rules.rulesets import shelf
from tests.rules.magion.golden import reckless
from tests.rules.magion.replayed import Game, found

RULESETS = shelf.built_in().rulesets
GAME: Game = next(found(reckless))
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["type", "first", "girl", "/", "~"]), inner, max_size=3)
    ),
    max_leaves=5,
)
SAID: dict[str, Any] = json.loads(json.dumps(write(GAME.replay)))


def faults(said: object) -> list[tuple[str, str]]:
    """Return place and rule of all that is refused."""
    with pytest.raises(Unreadable) as refused:
        read(said, RULESETS)
    return [(each.pointer, each.rule) for each in refused.value.faults]


def with_(path: str, value: object) -> dict[str, Any]:
    """Return the document with another value at a place, `/deal/girls/0`."""
    said = deepcopy(SAID)
    *steps, last = path[1:].split("/")
    at: Any = said
    for step in steps:
        at = at[int(step) if isinstance(at, list) else step]
    at[int(last) if isinstance(at, list) else last] = value
    return said


def without(path: str) -> dict[str, Any]:
    said = with_(path, None)
    *steps, last = path[1:].split("/")
    at: Any = said
    for step in steps:
        at = at[int(step) if isinstance(at, list) else step]
    del at[int(last) if isinstance(at, list) else last]
    return said


@pytest.mark.parametrize(
    ("path", "value", "pointer", "rule"),
    [
        ("/format", "majokko.replay/2", "/format", "not_a_choice"),
        ("/game", "hanabi", "/game", "not_a_choice"),
        ("/ruleset", "magion@99", "/ruleset", "not_a_choice"),
        ("/ruleset", "amgc@1", "/ruleset", "not_a_choice"),
        ("/ruleset", 1, "/ruleset", "not_text"),
        ("/ruleset_hash", "00" * 32, "/ruleset_hash", "other_ruleset"),
        ("/players", 5, "/players", "too_large"),
        ("/players", True, "/players", "not_integer"),
        ("/players", 4.0, "/players", "not_integer"),
        ("/options", [], "/options", "not_object"),
        ("/options/luck", True, "/options/luck", "unknown"),
        ("/options/qb", 1, "/options/qb", "not_boolean"),
        ("/source", "signed", "/source", "not_a_choice"),
        ("/deal", None, "/deal", "not_object"),
        ("/deal/first", 4, "/deal/first", "too_large"),
        ("/deal/first", "0", "/deal/first", "not_integer"),
        ("/deal/girls", {}, "/deal/girls", "not_list"),
        ("/deal/girls", ["all"] * 512, "/deal/girls", "too_long"),
        ("/deal/girls/3", "homura-5", "/deal/girls/3", "not_a_choice"),
        ("/deal/girls/42", 7, "/deal/girls/42", "not_text"),
        ("/deal/witches/0", "walpurgisnacht", "/deal/witches/0", "not_a_choice"),
        ("/deal/witches", ["gertrud"] * 8, "/deal/witches/1", "named_before"),
        ("/deal/witches", ["gertrud"], "/deal/witches", "too_short"),
        ("/deal/witches", ["gertrud"] * 9, "/deal/witches", "too_long"),
        ("/deal/orders", [[]], "/deal/orders/0", "too_short"),
        ("/deal/orders", ["gertrud"], "/deal/orders/0", "not_list"),
        ("/deal/orders", [[]] * 500, "/deal/orders", "too_long"),
        ("/deal/redealt", [["kyubey"]], "/deal/redealt/0/0", "not_a_choice"),
        ("/deal/redealt", [[]] * 128, "/deal/redealt", "too_long"),
        ("/deal/seed", 1, "/deal/seed", "unknown"),
        ("/actions", {}, "/actions", "not_list"),
        ("/actions", [{"type": "cleanse", "count": 1}] * 2048, "/actions", "too_long"),
        ("/actions/0", "hint", "/actions/0", "not_object"),
        ("/actions/0", {}, "/actions/0/type", "required"),
        ("/actions/0", {"type": "pass"}, "/actions/0/type", "not_a_choice"),
        ("/actions/1", {"type": "play"}, "/actions/1/card", "required"),
        ("/actions/1", {"type": "play", "card": -1}, "/actions/1/card", "too_small"),
        ("/actions/1", {"type": "play", "card": 0, "seat": 1}, "/actions/1/seat", "unknown"),
        ("/actions/2", {"type": "choose", "girl": "Homura"}, "/actions/2/girl", "not_a_choice"),
        ("/inherited", 4, "/inherited", "too_large"),
        ("/inherited", None, "/inherited", "not_integer"),
        ("/result", "won", "/result", "not_object"),
        ("/result/status", "drawn", "/result/status", "not_a_choice"),
        ("/result/reason", "boredom", "/result/reason", "not_a_choice"),
        ("/result/score", -1, "/result/score", "too_small"),
        ("/result/rank", "kyubey", "/result/rank", "not_a_choice"),
        ("/result/turns", 3, "/result/turns", "unknown"),
        ("/seed", "abc", "/seed", "unknown"),
        ("/a~b", 1, "/a~0b", "unknown"),
    ],
)
def test_what_does_not_belong_there_is_told_with_its_place(
    path: str, value: object, pointer: str, rule: str
) -> None:
    assert (pointer, rule) in faults(with_(path, value))


@pytest.mark.parametrize("path", [f"/{name}" for name in SAID if name != "inherited"])
def test_a_member_that_is_missing_is_told(path: str) -> None:
    assert faults(without(path)) == [(path, "required")]


@pytest.mark.parametrize(
    "path",
    [*(f"/deal/{name}" for name in SAID["deal"]), *(f"/result/{name}" for name in SAID["result"])],
)
def test_a_member_that_is_missing_inside_is_told(path: str) -> None:
    assert (path, "required") in faults(without(path))


def test_everything_is_told_at_once() -> None:
    said = with_("/deal/girls/3", "cake")
    said["actions"][1] = {"type": "sleep"}
    said["source"] = "dreamt"
    said["result"]["score"] = "many"

    assert faults(said) == [
        ("/source", "not_a_choice"),
        ("/deal/girls/3", "not_a_choice"),
        ("/actions/1/type", "not_a_choice"),
        ("/result/score", "not_integer"),
    ]


def test_no_more_than_a_hundred_faults_are_told() -> None:
    told = faults(with_("/actions", [{}] * 1000))

    assert len(told) == 100
    assert told[-1] == ("/actions/99/type", "required")


@pytest.mark.parametrize("said", [None, 1, "replay", [], [SAID], {}])
def test_what_is_no_document_is_refused(said: object) -> None:
    assert {rule for _, rule in faults(said)} <= {"not_object", "required"}


def test_a_replay_without_inherited_actions_need_not_say_so() -> None:
    assert read(without("/inherited"), RULESETS) == GAME.replay


@given(path_value=JSON)
def test_nothing_that_is_json_surprises_the_reader(path_value: object) -> None:
    for path in ("/deal", "/actions", "/result", "/options", "/deal/girls", "/actions/0"):
        assert all(pointer.startswith(path) for pointer, _ in _told(with_(path, path_value)))


def _told(said: object) -> list[tuple[str, str]]:
    try:
        read(said, RULESETS)
    except Unreadable as refused:
        return [(each.pointer, each.rule) for each in refused.faults]
    return []
