"""Text → tokens, one at a time, so that the leftmost mistake is the one reported.

The pattern is a plain alternation without nested repetition: every character is looked at once.
"""

import re
from collections.abc import Iterable, Mapping
from typing import NamedTuple, NoReturn

from majokko_rules import catalog
from majokko_rules.dice.reading import to_number
from majokko_rules.dice.tree import Condition, Relation, Span
from majokko_rules.errors import SyntaxRefused

_TABLE = catalog.table("majokko_rules.dice", "notation")


def _spellings(table: Mapping[str, list[str]]) -> dict[str, str]:
    return {spelling: meaning for meaning, spellings in table.items() for spelling in spellings}


RELATIONS: Mapping[str, Relation] = _spellings(_TABLE["relations"])  # type: ignore[assignment]
KEEPING: Mapping[str, str] = _spellings(_TABLE["keeping"])
ADVANTAGE: Mapping[str, bool] = {
    **dict.fromkeys(_TABLE["advantage"], True),
    **dict.fromkeys(_TABLE["disadvantage"], False),
}
_WORDS = ("d", "f", "b", "a", "m", "r", "ro", "min", "max", "cap", *KEEPING, *ADVANTAGE)


def _any_of(spellings: Iterable[str]) -> str:
    return "|".join(re.escape(word) for word in sorted(spellings, key=len, reverse=True))


_PATTERN = re.compile(
    rf"""
    (?P<number>   [0-9]+ )
  | (?P<word>     {_any_of(_WORDS)} )
  | (?P<relation> {_any_of(RELATIONS)} )
  | (?P<bang>     !!? )
  | (?P<power>    \*\* | \^ )
  | (?P<factor>   [*/%] )
  | (?P<sign>     [-+] )
  | (?P<bracket>  [(){{}},] )
  | (?P<label>    \[ [^][]* \] )
  | (?P<hash>     \# )
    """,
    re.VERBOSE,
)
_BLANKS = re.compile(r"[ \t]*")


class Token(NamedTuple):
    kind: str
    """A group of the pattern, or `end`."""

    text: str
    start: int
    end: int

    @property
    def span(self) -> Span:
        return Span(self.start, self.end - self.start)


def _run_start(text: str, at: int) -> int:
    """Where the word that `at` is part of starts: of `dex` it is not the `ex` that is unknown."""
    while at and text[at].isalpha() and text[at - 1].isalpha():
        at -= 1
    return at


def _run_end(text: str, start: int) -> int:
    """Where the word that begins at `start` ends; any other sign stands alone."""
    end = start + 1
    while text[start].isalpha() and text[end : end + 1].isalpha():
        end += 1
    return end


class Scanner:
    """A cursor over the tokens of `folded` (small letters), which stands for `text` as written."""

    def __init__(self, text: str, folded: str) -> None:
        self.text = text
        self.folded = folded
        self.end = 0
        """Where the token before this one ended."""
        self.token = self._scan(0)

    def advance(self) -> Token:
        """Pass the token that stands here and return it."""
        passed = self.token
        self.end = passed.end
        self.token = self._scan(passed.end)
        return passed

    def number(self) -> int:
        """Pass a run of digits, or refuse."""
        token = self.token
        if token.kind != "number":
            self.refuse("expected_number")
        self.advance()
        return to_number(token.text, token.start)

    def integer(self) -> int:
        """Pass a number that may have a minus."""
        if self.token.text != "-":
            return self.number()
        self.advance()
        return -self.number()

    def condition(self, relation: Relation) -> Condition:
        """Pass the relation that stands here and its number."""
        self.advance()
        return Condition(relation, self.integer())

    def refuse(self, rule: str) -> NoReturn:
        """Say that what stands here, or the early end, does not fit."""
        token = self.token
        if token.kind == "end":
            raise SyntaxRefused("unexpected_end", position=len(self.text), length=0)
        self.refuse_at(rule, token.start, token.end)

    def refuse_at(self, rule: str, start: int, end: int = 0) -> NoReturn:
        """Point at the word or sign at `start`."""
        end = max(end, _run_end(self.text, start))
        raise SyntaxRefused(rule, position=start, length=end - start)

    def refuse_open(self, at: int) -> NoReturn:
        """Point at a bracket that is never closed."""
        raise SyntaxRefused("unclosed", position=at, length=1, opened=self.text[at])

    def _scan(self, at: int) -> Token:
        at = _BLANKS.match(self.folded, at).end()  # type: ignore[union-attr]
        found = _PATTERN.match(self.folded, at)
        if found is not None:
            return Token(found.lastgroup or "", found[0], at, found.end())
        if at == len(self.folded):
            return Token("end", "", at, at)
        if self.folded[at] == "[":
            return self.refuse_open(at)
        return self.refuse_at("unknown_character", _run_start(self.text, at))
