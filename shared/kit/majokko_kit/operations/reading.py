"""Reads what an operation is asked; both faces do it here, so they refuse alike.

What is wrong with a body or a query is all named at once. Nothing of FastAPI's or Strawberry's own
reading is used.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from typing import Any, TypeVar

import orjson
from pydantic import ValidationError

from majokko_kit import auth, validation
from majokko_kit.operations import headers
from majokko_kit.operations.operation import NOTHING, Asked, Operation, Shape
from majokko_kit.operations.views import optional
from majokko_kit.problems import AnyRefusal
from majokko_kit.refusals import NotFound
from majokko_rules.errors import InvalidValue
from majokko_rules.values import UNPRINTABLE

Read = TypeVar("Read", bound=Shape)

_WHOLE = re.compile(r"-?(0|[1-9][0-9]{0,17})")
_FLAGS = {"true": True, "1": True, "": True, "false": False, "0": False}
_MAX_STEP = 255


class Unreadable(Exception):
    """What was asked cannot be read; `refusals` says all that is wrong with it."""

    def __init__(self, refusals: Sequence[AnyRefusal]) -> None:
        self.refusals = refusals
        super().__init__(", ".join(refusal.code for refusal in refusals))


@dataclass(slots=True)
class Words:
    """What a face was told, before any of it is understood.

    `body` is decoded JSON, and `text` what it was decoded from, where that is at hand. Headers are
    as they came; `alias` tells commands apart that came with one Idempotency-Key.
    """

    body: object
    text: bytes | None
    path: Mapping[str, str]
    query: Mapping[str, object]
    authorization: bytes | None
    key: bytes | None
    if_match: bytes | None
    locale: str
    alias: str = ""


class Reader:
    """Reads one operation: token, path, query, headers and body, in this order."""

    def __init__(self, operation: Operation[Any, Any]) -> None:
        self._operation = operation
        self._has_query = bool(operation.query.model_fields)

    def __call__(self, words: Words) -> Asked[Any]:
        """Raises Unreadable, and single refusals of what is neither body nor query."""
        operation = self._operation
        token = auth.bearer(words.authorization)
        if operation.secured:
            auth.required(token)
        path = path_names(words.path)
        query = _query(operation.query, words.query) if self._has_query else NOTHING
        key = headers.idempotency_key(words.key) if operation.method == "POST" else None
        tag = headers.if_match(words.if_match, required=operation.conditional)
        return Asked(
            operation=operation.name,
            body=_body(operation.body, words.body, words.text),
            query=query,
            path=path,
            token=token,
            key=f"{key}{words.alias}" if key else None,
            fingerprint=_fingerprint(operation.name, path, dict(query), tag, words.body),
            if_match=tag,
            locale=words.locale,
        )


def may_be_bare(shape: type[Shape]) -> bool:
    """Whether a body may be left out, for it need not say anything."""
    return not any(field.is_required() for field in shape.model_fields.values())


def said(shape: type[Shape], query: Mapping[str, str]) -> Mapping[str, object]:
    """Return what the texts of a query string say: numbers and flags where such belong.

    Other texts are left as they are, to be refused; a flag's bare name means yes.
    """
    kinds = _kinds(shape)
    return {name: _said(kinds[name], text) for name, text in query.items()}


def _said(kind: type, text: str) -> object:
    if kind is int and _WHOLE.fullmatch(text):
        return int(text)
    return _FLAGS.get(text.lower(), text) if kind is bool else text


@cache
def _kinds(shape: type[Shape]) -> Mapping[str, type]:
    return {name: optional(field.annotation)[0][0] for name, field in shape.model_fields.items()}


def path_names(values: Mapping[str, str]) -> Mapping[str, str]:
    """Refuse what is the name of nothing: no database has to be asked about it, and PostgreSQL
    takes no NUL.
    """
    for value in values.values():
        if not 0 < len(value) <= _MAX_STEP or UNPRINTABLE.search(value):
            raise NotFound("thing")
    return values


def _query(shape: type[Read], given: Mapping[str, object]) -> Read:
    try:
        members = shape.model_validate(given)
    except ValidationError as error:
        raise Unreadable(_refusals(error, given)) from None
    if hidden := [name for name, value in given.items() if not _shows(value)]:
        raise Unreadable([InvalidValue("not_plain", pointer=f"/{name}") for name in hidden])
    return members


def _body(shape: type[Read], given: object, text: bytes | None) -> Read:
    if not isinstance(given, dict):
        raise Unreadable([InvalidValue("not_object")])
    try:
        # As JSON, not as Python's values: only there a list may become a tuple.
        return shape.model_validate_json(_written(given) if text is None else text)
    except ValidationError as error:
        raise Unreadable(_refusals(error, given)) from None


def _fingerprint(*asked: object) -> bytes:
    """Return a hash of all that was asked; the order of members does not count."""
    return sha256(_written(asked, orjson.OPT_SORT_KEYS)).digest()


def _written(value: object, option: int | None = None) -> bytes:
    try:
        return orjson.dumps(value, option=option)
    except TypeError:  # an integer beyond 64 bits
        return json.dumps(value, sort_keys=True).encode()


def _shows(value: object) -> bool:
    return not isinstance(value, str) or UNPRINTABLE.search(value) is None


def _refusals(error: ValidationError, given: object) -> list[AnyRefusal]:
    """Return one refusal for each place, that of the first type which a value might have had."""
    found: dict[str, AnyRefusal] = {}
    for each in error.errors(include_url=False, include_input=False):
        place = list(_place(each["loc"], given, missing=each["type"] == "missing"))
        refusal = validation.refusal(dict(each), place)
        found.setdefault(refusal.pointer, refusal)
    return list(found.values())


def _place(steps: Sequence[str | int], given: object, *, missing: bool) -> Iterator[str | int]:
    """Yield the steps that lead into what was given; pydantic also names the types it tried."""
    for number, step in enumerate(steps, 1):
        if isinstance(given, dict) and (step in given or (missing and number == len(steps))):
            given = given.get(step)
            yield step
        elif isinstance(given, list) and isinstance(step, int):
            given = given[step]
            yield step
