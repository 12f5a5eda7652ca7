"""What streams are made of, and how it is written: one line of JSON each, whatever carries it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import orjson

Json = Mapping[str, Any]

_BREAKS = {character.encode(): b"\\u%04x" % ord(character) for character in "\u0085\u2028\u2029"}
"""What some readers take for the end of a line; all others JSON itself writes as escapes."""


_DIGITS = 15


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """An event, or what stands around events: `snapshot`, `resync` and `bye`.

    `cursor` is where to resume after it; an item without one moves nobody's place. `at` is an
    instant in RFC 3339.
    """

    id: str | None = None
    type: str
    v: int = 1
    at: str | None = None
    subject: str
    seq: int | None = None
    cursor: str | None = None
    data: Json


def bye(subject: str, reason: str) -> Item:
    """The last item of a stream; `reason` is for programs."""
    return Item(type="bye", subject=subject, data={"reason": reason})


def line(item: Item) -> bytes:
    r"""Write an item on one line, for every reader's idea of a line.

    >>> line(Item(type="said", subject="x", data={"text": "a\r\n\u2028b"}))[-31:]
    b'"data":{"text":"a\\r\\n\\u2028b"}}'
    """
    text = orjson.dumps(item)
    for character, escape in _BREAKS.items():
        text = text.replace(character, escape)
    return text


def cursor(subject: str, generation: int, seq: int) -> str:
    return f"{subject}.{generation}.{seq}"


def place(text: str | None, subject: str, generation: int, last: int) -> int | None:
    """Return the number after which to resume; None where the text names no place in this log,
    whose last number is `last`.

    A bare number is a place in the log as it is now.

    >>> place("roo_1.2.17", "roo_1", 2, 20), place("17", "roo_1", 2, 20)
    (17, 17)
    >>> place("roo_1.1.17", "roo_1", 2, 20), place("roo_2.2.17", "roo_1", 2, 20)
    (None, None)
    >>> place("21", "roo_1", 2, 20), place("", "roo_1", 2, 20)
    (None, None)
    """
    number = (text or "").removeprefix(f"{subject}.{generation}.")
    if not (number.isascii() and number.isdigit() and len(number) <= _DIGITS):
        return None
    return seq if (seq := int(number)) <= last else None
