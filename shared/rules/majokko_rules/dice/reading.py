"""Reading a caller's text: folding full-width characters, and a cursor for bot commands.

Folding replaces single characters by single characters, so a position in the folded text is the
same position in the caller's own.
"""

import re
from collections.abc import Iterable
from string import ascii_lowercase, ascii_uppercase
from typing import NoReturn, TypeVar

from majokko_rules import catalog
from majokko_rules.dice.budget import MAX_NUMBER, MAX_TEXT, MAX_TIMES
from majokko_rules.errors import BudgetExceeded, InvalidValue, RuleError, SyntaxRefused
from majokko_rules.values import UNPRINTABLE

BLANKS = " \t\u3000"
_DIGITS = "0123456789"
_REPEAT = re.compile(r"[ \t]*([0-9]+)[ \t]*#")
_REPEAT_OF_COMMAND = re.compile(r"[ \t]*([0-9]+)#(?=[^ \t])")
Refusal = TypeVar("Refusal", bound=RuleError)
_LOWER = str.maketrans(ascii_uppercase, ascii_lowercase)


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

    Raises BudgetExceeded when the text is longer than a notation may be, and SyntaxRefused for
    characters that would make its labels read like something else.
    """
    if len(text) > MAX_TEXT:
        over = len(text) - MAX_TEXT
        raise BudgetExceeded("text_too_long", position=MAX_TEXT, length=over, limit=MAX_TEXT)
    if found := UNPRINTABLE.search(text):
        raise SyntaxRefused("unprintable", position=found.start(), length=1)
    return text.translate(_FOLDS)


def lowered(text: str) -> str:
    """Return `text` with ASCII capitals made small, same length (`str.lower` may lengthen it)."""
    return text.translate(_LOWER)


def to_number(digits: str, position: int) -> int:
    """Return the value of a run of digits, or refuse when it is above 2^53."""
    if len(digits) <= len(str(MAX_NUMBER)) and (value := int(digits)) <= MAX_NUMBER:
        return value
    length = len(digits)
    raise BudgetExceeded("number_too_large", position=position, length=length, limit=MAX_NUMBER)


def leading(text: str, commands: Iterable[str]) -> tuple[str, int]:
    """Return which of `commands` (longest first) starts the folded `text`, and where it ends.

    >>> leading(" .RA 60", [".ra", ".r"]), leading("3d6", [".r"])
    (('.ra', 4), ('', 0))
    """
    start = len(text) - len(text.lstrip(BLANKS))
    lower = lowered(text)
    command = next((word for word in commands if lower.startswith(word, start)), "")
    return command, start + len(command)


def repeat(text: str, commands: Iterable[str] = ()) -> tuple[int, str]:
    """Read `N#`, at the start or behind one of `commands`, where it may hold no blank: the `#` of
    `.ra 60 # she looks twice` starts a comment.

    Returns N, else 1, and the folded text with what was read blanked out, so that every other
    position stays what it was.

    >>> repeat("3#d6"), repeat(".ww 3#20a9", [".ww"])
    ((3, '  d6'), (3, '.ww   20a9'))
    """
    command, start = leading(text, commands)
    found = (_REPEAT_OF_COMMAND if command else _REPEAT).match(text, start)
    if found is None:
        return 1, text
    times = _times(found[1], found.start(1))
    return times, text[: found.start()] + " " * len(found[0]) + text[found.end() :]


def _times(digits: str, position: int) -> int:
    times = to_number(digits, position)
    length = len(digits)
    if times > MAX_TIMES:
        asked, limit = times, MAX_TIMES
        raise BudgetExceeded("repeats", position=position, length=length, asked=asked, limit=limit)
    if times < 1:
        raise InvalidValue("too_small", position=position, length=length, limit=1)
    return times


def without_command(lower: str, commands: Iterable[str]) -> str:
    """Blank out one of `commands` at the start of `lower`, a folded text in small letters.

    Another dotted word is a command that nobody knows.
    """
    command, end = leading(lower, commands)
    if command:
        return " " * end + lower[end:]
    if lower.startswith(".", end) and lower[end + 1 : end + 2].isalpha():
        start, end = end, end + 2
        while lower[end : end + 1].isalpha():
            end += 1
        raise SyntaxRefused("command_unknown", position=start, length=end - start)
    return lower


def comment(text: str, folded: str, mark: int) -> str:
    """Return the comment of `text` behind the `#` at `mark`.

    A digit right behind it would be a repeat in the wrong place (`3d6*5#3`), never a comment;
    `# 3 goblins` is one.
    """
    if folded[mark + 1 : mark + 2] in tuple(_DIGITS):
        raise SyntaxRefused("repeat_misplaced", position=mark, length=1)
    return text[mark + 1 :].strip(BLANKS)


class Reader:
    """A cursor over a folded command, from `start` to its end or its `#` comment.

    Letters are compared without case. Every refusal carries the position where it arose.
    """

    def __init__(self, text: str, start: int = 0) -> None:
        body, mark, _ = text.partition("#")
        self.text = body.rstrip(BLANKS)
        self.lower = lowered(self.text)
        self.at = start
        self.comment = comment(text, text, len(body)) if mark else ""

    def skip(self) -> None:
        """Pass blanks."""
        while self.at < len(self.text) and self.text[self.at] in BLANKS:
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
        return to_number(self.text[start : self.at], start)

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

    def placed(self, refusal: Refusal, start: int) -> Refusal:
        """Let `refusal` point at what was passed since `start`."""
        refusal.position, refusal.length = start, len(self.text[start : self.at].rstrip(BLANKS))
        return refusal

    def refuse(self, rule: str) -> NoReturn:
        """Say that what stands here (or the early end) does not fit."""
        if self.ended():
            raise SyntaxRefused("unexpected_end", position=len(self.text), length=0)
        raise SyntaxRefused(rule, position=self.at, length=1)
