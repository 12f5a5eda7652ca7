"""docs/systems/magion.md says what the engine does."""

import doctest
import json
import re
from pathlib import Path

import pytest

from majokko_rules.cards import magion

PAGE = Path(__file__).parents[3] / "docs" / "systems" / "magion.md"
ACTIONS = re.findall(r"^\| `(\{.+?\})` \|", PAGE.read_text("utf-8"), re.MULTILINE)


def test_the_python_of_the_page_answers_as_it_says() -> None:
    results = doctest.testfile(str(PAGE), module_relative=False)

    assert (results.failed, results.attempted > 7) == (0, True)


@pytest.mark.parametrize("said", ACTIONS)
def test_actions_of_the_page_are_read_as_they_are_written(said: str) -> None:
    action = json.loads(said)

    assert magion.write(magion.read(action)) == action


def test_the_page_has_every_action() -> None:
    assert {json.loads(said)["type"] for said in ACTIONS} == {
        "hint", "ask", "play", "choose", "cleanse", "discard",
    }  # fmt: skip
