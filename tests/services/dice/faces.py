"""Asks the same question through REST and through GraphQL, and shapes the answers alike."""

import re
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, fields, is_dataclass
from typing import Any, get_args, get_type_hints

import httpx

from majokko_rules.results import Comparison, Outcome
from majokko_rules.systems import SYSTEMS

Json = dict[str, Any]
Value = Any  # any JSON value, or a type annotation
Through = Callable[[httpx.AsyncClient, Json, Mapping[str, str]], Awaitable[Json]]


@dataclass(frozen=True)
class Ask:
    """`await ask(body)` gives a roll or a problem as REST shapes them."""

    through: Through
    client: httpx.AsyncClient

    async def __call__(self, body: Json, headers: Mapping[str, str] | None = None) -> Json:
        return await self.through(self.client, body, headers or {})


async def through_rest(client: httpx.AsyncClient, body: Json, headers: Mapping[str, str]) -> Json:
    answer = await client.post("/v1/rolls", json=body, headers=headers)
    told: Json = answer.json()
    return told


async def through_graphql(
    client: httpx.AsyncClient, body: Json, headers: Mapping[str, str]
) -> Json:
    asked = {"query": roll_query(body), "variables": {"input": _camel(body)}}
    answer = await client.post("/graphql", json=asked, headers=headers)
    told = answer.json()
    assert "errors" not in told, told
    rolled: Json = _snake(told["data"]["createRoll"])
    return rolled


def _selected(kind: Value) -> str:
    """Select every field of a dataclass, and of those within it."""
    hints = get_type_hints(kind)
    return " ".join(_field(field.name, hints[field.name]) for field in fields(kind))


def _field(name: str, hint: Value) -> str:
    inner = next((one for one in _unpacked(hint) if is_dataclass(one)), None)
    shown = _camel_name(name)
    return f"{shown} {{ {_selected(inner)} }}" if inner else shown


def _unpacked(hint: Value) -> list[Value]:
    return [hint, *(one for part in get_args(hint) for one in _unpacked(part))]


def _camel_name(name: str) -> str:
    return re.sub(r"_([a-z])", lambda found: found[1].upper(), name)


def _camel(value: Value) -> Value:
    if isinstance(value, dict):
        return {_camel_name(name): _camel(one) for name, one in value.items()}
    return [_camel(one) for one in value] if isinstance(value, list) else value


def _snake(value: Value) -> Value:
    if isinstance(value, dict):
        snake = {re.sub(r"([A-Z])", r"_\1", name).lower(): one for name, one in value.items()}
        return {name: _snake(one) for name, one in snake.items()}
    return [_snake(one) for one in value] if isinstance(value, list) else value


def _outcome(body: Json) -> type[Outcome]:
    """Return the kind of outcome to expect.

    GraphQL lets one document name fields of several outcomes only where their types agree.
    """
    notation = body.get("notation")
    for system in SYSTEMS.values():
        prefixes = tuple(prefix for command in system.commands for prefix in command.prefixes)
        said = isinstance(notation, str) and notation.lower().startswith(prefixes)
        if said or system.id in str(body.get("check")):
            return system.outcome
    return Comparison


def roll_query(body: Json) -> str:
    """Ask for every field of the roll, or of the problem."""
    outcome = _outcome(body)
    return _ROLL.replace("OUTCOME", f"... on {outcome.__name__} {{ {_selected(outcome)} }}")


_ROLL = """
mutation Roll($input: RollInput!) {
  createRoll(input: $input) {
    ... on Roll {
      id source reason receipt
      results {
        notation total text
        dice { sides face kept cause }
        parts { label total }
        warnings { code detail }
        outcome { system OUTCOME }
      }
    }
    ... on Problem {
      type title status code detail position length
      errors { pointer code rule detail position length }
    }
  }
}
"""
