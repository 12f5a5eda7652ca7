"""Asks one operation through either face, and gives both answers in one form: that of REST."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import httpx
from graphql import (
    GraphQLInterfaceType,
    GraphQLObjectType,
    GraphQLOutputType,
    GraphQLSchema,
    GraphQLUnionType,
    get_named_type,
    is_composite_type,
)
from pydantic.alias_generators import to_snake
from strawberry.utils.str_converters import to_camel_case

from majokko_kit.graphql import Schema
from majokko_kit.operations import Operation
from majokko_kit.service import Service

Json = Any
OWN = "the one that was given last"
_DEEP = 2
_PROBLEM = "problemStatus"
_NEVER_SAID = {"instance", "trace_id"}
"""What differs between the faces: where the request went, and its trace."""


@dataclass(frozen=True, slots=True)
class Asking:
    """What one operation is asked; `body` is written as in REST."""

    name: str
    body: Mapping[str, Any] | None = None
    path: Mapping[str, str] = field(default_factory=dict)
    query: Mapping[str, Any] = field(default_factory=dict)
    token: str | None = None
    key: str | None = None
    if_match: str | None = None
    language: str = "en"

    @property
    def headers(self) -> dict[str, str]:
        named = {
            "authorization": self.token and f"Bearer {self.token}",
            "idempotency-key": self.key,
            "accept-language": self.language,
        }
        return {name: value for name, value in named.items() if value is not None}


class Faces:
    """Both faces of one service made of operations; answers are compared so many levels deep."""

    def __init__(self, service: Service, deep: int = _DEEP) -> None:
        self._deep = deep
        self._operations = {each.name: each for each in service.operations}
        self._schema: GraphQLSchema = Schema([service])._schema  # noqa: SLF001 - there is no other way

    async def rest(self, client: httpx.AsyncClient, asking: Asking) -> Json:
        operation = self._operations[asking.name]
        told = await client.request(
            operation.method,
            operation.path.format_map(asking.path),
            params={name: _as_text(value) for name, value in asking.query.items()},
            headers=asking.headers | ({"if-match": asking.if_match} if asking.if_match else {}),
            json=asking.body,
        )
        return told.json() if told.content else {"done": True}

    async def graphql(self, client: httpx.AsyncClient, asking: Asking) -> Json:
        text = self._document(self._operations[asking.name])
        sent = {"query": text, "variables": _variables(asking)}
        told = await client.post("/graphql", json=sent, headers=asking.headers)
        answer = told.json()
        assert "errors" not in answer, answer
        return _as_rest(answer["data"][asking.name])

    def _document(self, operation: Operation[Any, Any]) -> str:
        reads = operation.method == "GET"
        root = self._schema.query_type if reads else self._schema.mutation_type
        assert root
        shown = root.fields[operation.name]
        declared = ", ".join(f"${name}: {arg.type}" for name, arg in shown.args.items())
        passed = ", ".join(f"{name}: ${name}" for name in shown.args)
        call = f"{operation.name}({passed})" if passed else operation.name
        kind = "query" if reads else "mutation"
        selected = self._selected(shown.type, 0)
        asked = f"Asked({declared})" if declared else "Asked"
        return f"{kind} {asked} {{ {call} {selected} }}"

    def _selected(self, kind: GraphQLOutputType, depth: int) -> str:
        named = get_named_type(kind)
        if isinstance(named, GraphQLUnionType | GraphQLInterfaceType):
            types = self._schema.get_possible_types(named)
            inner = " ".join(f"... on {one.name} {self._selected(one, depth)}" for one in types)
            return f"{{ __typename {inner} }}"
        if not isinstance(named, GraphQLObjectType):
            return ""
        fields = [
            f"{_alias(named, name)}{name} {self._selected(one.type, depth + 1)}"
            for name, one in named.fields.items()
            if depth < self._deep or not is_composite_type(get_named_type(one.type))
        ]
        return f"{{ __typename {' '.join(fields)} }}"


def _alias(kind: GraphQLObjectType, name: str) -> str:
    """Tell the status of a problem apart from what some views say under the same name."""
    return f"{_PROBLEM}: " if (kind.name, name) == ("Problem", "status") else ""


def _variables(asking: Asking) -> Json:
    given = {to_camel_case(n): value for n, value in {**asking.path, **asking.query}.items()}
    if asking.body is not None:
        given["input"] = _as_graphql(asking.body)
    if asking.if_match:
        given["ifMatch"] = asking.if_match
    return given


def _as_text(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _as_graphql(value: Json) -> Json:
    """Name the members of an input in GraphQL's way, but not those of free JSON."""
    if isinstance(value, dict):
        free = {"extra", "bond", "options", "deal"}
        return {
            to_camel_case(name): one if name in free else _as_graphql(one)
            for name, one in value.items()
        }
    return [_as_graphql(one) for one in value] if isinstance(value, list) else value


def _as_rest(value: Json) -> Json:
    """Name the members of an answer in REST's way, but not those of free JSON."""
    if isinstance(value, list):
        return [_as_rest(one) for one in value]
    if isinstance(value, dict) and "__typename" in value:
        told = {name: one for name, one in value.items() if name != "__typename"}
        return {
            "status" if name == _PROBLEM else to_snake(name): _as_rest(one)
            for name, one in told.items()
        }
    return value


def lasting(told: Json) -> Json:
    """Leave out of an answer what no two answers share, and what a problem does not have."""
    if {"code", "status"} <= told.keys():
        told = _said({name: one for name, one in told.items() if name not in _NEVER_SAID})
        told["errors"] = [_said(error) for error in told["errors"]]
    return {name: "mjk_…" if name == "token" else one for name, one in told.items()}


def _said(members: Mapping[str, Any]) -> Json:
    return {name: one for name, one in members.items() if one is not None}


async def play(ask: Callable[[Asking], Awaitable[Json]], story: Sequence[Asking]) -> Sequence[Json]:
    """Ask one thing after the other; `OWN` is the token that came last."""
    token, answers = None, []
    for asking in story:
        answer = await ask(replace(asking, token=token) if asking.token == OWN else asking)
        token = answer.get("token", token)
        answers.append(lasting(answer))
    return answers
