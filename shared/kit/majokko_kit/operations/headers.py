"""Reads the headers that operations know, bare or quoted."""

import re

from majokko_kit.refusals import PreconditionRequired
from majokko_rules.errors import InvalidValue

_KEY = re.compile(rb'"?([\x21\x23-\x7e]{1,255})"?')
_TAG = re.compile(rb'"([\x21\x23-\x7e]{1,255})"|([\x21\x23-\x2b\x2d-\x7e]{1,255})')
_ANY = b"*"
_WEAK = b"W/"


def idempotency_key(raw: bytes | None) -> str | None:
    """Return the Idempotency-Key.

    Raises InvalidValue when it is not 1–255 visible ASCII characters.
    """
    if raw is None:
        return None
    key = _KEY.fullmatch(raw)
    if key is None:
        raise InvalidValue("malformed", pointer="/Idempotency-Key", form="1–255 ASCII")
    return key[1].decode()


def if_match(raw: bytes | None, *, required: bool) -> str | None:
    """Return the one tag of If-Match.

    Raises PreconditionRequired, or InvalidValue for `*`, for lists and for weak tags: they would
    not say what the caller has seen.
    """
    if raw is None:
        if required:
            raise PreconditionRequired("if_match")
        return None
    tag = _TAG.fullmatch(raw.strip())
    if tag is None or tag[2] == _ANY or (tag[2] or b"").startswith(_WEAK):
        raise InvalidValue("malformed", pointer="/If-Match", form='If-Match: "…"')
    return bytes(tag[1] or tag[2]).decode()
