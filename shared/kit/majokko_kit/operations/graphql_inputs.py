"""Inputs of GraphQL made from shapes; resolvers receive of them what REST would have received."""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any, get_args

import strawberry
from pydantic.alias_generators import to_snake
from pydantic.fields import FieldInfo
from strawberry.types.base import StrawberryObjectDefinition
from strawberry.utils.str_converters import to_camel_case

from majokko_kit.operations.graphql_types import first_paragraph, shown, shown_as
from majokko_kit.operations.operation import Shape
from majokko_kit.operations.views import Hint, optional, origin_of, split

Convert = Callable[[Any], Any]
_REQUIRED = strawberry.field().default


@cache
def input_of(shape: type[Shape]) -> type:
    """Return the input of a shape: `RoomIn` is given as a `RoomInput`."""
    fields, name = shape.model_fields, shape.__name__.removesuffix("In") + "Input"
    body = {
        "__module__": __name__,
        "__qualname__": f"{shape.__module__}.{name}",  # by which Strawberry tells namesakes apart
        "__annotations__": {member: argument(field) for member, field in fields.items()},
        **{member: _given(field) for member, field in fields.items()},
    }
    made = strawberry.input(type(name, (), body), description=first_paragraph(shape))
    convert = _convert_members(shape)
    definition: StrawberryObjectDefinition = made.__strawberry_definition__  # type: ignore[attr-defined]
    definition.from_input = lambda _kind, given, _context: convert(given)
    return made


def _given(field: FieldInfo) -> Any:  # noqa: ANN401 - Strawberry's own
    return strawberry.field(default=default(field), description=field.description)


def argument(field: FieldInfo) -> Hint:
    """Return how GraphQL asks for a member; what has a default may be left out."""
    asked = shown(field.annotation, _nested, field.metadata)
    return asked if field.is_required() else asked | None


def default(field: FieldInfo) -> Any:  # noqa: ANN401 - Strawberry's own
    return _REQUIRED if field.is_required() else strawberry.UNSET


def _nested(found: Sequence[Hint]) -> Hint | None:
    shape = _shape(found[0]) if len(found) == 1 else None
    return input_of(shape) if shape else None


def _shape(hint: Hint) -> type[Shape] | None:
    return hint if isinstance(hint, type) and issubclass(hint, Shape) else None


def _convert_members(shape: type[Shape]) -> Convert:
    known: Mapping[str, tuple[str, Convert | None]] = {
        to_camel_case(name): (name, _converter(field.annotation, field.metadata))
        for name, field in shape.model_fields.items()
    }

    def convert(given: Mapping[str, Any]) -> dict[str, Any]:
        read: dict[str, Any] = {}
        for camel, value in given.items():
            name, inner = known[camel]
            read[name] = value if inner is None or value is None else inner(value)
        return read

    return convert


def _converter(hint: Hint, beside: Sequence[object] = ()) -> Convert | None:
    """Return what has to be done to a value that GraphQL read; None: nothing."""
    inner, own = split(hint)
    if as_given := shown_as((*own, *beside)):
        return as_given.made_by or _as_rest_says
    found, _ = optional(inner)
    if len(found) > 1:
        return None
    hint = found[0]
    if split(hint)[1]:
        return _converter(hint)
    if shape := _shape(hint):
        return _convert_members(shape)
    each = _converter(get_args(hint)[0]) if origin_of(hint) in (list, tuple, Sequence) else None
    return (lambda values: [each(value) for value in values]) if each else None


def _as_rest_says(value: object) -> object:
    """Return a value of a hand-made input with its members named as in REST."""
    if isinstance(value, dict):
        return {to_snake(name): _as_rest_says(one) for name, one in value.items()}
    return [_as_rest_says(entry) for entry in value] if isinstance(value, list) else value
