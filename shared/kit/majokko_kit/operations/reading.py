"""Reads what an operation is asked, alike for REST and GraphQL; every fault is named at once."""

import re
from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from pydantic import ValidationError

from majokko_kit import validation
from majokko_kit.operations.operation import Shape
from majokko_kit.problems import AnyRefusal
from majokko_kit.refusals import PreconditionRequired
from majokko_rules.errors import InvalidValue

Read = TypeVar("Read", bound=Shape)

_KEY = re.compile(rb'"?([\x21\x23-\x7e]{1,255})"?')
_TAG = re.compile(rb'(?:W/)?"?([\x21\x23-\x7e]{1,255}?)"?')


class Unreadable(Exception):
    """What was asked cannot be read; `refusals` says all that is wrong with it."""

    def __init__(self, refusals: Sequence[AnyRefusal]) -> None:
        self.refusals = refusals
        super().__init__(", ".join(refusal.code for refusal in refusals))


def body(shape: type[Read], given: object) -> Read:
    """Read decoded JSON.

    Raises Unreadable.
    """
    if not isinstance(given, dict):
        raise Unreadable([InvalidValue("not_object")])
    try:
        return shape.model_validate(given)
    except ValidationError as error:
        raise _unreadable(error) from None


def query(shape: type[Read], given: Mapping[str, str]) -> Read:
    """Read the members of a query string, in which everything is text.

    Raises Unreadable.
    """
    try:
        return shape.model_validate_strings(given)
    except ValidationError as error:
        raise _unreadable(error) from None


def idempotency_key(headers: Mapping[bytes, bytes]) -> str | None:
    """Return the Idempotency-Key, bare or as a quoted string.

    Raises InvalidValue when it is not 1–255 visible ASCII characters.
    """
    raw = headers.get(b"idempotency-key")
    if raw is None:
        return None
    key = _KEY.fullmatch(raw)
    if key is None:
        raise InvalidValue("malformed", pointer="/Idempotency-Key", form="1–255 ASCII")
    return key[1].decode()


def if_match(raw: bytes | None, *, required: bool) -> str | None:
    """Return the one tag of If-Match, without quotes.

    Raises PreconditionRequired, or InvalidValue for `*` and for lists: they would say nothing
    about what the caller has seen.
    """
    if raw is None:
        if required:
            raise PreconditionRequired("if_match")
        return None
    tag = _TAG.fullmatch(raw.strip())
    if tag is None or tag[1] == b"*":
        raise InvalidValue("malformed", pointer="/If-Match", form='"…"')
    return tag[1].decode()


def _unreadable(error: ValidationError) -> Unreadable:
    found: Sequence[Mapping[str, Any]] = error.errors(include_url=False, include_input=False)  # type: ignore[assignment]
    return Unreadable([validation.refusal(each, each["loc"]) for each in found])
