"""GraphQL documents that ask for everything: written from the schema, so no field is forgotten."""

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from graphql import (
    GraphQLField,
    GraphQLInputObjectType,
    GraphQLInputType,
    GraphQLObjectType,
    GraphQLSchema,
    GraphQLUnionType,
    get_named_type,
)
from pydantic.alias_generators import to_camel

Json = Mapping[str, Any]
_OF_PROBLEM = "Problem"


class Documents:
    """The root fields of a schema, each with a document that asks for all there is in it."""

    def __init__(self, schema: GraphQLSchema) -> None:
        kinds = {
            "query": schema.query_type,
            "mutation": schema.mutation_type,
            "subscription": schema.subscription_type,
        }
        self._fields = {
            name: (kind, field)
            for kind, root in kinds.items()
            for name, field in (root.fields if root else {}).items()
        }
        self._written = cache(self._write)

    @property
    def fields(self) -> frozenset[str]:
        """Every field of the roots, but for what schemas are put together by."""
        return frozenset(name for name in self._fields if not name.startswith("_"))

    def of(self, name: str) -> str:
        return self._written(name)

    def variables(self, name: str, given: Json) -> dict[str, Any]:
        """Return the arguments of a field, as REST names them, as GraphQL takes them."""
        arguments = self._fields[name][1].args
        return {
            argument: _said(kind.type, given[key])
            for argument, kind in arguments.items()
            for key in (argument, _snake(argument))
            if key in given
        }

    def _write(self, name: str) -> str:
        kind, field = self._fields[name]
        declared = ", ".join(f"${each}: {of.type}" for each, of in field.args.items())
        passed = ", ".join(f"{each}: ${each}" for each in field.args)
        before, call = (f"({declared})", f"({passed})") if field.args else ("", "")
        return f"{kind} Ask{before} {{ {name}{call} {{ {' '.join(_selected(field))} }} }}"


def _selected(field: GraphQLField) -> Iterator[str]:
    """Select all members of what a field gives, however deep."""
    of = get_named_type(field.type)
    if isinstance(of, GraphQLUnionType):
        yield "__typename"
        for member in of.types:
            yield f"... on {member.name} {{ {' '.join(_members(member))} }}"
    elif isinstance(of, GraphQLObjectType):
        yield from _members(of)


def _members(of: GraphQLObjectType) -> Iterator[str]:
    for name, field in of.fields.items():
        alias = f"problem_{name}: " if of.name == _OF_PROBLEM else ""
        inner = " ".join(_selected(field))
        yield f"{alias}{name} {{ {inner} }}" if inner else f"{alias}{name}"


def _said(kind: GraphQLInputType, value: Any) -> Any:  # noqa: ANN401 - JSON
    of = get_named_type(kind)
    if not isinstance(of, GraphQLInputObjectType) or not isinstance(value, Mapping):
        return value
    named = {to_camel(name): said for name, said in value.items()}
    return {
        name: _said(of.fields[name].type, said) if name in of.fields else said
        for name, said in named.items()
    }


def _snake(name: str) -> str:
    return "".join(f"_{each.lower()}" if each.isupper() else each for each in name)
