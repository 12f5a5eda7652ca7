"""What `majokko verify` says, in the words of the page /verify."""

from collections.abc import Mapping
from dataclasses import dataclass

from majokko_kit import verifypage
from majokko_kit.refusals import BadJson
from majokko_rules.catalog import words
from majokko_rules.values import UNPRINTABLE


@dataclass(frozen=True, slots=True)
class Found:
    """Something wrong: the key of its words, the place, and what would have been right there."""

    key: str
    pointer: str
    expected: str = ""
    draw: int | None = None

    @property
    def code(self) -> str:
        return self.key.rpartition(".")[2]


class Voice:
    """Speaks one language. A proof may hold anything; nothing of it commands the terminal."""

    def __init__(self, locale: str) -> None:
        self._words: Mapping[str, str] = words(verifypage.PACKAGE, locale)
        self._kit: Mapping[str, str] = words("majokko_kit", locale)

    def say(self, key: str, **values: object) -> str:
        return safe(self._words[key].format_map(values))

    def fault(self, found: Found) -> str:
        """Tell a fault in a line: whose, what, what would be right, its code and its place."""
        parts = [] if found.draw is None else [self.say("verdict.draw", draw=found.draw) + ":"]
        parts.append(self.say(found.key))
        if found.expected:
            right = "saved" if found.code == "not_saved" else "right"
            parts.append(self.say(f"verdict.{right}", expected=found.expected))
        return safe(f"{' '.join(parts)} ({found.code} at {found.pointer or '/'})")

    def not_json(self, error: BadJson) -> str:
        told = self._kit[f"errors.bad_json.{error.rule}"].format_map(error.params)
        if error.position is None:
            return told
        return f"{told} {self.say('verdict.character', position=error.position)}"


def safe(text: str) -> str:
    return UNPRINTABLE.sub("�", text)
