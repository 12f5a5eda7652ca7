"""What can be asked of the dice, whatever words it was asked in.

A question is a notation (`4d6kh3+2`), a bot command (`.ww20a9+5`) or a check of a system; all
three answer the same three things. It is immutable and may be asked again and again.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import Protocol

from majokko_rules import dice, systems
from majokko_rules.chance import Chance
from majokko_rules.distribution import Odds
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


@lru_cache(maxsize=4096)
def of_notation(text: str) -> Question:
    """Read a notation or a bot command.

    Raises SyntaxRefused, BudgetExceeded or InvalidValue with a position in `text`.
    """
    return systems.command(text) or dice.parse(text)


def of_check(asked: Mapping[str, object], options: Mapping[str, object] | None = None) -> Question:
    """Read a check: `{"system": …, "kind": …, <fields>}`, options beside or in `options`.

    Raises UnknownField, InvalidValue or IllegalAction; pointers start at the request, whose
    members `/check` and `/options` these are.
    """
    return systems.check(asked, options or {})
