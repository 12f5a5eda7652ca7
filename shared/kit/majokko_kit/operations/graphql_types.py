"""Types of GraphQL made from views; no member of any is written twice.

Resolvers give the views themselves.
"""

from collections.abc import Callable, Sequence
from dataclasses import is_dataclass
from functools import cache, reduce
from operator import or_
from typing import Annotated, Any, Literal, Union, get_args

import strawberry
from pydantic.fields import FieldInfo
from strawberry.scalars import JSON

from majokko_kit.graphql.numbers import MAX_INT, BigInt
from majokko_kit.operations.views import (
    GraphQLAs,
    Hint,
    members,
    name_of,
    optional,
    origin_of,
    split,
)

Nested = Callable[[Sequence[Hint]], Hint | None]
"""Makes the type of a member that has members itself; None for all others."""

_LISTS = (list, tuple, Sequence)
_LEAVES = (str, int, BigInt, bool, float)
_made: dict[Hint, type] = {}
"""The types of views; also those that are being made, for a view may hold its like."""


def output(view: Hint) -> Hint:
    """Return how GraphQL shows a view: as a type, or several views as a union of theirs."""
    found, may_be_none = optional(view)
    whole = _object(found[0]) if len(found) == 1 else _union(view)
    return whole | None if may_be_none else whole


@cache
def _union(view: Hint) -> Hint:
    found, _ = optional(view)
    types = tuple(_object(each) for each in found)
    return Annotated[Union[types], strawberry.union(name_of(reduce(or_, found)))]  # noqa: UP007


def _object(view: Hint) -> type:
    if view in _made:
        return _made[view]
    source, name = origin_of(view) or view, name_of(view)
    body = {
        "__module__": __name__,
        "__qualname__": f"{source.__module__}.{name}",  # by which Strawberry tells namesakes apart
        "is_type_of": classmethod(lambda _cls, value, _info: isinstance(value, source)),
    }
    made = _made[view] = type(name, (), body)
    hints = members(view)
    made.__annotations__ = {name: shown(hint, _nested) for name, hint in hints.items()}
    for name, hint in hints.items():
        setattr(made, name, _field(name, hint))
    return strawberry.type(made, description=first_paragraph(source))


def _nested(found: Sequence[Hint]) -> Hint | None:
    if all(is_dataclass(origin_of(each) or each) for each in found):
        return output(reduce(or_, found))
    return None


def _field(name: str, hint: Hint) -> Any:  # noqa: ANN401 - Strawberry's own
    _, beside = split(hint)
    told = next((each.description for each in beside if isinstance(each, FieldInfo)), None)
    as_given = shown_as(beside)
    if as_given is None or as_given.made_by is None:
        return strawberry.field(description=told)
    make = as_given.made_by

    def resolve(root: object) -> Any:  # noqa: ANN401 - Strawberry reads the annotation below
        value = getattr(root, name)
        return None if value is None else make(value)

    resolve.__annotations__ = {"root": object, "return": as_given.kind}
    return strawberry.field(resolve, description=told)


def shown(hint: Hint, nested: Nested, beside: Sequence[object] = ()) -> Hint:
    """Return how GraphQL shows a member of this type; `beside` is what else is said of it."""
    inner, own = split(hint)
    beside = (*own, *beside)
    if as_given := shown_as(beside):
        return as_given.kind
    found, may_be_none = optional(inner)
    whole = _whole(found, nested, beside)
    return whole | None if may_be_none else whole


def _whole(found: Sequence[Hint], nested: Nested, beside: Sequence[object]) -> Hint:
    if made := nested(found):
        return made
    if len(found) > 1:
        return JSON
    hint = found[0]
    if split(hint)[1]:
        return shown(hint, nested, beside)
    if origin_of(hint) in _LISTS:
        return list[shown(get_args(hint)[0], nested)]  # type: ignore[misc]
    return _leaf(hint, beside)


def _leaf(hint: Hint, beside: Sequence[object]) -> Hint:
    if origin_of(hint) is Literal:
        hint = type(get_args(hint)[0])  # not an enum: clients of today meet words of tomorrow
    if hint is int and _is_large(beside):
        return BigInt
    return hint if hint in _LEAVES else JSON


def _is_large(beside: Sequence[object]) -> bool:
    """Whether the bounds that an integer is given go beyond GraphQL's Int."""
    return any(abs(bound) > MAX_INT for each in beside for bound in _bounds(each))


def _bounds(beside: object) -> list[int]:
    constraints = beside.metadata if isinstance(beside, FieldInfo) else [beside]
    named = (getattr(each, name, None) for each in constraints for name in ("ge", "gt", "le", "lt"))
    return [bound for bound in named if isinstance(bound, int)]


def shown_as(beside: Sequence[object]) -> GraphQLAs | None:
    return next((each for each in beside if isinstance(each, GraphQLAs)), None)


def first_paragraph(source: type) -> str | None:
    """Return what is said of a class; dataclasses say their members where nothing else is said."""
    told = " ".join((source.__doc__ or "").strip().partition("\n\n")[0].split())
    return None if told.startswith(f"{source.__name__}(") else told or None
