"""Finds what both faces need in a call."""

import re
from collections.abc import Iterator
from contextlib import contextmanager

from majokko_dice.service import DiceService
from majokko_kit.call import Call
from majokko_rules.errors import InvalidValue

DRAWS_PER_UNIT = 100
"""Dice that one more unit of quota pays for."""

_KEY = re.compile(rb'"?([\x21\x23-\x7e]{1,255})"?')


def dice_of(call: Call) -> DiceService:
    service = call.state.dice
    assert isinstance(service, DiceService)
    return service


def idempotency_key(call: Call) -> str | None:
    """Return the Idempotency-Key of a call, bare or as a quoted string.

    Raises InvalidValue when it is not 1–255 visible ASCII characters.
    """
    raw = call.headers.get(b"idempotency-key")
    if raw is None:
        return None
    key = _KEY.fullmatch(raw)
    if key is None:
        raise InvalidValue("malformed", pointer="/Idempotency-Key", form="1–255 ASCII")
    return key[1].decode()


def speak(call: Call, body: object) -> None:
    """Answer in the language that a body names, refusals of that body included."""
    tag = body.get("locale") if isinstance(body, dict) else None
    if isinstance(tag, str):
        call.speak(tag)


@contextmanager
def speaking(call: Call, body: object) -> Iterator[None]:
    """Answer one of several things in the language that it names; the others keep theirs."""
    before = call.locale
    speak(call, body)
    try:
        yield
    finally:
        call.locale = before
