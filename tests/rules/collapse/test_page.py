"""The examples of docs/systems/collapse.md are what the rules answer."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from majokko_rules import questions, render
from majokko_rules.errors import RuleError
from majokko_rules.questions import Question
from majokko_rules.systems.collapse import SYSTEM
from tests.rules.collapse.asked import rolled

PAGE = Path(__file__).parents[3] / "docs" / "systems" / "collapse.md"
EXAMPLES = re.findall(r"```json\n(.+?)\n```\n```text\n(.+?)\n```", PAGE.read_text("utf-8"))
COMMANDS = re.findall(r"^\| (`\..+?) \|", PAGE.read_text("utf-8"), re.MULTILINE)


def question(request: dict[str, Any]) -> Question:
    if "notation" in request:
        return questions.of_notation(request["notation"])
    return questions.of_check(request["check"])


def answered(request: dict[str, Any]) -> str:
    try:
        return render.text(rolled(question(request), request["faces"]), "en")
    except RuleError as error:
        return f"{error.code}.{error.rule} at {error.position}, {error.length} characters"


@pytest.mark.parametrize(("request_", "line"), EXAMPLES)
def test_an_example_of_the_page_is_true(request_: str, line: str) -> None:
    assert answered(json.loads(request_)) == line


@pytest.mark.parametrize("cell", COMMANDS)
def test_a_command_of_the_page_is_understood(cell: str) -> None:
    texts = re.findall(r"`(.+?)`", cell)

    assert all(questions.of_notation(text).times == 1 for text in texts)


def test_the_page_speaks_of_every_kind_field_and_option() -> None:
    page = PAGE.read_text("utf-8")
    kinds = {json.loads(asked).get("check", {}).get("kind") for asked, _ in EXAMPLES}
    names = {field.name for field in SYSTEM.form.fields.values()}

    assert {"opposed", "combined", "together", "several", "luck", "sanity", "social", "rd"} <= kinds
    assert {name for name in names if f"`{name}`" not in page} == set()
