"""The examples of docs/systems/amgc.md are what the rules answer."""

import json
import re
from pathlib import Path

import pytest

from majokko_rules import questions, render
from majokko_rules.chance import Scripted

PAGE = Path(__file__).parents[3] / "docs" / "systems" / "amgc.md"
EXAMPLES = re.findall(r"```json\n(.+?)\n```\n```text\n(.+?)\n```", PAGE.read_text("utf-8"))


@pytest.mark.parametrize(("request_", "line"), EXAMPLES)
def test_an_example_of_the_page_is_true(request_: str, line: str) -> None:
    asked = json.loads(request_)
    dice = Scripted(asked["faces"])
    result = questions.of_check(asked["check"]).roll(dice)
    dice.finish()

    assert render.text(result, "en") == line


def test_the_page_has_an_example_of_each_kind() -> None:
    kinds = [json.loads(asked)["check"].get("kind", "single") for asked, _ in EXAMPLES]

    assert kinds == ["single", "contest"]
