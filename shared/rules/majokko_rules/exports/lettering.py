"""How wide text is, without asking any font; what is made to fit where it stands."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from unicodedata import category, east_asian_width, normalize

_NARROW = 0.4
_DIGIT = 0.66
_LETTER = 0.7
_CAPITAL = 0.82
_SIGN = 0.86
_WIDE = 1.0
_EMOJI = 1.35
_RARE = 2.0
"""Widths of characters in sizes of their font, on the safe side of common fonts."""

_SLIM, _BROAD = frozenset("iljI.,:;'|!/()[] "), frozenset("MWmw@%")
_LATIN_ENDS, _PLANE_ENDS = 0x0530, 0x10000
_ELLIPSIS = "\u2026"
_MOST_ACCENTS = 2
_FULL = ("W", "F", "A")


def readable(text: str) -> str:
    """Return text in one line, without what nobody can see or XML cannot hold.

    Of accents piled upon one letter a few are left, as others would cover the lines around.
    """
    plain = "".join(" " if c.isspace() else c for c in text)
    return "".join(_seen(c for c in normalize("NFC", plain) if c.isprintable())).strip()


def width(text: str, size: float) -> float:
    """Return how wide a text is at most.

    >>> round(width("魔法", 10)), round(width("magic", 10))
    (20, 35)
    """
    return size * sum(map(_em, text))


def fitted(text: str, room: float, size: float, least: float) -> tuple[str, float]:
    """Make a text smaller until it fits, and cut it off where even `least` is too large.

    >>> fitted("magic", 100, 20, 10), fitted("magic", 40, 20, 10), fitted("magical", 40, 20, 10)
    (('magic', 20), ('magic', 11), ('magi…', 10))
    """
    while size > least and width(text, size) > room:
        size -= 1
    return cut(text, room, size), size


def cut(text: str, room: float, size: float) -> str:
    if width(text, size) <= room:
        return text
    while text and width(text + _ELLIPSIS, size) > room:
        text = text[:-1]
    return text.rstrip() + _ELLIPSIS


def wrapped(text: str, room: float, size: float, most: int) -> Sequence[str]:
    """Break a text into at most so many lines, and cut off what is left over.

    >>> wrapped("a wish for all", 60, 10, 3), wrapped("願いをかなえる", 40, 10, 2)
    (['a wish', 'for all'], ['願いをか', 'なえる'])
    """
    lines: list[str] = []
    while text and len(lines) < most - 1 and width(text, size) > room:
        at = _break(text, room, size)
        lines.append(text[:at].rstrip())
        text = text[at:].lstrip()
    return [*lines, cut(text, room, size)] if text else lines


def _break(text: str, room: float, size: float) -> int:
    """Return where a line ends: at the last place that allows it, else anywhere."""
    fits = next(at for at in range(len(text), 0, -1) if at == 1 or width(text[:at], size) <= room)
    return next((at for at in range(fits, 0, -1) if _may_break(text, at)), fits)


def _may_break(text: str, at: int) -> bool:
    """Whether a line may end before the character at a place."""
    before, after = text[at - 1], text[at]
    if after == " " or before == " ":
        return True
    if not (_is_wide(before) or _is_wide(after)):
        return False
    closes = category(after) in ("Pe", "Pf", "Po", "Lm", "Mn")
    return not closes and category(before) not in ("Ps", "Pi")


def _seen(text: Iterator[str]) -> Iterator[str]:
    accents = 0
    for c in text:
        accents = accents + 1 if category(c) in ("Mn", "Me") else 0
        if accents <= _MOST_ACCENTS:
            yield c


def _is_wide(c: str) -> bool:
    return east_asian_width(c) in ("W", "F")


@lru_cache(maxsize=4096)
def _em(c: str) -> float:
    """Some characters stand for whole phrases, and are as wide: what they stand for is counted."""
    meant = normalize("NFKC", c)
    if len(meant) > 1:
        return max(_one(c), sum(map(_one, meant)))
    return _one(c)


def _one(c: str) -> float:
    kind, point = category(c), ord(c)
    if kind in ("Mn", "Me"):
        return 0
    if kind == "So" or (point >= _PLANE_ENDS and kind in ("Sk", "Cn")):
        return _EMOJI
    if east_asian_width(c) in _FULL:
        return _WIDE
    if point >= _PLANE_ENDS:
        return _RARE
    return _WIDE if point >= _LATIN_ENDS else _latin(c, kind)


def _latin(c: str, kind: str) -> float:
    if c in _SLIM:
        return _NARROW
    if c in _BROAD:
        return _WIDE
    if kind == "Nd":
        return _DIGIT
    if kind == "Lu":
        return _CAPITAL
    return _SIGN if kind.startswith("S") or c in "&#" else _LETTER
