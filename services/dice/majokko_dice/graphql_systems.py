"""GraphQL types of checks and outcomes, made from what each system says of itself.

Outcomes are one interface with a type per system; `CheckInput` holds the fields of all systems,
named as in REST. Where systems disagree on a field's type, the field takes either form.
"""

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass, make_dataclass
from functools import cache, lru_cache, reduce
from operator import or_
from types import NoneType, UnionType
from typing import Any, NewType, TypeVar, Union, get_args, get_origin, get_type_hints

import strawberry
from pydantic.alias_generators import to_snake
from strawberry.types.base import StrawberryObjectDefinition
from strawberry.types.scalar import ScalarDefinition

from majokko_kit.graphql.numbers import BigInt
from majokko_rules.results import Comparison
from majokko_rules.results import Outcome as Told
from majokko_rules.systems import SYSTEMS
from majokko_rules.systems import fields as forms

T = TypeVar("T")
Hint = Any
"""A type annotation as an object; Python has no static type for those."""

CheckValue = NewType("CheckValue", object)
"""A value that systems, or kinds of checks, give different types under one name."""


def _plain(value: object) -> object:
    """Return a value with its members named as in REST, whichever way they were written."""
    if isinstance(value, dict):
        return {_snake(name): _plain(one) for name, one in value.items() if one is not None}
    return [_plain(entry) for entry in value] if isinstance(value, list) else value


@lru_cache(maxsize=1024)
def _snake(name: str) -> str:
    return to_snake(name)


CHECK_VALUE: ScalarDefinition = strawberry.scalar(
    name="CheckValue",
    description="A word, a whole number, a list of whole numbers, or a list of sides: "
    "`listSystems` tells which of them the system and the kind of check take.",
    serialize=lambda value: value,
    parse_value=_plain,
)


@strawberry.interface(description="What a total means; every system has a type of its own.")
class Outcome:
    system: str
    success: bool | None
    level: str | None
    critical: bool
    fumble: bool


def _is_union(hint: Hint) -> bool:
    origin: Any = get_origin(hint)
    return origin is Union or origin is UnionType


def _optional(hint: Hint) -> tuple[Hint, bool]:
    """Split `X | None` into X and whether None is allowed."""
    if _is_union(hint):
        rest = [arg for arg in get_args(hint) if arg is not NoneType]
        return reduce(or_, rest), len(rest) < len(get_args(hint))
    return hint, False


def _shown(hint: Hint) -> Hint:
    """The GraphQL type of a dataclass field's hint."""
    inner, nullable = _optional(hint)
    origin: Any = get_origin(inner)
    if origin is tuple:
        shown: Any = list[_shown(get_args(inner)[0])]  # type: ignore[misc]
    elif is_dataclass(inner):
        shown = _object(inner)  # type: ignore[arg-type]
    elif inner in (bool, int, str):
        shown = inner
    elif _is_union(inner):
        shown = CheckValue
    else:
        shown = str  # a Literal of words
    return shown | None if nullable else shown


@cache
def _object(source: type) -> type:
    """A GraphQL type whose values are instances of the dataclass `source` themselves."""
    hints = get_type_hints(source)
    base = (Outcome,) if issubclass(source, Told) else ()
    annotations = {field.name: _shown(hints[field.name]) for field in fields(source)}
    if source is Comparison:  # of dice, which may be multiplied; checks stay small
        annotations["margin"] = BigInt
    body = {
        "__annotations__": annotations,
        "__module__": __name__,
        "is_type_of": classmethod(lambda _cls, value, _info: isinstance(value, source)),
    }
    return strawberry.type(type(source.__name__, base, body), description=_first_line(source))


def _first_line(source: type) -> str | None:
    return (source.__doc__ or "").strip().partition("\n")[0] or None


OUTCOMES: tuple[type, ...] = tuple(
    _object(kind) for kind in (Comparison, *(system.outcome for system in SYSTEMS.values()))
)
"""Every concrete outcome; a schema has to name them, for only the interface is reachable."""


def _given(field: forms.Field) -> Hint:
    plain = {
        "integer": int,
        "boolean": bool,
        "text": str,
        "integers": list[int],
        "texts": list[str],
    }
    may_be_word = field.type == "integer" and field.choices
    return CheckValue if may_be_word else plain.get(field.type, CheckValue)


def _merged(named: Iterator[tuple[str, Any]]) -> Mapping[str, Any]:
    """One type per name; where two systems disagree, the one that takes either form."""
    merged: dict[str, Any] = {}
    for name, typed in named:
        merged[name] = typed if merged.get(name, typed) == typed else CheckValue
    return merged


def _input(name: str, members: Mapping[str, Any], description: str) -> type:
    rows = [
        (member, typed | None, strawberry.field(default=strawberry.UNSET))
        for member, typed in members.items()
    ]
    made = make_dataclass(name, rows, namespace={"__module__": __name__})
    return strawberry.input(made, description=description)


def _forms() -> Iterator[forms.Form]:
    return (system.form for system in SYSTEMS.values())


_SIDE_FIELDS = _merged(
    (name, _given(form.fields[name]))
    for form in _forms()
    for field in form.fields.values()
    for name in field.fields
)
CheckSideInput = _input("CheckSideInput", _SIDE_FIELDS, "One side of a check between two.")


_OPTIONS = _merged(
    (name, _given(field))
    for form in _forms()
    for kind in form.kinds.values()
    for name, field in kind.optional.items()
)
OptionsInput = _input("OptionsInput", _OPTIONS, "Options of a check's rules; also fields of it.")


def _check_fields() -> Mapping[str, Any]:
    flat = (
        (field.name, list[CheckSideInput] if field.type == "objects" else _given(field))  # type: ignore[valid-type]
        for form in _forms()
        for field in form.fields.values()
        if any(field.name in kind.members for kind in form.kinds.values())
    )
    return {"system": str, "kind": str, **_merged(flat), "options": OptionsInput}


CheckInput = _input("CheckInput", _check_fields(), "A check: its system, its kind, its fields.")


def read_as_body(kind: type[T]) -> type[T]:
    """Let resolvers receive an input as the body that REST would have received.

    Building an object with every field that any system may have would cost more than the roll.
    """
    definition: StrawberryObjectDefinition = kind.__strawberry_definition__  # type: ignore[attr-defined]
    definition.from_input = lambda _kind, given, _context: _plain(given)
    return kind


def body_of(given: object) -> dict[str, object]:
    """Return what `read_as_body` made of an input."""
    assert isinstance(given, dict)
    return given
