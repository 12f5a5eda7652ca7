"""Reads JSON bodies strictly: what two readers could understand differently is refused.

RFC 8259 leaves duplicate names, lone surrogates and numbers beyond a float open, and Python takes
NaN besides; a body with any of these would mean one thing to the caller and another to us.
"""

import json
import math
import re
from collections.abc import Sequence
from typing import NoReturn

from majokko_kit.refusals import BadJson

MAX_DEPTH = 32
MAX_DIGITS = 100  # far more than any number here, far fewer than what makes arithmetic slow

# Strings count as one token, so that brackets inside them do not; an open string ends the text.
_TOKEN = re.compile(rb'"(?:[^"\\]|\\.)*+"?|[\[{]|[\]}]', re.DOTALL)


def read(raw: bytes) -> object:
    """Return what the JSON text says.

    Raises BadJson, with a position where there is one.

    >>> read(b'{"notation": "2d6", "times": 3}')
    {'notation': '2d6', 'times': 3}
    """
    if raw.count(b"{") + raw.count(b"[") > MAX_DEPTH:
        _check_depth(raw)  # before decoding: the decoder recurses
    try:
        text = raw.decode()
        value: object = _decode(text)
    except UnicodeDecodeError:
        raise BadJson("not_utf8") from None
    except json.JSONDecodeError as error:
        raise BadJson("malformed" if text.strip() else "empty", position=error.pos) from None
    if b"\\u" in raw:  # the only way for these characters to get past the decoder
        check_text(value)
    return value


def _check_depth(raw: bytes) -> None:
    depth = 0
    for token in _TOKEN.finditer(raw):
        if token[0] in b"{[":
            depth += 1
            if depth > MAX_DEPTH:
                raise BadJson("too_deep", limit=MAX_DEPTH)
        elif token[0] in b"}]":
            depth -= 1


def check_text(value: object) -> None:
    """Refuse texts that others would cut off or cannot write, wherever they stand in a value.

    Raises BadJson.
    """
    if isinstance(value, str):
        _check_string(value)
    elif isinstance(value, list):
        for item in value:
            check_text(item)
    elif isinstance(value, dict):
        for name, item in value.items():
            _check_string(name)
            check_text(item)


def _check_string(text: str) -> None:
    if "\0" in text:
        raise BadJson("nul")
    try:
        text.encode()
    except UnicodeEncodeError:
        raise BadJson("lone_surrogate") from None


def _object(pairs: Sequence[tuple[str, object]]) -> dict[str, object]:
    members = dict(pairs)
    if len(members) != len(pairs):
        raise BadJson("duplicate_name")
    return members


def _integer(text: str) -> int:
    if len(text) > MAX_DIGITS:
        raise BadJson("number_too_long", limit=MAX_DIGITS)
    return int(text)


def _float(text: str) -> float:
    if len(text) > MAX_DIGITS:
        raise BadJson("number_too_long", limit=MAX_DIGITS)
    if math.isinf(value := float(text)):
        raise BadJson("number_too_large")
    return value


def _constant(_: str) -> NoReturn:
    raise BadJson("not_a_number")


_decode = json.JSONDecoder(
    object_pairs_hook=_object, parse_int=_integer, parse_float=_float, parse_constant=_constant
).decode
