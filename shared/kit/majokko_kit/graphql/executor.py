"""Executes fields that are mere attributes without the ceremony around resolvers.

For each field of each object graphql-core builds a path and an info, looks up arguments and asks
whether the value is awaitable. An attribute that holds a number or a word needs none of it, and
most fields of most answers are such.
"""

from collections.abc import Awaitable, Callable, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from graphql import (
    Executor,
    GraphQLField,
    GraphQLObjectType,
    Undefined,
    get_nullable_type,
    is_leaf_type,
    is_nullable_type,
)
from graphql.execution.collect_fields import GroupedFieldSet
from graphql.pyutils import Path
from strawberry.types.field import StrawberryField

Values = dict[str, Any]


class Plain(NamedTuple):
    """A field that is an attribute with a leaf type."""

    attribute: str
    coerce: Callable[[Any], Any]
    nullable: bool


class QuickExecutor(Executor[None]):
    """graphql-core's executor with a short cut; whatever looks unusual takes the long way."""

    def execute_fields(
        self,
        parent_type: GraphQLObjectType,
        source_value: Any,  # noqa: ANN401 - any object that a resolver returned
        path: Path | None,
        grouped_field_set: GroupedFieldSet,
        position_context: None,
    ) -> Values | Awaitable[Values]:
        plain = _plain_fields(parent_type)
        known: Values = {}
        rest: GroupedFieldSet = {}
        for name, details in grouped_field_set.items():
            field = plain.get(details[0].node.name.value)
            value = _value(field, source_value) if field else Undefined
            if value is Undefined:
                rest[name] = details
            else:
                known[name] = value
        if not rest:
            return known
        others = super().execute_fields(parent_type, source_value, path, rest, position_context)
        if not known:
            return others
        return _together(tuple(grouped_field_set), known, others)


def _value(field: Plain, source: object) -> object:
    """Return the value of a plain field; Undefined when it takes more than a look to tell."""
    try:
        value = getattr(source, field.attribute)
        if value is None:
            return None if field.nullable else Undefined
        return field.coerce(value)
    except Exception:  # noqa: BLE001 - the long way meets it again and reports it in its place
        return Undefined


def _together(
    names: tuple[str, ...], known: Values, others: Values | Awaitable[Values]
) -> Values | Awaitable[Values]:
    """Return all values in the order in which they were asked for."""
    if isinstance(others, dict):
        return _in_order(names, known, others)

    async def awaited() -> Values:
        return _in_order(names, known, await others)

    return awaited()


def _in_order(names: tuple[str, ...], known: Values, others: Values) -> Values:
    return {
        name: known[name] if name in known else others[name]
        for name in names
        if name in known or name in others
    }


@lru_cache(maxsize=4096)
def _plain_fields(parent: GraphQLObjectType) -> Mapping[str, Plain]:
    found = ((name, _plain(field)) for name, field in parent.fields.items())
    return {name: plain for name, plain in found if plain}


def _plain(field: GraphQLField) -> Plain | None:
    declared = field.extensions.get("strawberry-definition")
    leaf = get_nullable_type(field.type)
    if isinstance(declared, StrawberryField) and declared.is_basic_field and is_leaf_type(leaf):
        return Plain(declared.python_name, leaf.coerce_output_value, is_nullable_type(field.type))
    return None
