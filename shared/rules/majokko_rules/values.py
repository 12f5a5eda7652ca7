"""Reads single values of a request strictly, and names their place.

`at` is a JSON pointer; every refusal is an InvalidValue that points there.
"""

import re

from majokko_rules.errors import InvalidValue

# What a reader does not see, or what makes text look like another: C0, C1, line and paragraph ends,
# the embeddings, overrides and isolates of Unicode's bidirectional algorithm, and halves of
# surrogate pairs, which no encoding can write.
UNPRINTABLE = re.compile("[\x00-\x08\x0a-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")


def integer(value: object, at: str, least: int | None, most: int | None) -> int:
    """Accept a whole number (never true, never 1.0) within the bounds."""
    if type(value) is not int:
        raise InvalidValue("not_integer", pointer=at)
    if least is not None and value < least:
        raise InvalidValue("too_small", pointer=at, limit=least)
    if most is not None and value > most:
        raise InvalidValue("too_large", pointer=at, limit=most)
    return value


def boolean(value: object, at: str) -> bool:
    if not isinstance(value, bool):
        raise InvalidValue("not_boolean", pointer=at)
    return value


def plain(value: object, at: str, most: int) -> str:
    """Accept text of at most `most` code points that shows what it says."""
    if not isinstance(value, str):
        raise InvalidValue("not_text", pointer=at)
    if len(value) > most:
        raise InvalidValue("too_long", pointer=at, limit=most)
    if found := UNPRINTABLE.search(value):
        raise InvalidValue("not_plain", pointer=at, position=found.start(), length=1)
    return value


def escape(name: str) -> str:
    """Write a member's name as one step of a JSON pointer (RFC 6901)."""
    return printable(name).replace("~", "~0").replace("/", "~1")


def printable(name: str) -> str:
    """Shorten a caller's own name to what an answer may repeat."""
    return "".join(c if c.isprintable() else "�" for c in name[:40])
