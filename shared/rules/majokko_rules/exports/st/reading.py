"""Reads a line that a bot would take, strictly: `.st Homura-STR60 DEX:50 hp 12`.

Between a number and its name may stand nothing, blanks, `:` or `=`; between two of them nothing,
blanks, commas or `|`. Full-width letters and signs are as good as others.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import NoReturn
from unicodedata import normalize

from majokko_rules.creation import Because, Sheet, Value
from majokko_rules.errors import InvalidValue
from majokko_rules.exports.st.keys import TABLE, Key, known, normal
from majokko_rules.rulesets import Ruleset
from majokko_rules.values import UNPRINTABLE, plain, printable

_LIMITS: Mapping[str, int] = TABLE["limits"]
_FORM: str = TABLE["form"]
_COMMAND = re.compile(
    f"[{re.escape(''.join(TABLE['marks']))}](?:{'|'.join(TABLE['commands'])})", re.IGNORECASE
)
_NAME = re.compile(r"\s*(?P<name>[^0-9\s:=|,;'\"-][^0-9:=|,;'\"-]*)--?(?=\s*['\"]?[^0-9\s-])")
_LONG_NAME = re.compile(r"\s*(?P<name>[^\s:=|;'\"-][^:=|;'\"-]*)--(?=\s*['\"]?[^0-9\s-])")
"""A name with digits in it needs two strokes behind it: `x2-3` could be a number that shrinks."""

_DICE = "[0-9]+(?:d[0-9]+)?"
_SUM = f"{_DICE}(?:[*/+-]{_DICE})*"
_PAIR = re.compile(
    r"(?:'(?P<single>[^']*)'\s*|\"(?P<double>[^\"]*)\"\s*"
    r"|(?P<bare>[^0-9\s:=|,;'\"+-][^0-9:=|,;'\"+-]*))"
    rf"(?:[:=]\s*(?P<said>-?{_SUM})|(?P<plain>{_SUM}))",
    re.IGNORECASE,
)
_BETWEEN = re.compile(r"[\s|,;]*")
_FULL = ("\uff01", "\uff5e")
_REASON = "st"


@dataclass(frozen=True, slots=True)
class Told:
    """What a line tells: a sheet, what is left of what is used up, and numbers of other games."""

    name: str | None
    sheet: Sheet
    marks: Mapping[str, int]
    others: Mapping[str, str] = field(default_factory=dict)


def read(text: str, ruleset: Ruleset, locale: str = "en", at: str = "") -> Told:
    """Read a line, or several.

    What the ruleset does not know is kept in `others`. Raises InvalidValue, which points to `at`
    and into the text.
    """
    folded = _folded(text, at)
    start, name = _named(folded, at)
    numbers: dict[tuple[str, str], tuple[Key, int]] = {}
    others: dict[str, str] = {}
    book = known(ruleset, locale)
    for pair in _pairs(folded, start, at):
        called = _called(pair)
        key = book.get(normal(called))
        if key is None:
            others[printable(called)] = _value(pair)
        else:
            numbers[key.kind, key.path] = key, _bounded(pair, key, at)
    return _told(name, [*numbers.values()], others)


def _folded(text: str, at: str) -> str:
    """Make each character plain that has a plain one, so that places stay the same."""
    if len(text) > _LIMITS["text"]:
        raise InvalidValue("too_long", pointer=at, limit=_LIMITS["text"])
    lines = "".join(" " if c in "\n\r" else c for c in text)
    if found := UNPRINTABLE.search(lines):
        raise InvalidValue("not_plain", pointer=at, position=found.start(), length=1)
    return "".join(map(_plain, lines))


def _plain(c: str) -> str:
    return normalize("NFKC", c) if _FULL[0] <= c <= _FULL[1] or c == "\u3000" else c


def _named(text: str, at: str) -> tuple[int, str | None]:
    """Return where the numbers begin, and the name that stands before them."""
    start = _after_command(text, 0)
    found = _NAME.match(text, start) or _LONG_NAME.match(text, start)
    if found is None:
        return start, None
    return found.end(), plain(found["name"].strip(), at, _LIMITS["name"])


def _after_command(text: str, start: int) -> int:
    start = _skipped(text, start)
    found = _COMMAND.match(text, start)
    return found.end() if found else start


def _pairs(text: str, start: int, at: str) -> Iterator[re.Match[str]]:
    count, place = 0, _skipped(text, start)
    while place < len(text):
        place = _skipped(text, _after_command(text, place))
        found = _PAIR.match(text, place)
        if found is None:
            _refuse(text, place, at)
        count += 1
        if count > _LIMITS["entries"]:
            raise InvalidValue("too_long", pointer=at, limit=_LIMITS["entries"])
        yield found
        place = _skipped(text, found.end())
    if not count:
        _refuse(text, len(text), at)


def _refuse(text: str, place: int, at: str) -> NoReturn:
    end = next((i for i in range(place, len(text)) if text[i].isspace()), len(text))
    raise InvalidValue("malformed", pointer=at, position=place, length=end - place, form=_FORM)


def _skipped(text: str, place: int) -> int:
    found = _BETWEEN.match(text, place)
    assert found is not None
    return found.end()


def _called(pair: re.Match[str]) -> str:
    return (pair["single"] or pair["double"] or pair["bare"] or "").strip()


def _value(pair: re.Match[str]) -> str:
    return pair["said"] or pair["plain"]


def _bounded(pair: re.Match[str], key: Key, at: str) -> int:
    place, value = pair.start("said" if pair["said"] else "plain"), _value(pair)
    where = {"pointer": at, "position": place, "length": len(value)}
    if not value.removeprefix("-").isdecimal():
        raise InvalidValue("not_integer", **where)  # type: ignore[arg-type]
    number = int(value)
    if number < key.least:
        raise InvalidValue("too_small", limit=key.least, **where)  # type: ignore[arg-type]
    if number > key.most:
        raise InvalidValue("too_large", limit=key.most, **where)  # type: ignore[arg-type]
    return number


def _told(name: str | None, numbers: list[tuple[Key, int]], others: Mapping[str, str]) -> Told:
    values = {key.path: _because(number) for key, number in numbers if key.kind == "value"}
    most = {key.path: number for key, number in numbers if key.kind == "most"}
    marks: dict[str, int] = {}
    for key, number in numbers:
        if key.kind == "now" and key.status:
            marks[key.status.mark] = number
            values[key.path] = _status(key, number, most.get(key.path, number))
    values |= {path: _because(number) for path, number in most.items() if path not in values}
    return Told(name, Sheet(values), marks, others)


def _status(key: Key, now: int, most: int) -> Value:
    """What is gained and spent is worth what is left; anything else is worth its most."""
    if key.status and key.status.most == "gained":
        spent = Because("coin", _REASON, plus=now - most)
        return Value(now, (Because("choice", _REASON, plus=most), spent))
    return _because(most)


def _because(number: int) -> Value:
    return Value(number, (Because("choice", _REASON, plus=number),))
