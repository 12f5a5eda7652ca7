"""Carries refusals from one service to another: the one who asks meets the very same exception."""

from collections.abc import Iterator
from typing import Any

from pydantic import ValidationError

from majokko_contracts.messages import Refused
from majokko_kit import refusals
from majokko_kit.refusals import Internal, Refusal
from majokko_rules import errors
from majokko_rules.errors import RuleError


def refused(error: RuleError | Refusal) -> Refused:
    return Refused(
        code=error.code,
        rule=error.rule,
        pointer=error.pointer,
        position=error.position,
        length=error.length,
        params=dict(error.params),
    )


def refusal_of(body: bytes) -> RuleError | Refusal:
    """Return what the other service raised; Internal if this one does not know such a refusal.

    >>> refusal_of(b'{"code": "invalid_value", "rule": "required", "pointer": "/check/dp"}')
    InvalidValue('invalid_value.required {} at /check/dp None')
    """
    try:
        told = Refused.model_validate_json(body)
    except ValidationError:
        return Internal("unexpected")
    for kind in _kinds():
        if kind.code == told.code and set(kind.rules.get(told.rule, ("",))) == set(told.params):
            params: dict[str, Any] = dict(told.params)
            error = kind(told.rule, pointer=told.pointer, position=told.position, **params)
            error.length = told.length
            return error
    return Internal("unexpected")


def _kinds() -> Iterator[type[RuleError] | type[Refusal]]:
    yield from errors.refusals()
    yield from refusals.refusals()
