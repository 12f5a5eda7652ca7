"""What can be asked of the dice, whatever words it was asked in.

A question is a notation (`4d6kh3+2`), a bot command (`.ww20a9+5`) or a check of a system; all
three answer the same three things. It is immutable and may be asked again and again.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Protocol

from majokko_rules import dice, systems
from majokko_rules.chance import Chance
from majokko_rules.dice.reading import fold, repeat
from majokko_rules.odds import Odds
from majokko_rules.results import Result


class Question(Protocol):
    @property
    def notation(self) -> str:
        """The normal form of what was understood."""
        ...

    @property
    def times(self) -> int:
        """How many separate results the text itself asks for (`3#d6`), usually 1."""
        ...

    def roll(self, chance: Chance) -> Result: ...

    def odds(self) -> Odds:
        """Exact odds of one result; refused (`budget_exceeded`) rather than estimated."""
        ...


@dataclass(frozen=True, slots=True)
class Repeated:
    """A bot command asked several times: `3#.ww20a9`, or `.ww 3#20a9`."""

    question: Question
    times: int

    @property
    def notation(self) -> str:
        return f"{self.times}#{self.question.notation}"

    def roll(self, chance: Chance) -> Result:
        return self.question.roll(chance)

    def odds(self) -> Odds:
        return self.question.odds()


MEMORABLE = 64
"""Characters of a text worth remembering: what people type. The longest take 30 kB when read, and
four thousand of these would fill a small server.
"""


def of_notation(text: str) -> Question:
    """Read a notation or a bot command; short ones are read once and remembered.

    Raises SyntaxRefused, BudgetExceeded, InvalidValue or IllegalAction with a position in `text`.
    """
    return _remembered(text) if len(text) <= MEMORABLE else _read(text)


@lru_cache(maxsize=4096)
def _remembered(text: str) -> Question:
    return _read(text)


def _read(text: str) -> Question:
    times, once = repeat(fold(text), systems.PREFIXES)
    command = systems.command(once)
    if command is None:
        return dice.parse(text)
    return Repeated(command, times) if times > 1 else command


def of_check(asked: Mapping[str, object], options: Mapping[str, object] | None = None) -> Question:
    """Read a check: `{"system": …, "kind": …, <fields>}`, options beside or in `options`.

    Raises UnknownField, InvalidValue or IllegalAction; pointers start at the request, whose
    members `/check` and `/options` these are.
    """
    return systems.check(asked, options or {})
