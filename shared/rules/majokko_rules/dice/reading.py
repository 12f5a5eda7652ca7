"""Reading a caller's text: folding full-width characters, and a cursor for bot commands.

Folding replaces single characters by single characters, so a position in the folded text is the
same position in the caller's own.
"""

from typing import NoReturn

from majokko_rules import catalog
from majokko_rules.errors import BudgetExceeded, SyntaxRefused

MAX_TEXT = 256
MAX_NUMBER = 2**53
_DIGITS = "0123456789"
_BLANKS = " \t\u3000"


def _folding() -> dict[int, str]:
    table = catalog.table("majokko_rules.dice", "folding")
    pairs: dict[str, str] = table["characters"]
    ranges: list[tuple[str, str, str]] = table["ranges"]
    folds = {ord(wide): narrow for wide, narrow in pairs.items()}
    for first, last, to in ranges:
        for offset in range(ord(last) - ord(first) + 1):
            folds[ord(first) + offset] = chr(ord(to) + offset)
    return folds


_FOLDS = _folding()


def fold(text: str) -> str:
    """Return `text` with full-width letters, digits and signs made plain, same length.

    >>> fold("３ｄ６＋２"), fold("2d6×2")
    ('3d6+2', '2d6*2')

    Raises BudgetExceeded when the text is longer than a notation may be.
    """
    if len(text) > MAX_TEXT:
        over = len(text) - MAX_TEXT
        raise BudgetExceeded("text_too_long", position=MAX_TEXT, length=over, limit=MAX_TEXT)
    return text.translate(_FOLDS)


class Reader:
    """A cursor over a folded command, from `start` to its end or its `#` comment.

    Letters are compared without case. Every refusal carries the position where it arose.
    """

    def __init__(self, text: str, start: int = 0) -> None:
        body, mark, comment = text.partition("#")
        self.text = body.rstrip(_BLANKS)
        self.lower = self.text.lower()
        self.at = start
        self.comment = comment.strip() if mark else ""

    def skip(self) -> None:
        """Pass blanks."""
        while self.at < len(self.text) and self.text[self.at] in _BLANKS:
            self.at += 1

    def ended(self) -> bool:
        self.skip()
        return self.at >= len(self.text)

    def take(self, *words: str) -> str | None:
        """Pass the first of `words` (lower case, longest first) that stands here."""
        self.skip()
        for word in words:
            if self.lower.startswith(word, self.at):
                self.at += len(word)
                return word
        return None

    def number(self) -> int | None:
        """Pass a run of ASCII digits and return its value, at most 2^53."""
        self.skip()
        start = self.at
        while self.at < len(self.text) and self.text[self.at] in _DIGITS:
            self.at += 1
        if start == self.at:
            return None
        if self.at - start > len(str(MAX_NUMBER)) or int(self.text[start : self.at]) > MAX_NUMBER:
            length = self.at - start
            raise BudgetExceeded("number_too_large", position=start, length=length, limit=MAX_NUMBER)
        return int(self.text[start : self.at])

    def expect_number(self) -> int:
        """Pass a number, or refuse."""
        value = self.number()
        if value is None:
            self.refuse("expected_number")
        return value

    def expect_end(self) -> None:
        """Refuse anything that is left: nothing is ignored silently."""
        if not self.ended():
            self.refuse("unexpected")

    def refuse(self, rule: str) -> NoReturn:
        """Say that what stands here (or the early end) does not fit."""
        if self.ended():
            raise SyntaxRefused("unexpected_end", position=len(self.text), length=0)
        raise SyntaxRefused(rule, position=self.at, length=1, found=self.text[self.at])
