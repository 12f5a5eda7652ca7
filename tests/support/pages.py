"""The examples of docs/systems/*.md: a request and the line it is told in."""

import json
import re
from pathlib import Path
from typing import Any

from majokko_rules import questions, render
from majokko_rules.chance import Scripted

_FOLDER = Path(__file__).parents[2] / "docs" / "systems"
_EXAMPLE = re.compile(r"```json\n(.+?)\n```\n```text\n(.+?)\n```")


def examples(system: str) -> list[tuple[dict[str, Any], str]]:
    """Return the requests of a system's page, each with the line below it."""
    page = (_FOLDER / f"{system}.md").read_text("utf-8")
    return [(json.loads(asked), line) for asked, line in _EXAMPLE.findall(page)]


def told(asked: dict[str, Any]) -> str:
    """Ask with the faces of the example and tell the result in English."""
    dice = Scripted(asked["faces"])
    if "notation" in asked:
        question = questions.of_notation(asked["notation"])
    else:
        question = questions.of_check(asked["check"])
    result = question.roll(dice)
    dice.finish()
    return render.text(result, "en")
