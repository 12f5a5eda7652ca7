"""Who may do what in a room: a row for each operation, and everybody who could try.

Whoever adds an operation adds its row to the `ROWS` of its area, `tests/services/dice/<area>/
rights.py`; `test_rights.py` fails for one that has none.
"""

import json
import re
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import httpx

from majokko_kit.auth import new_token
from majokko_kit.operations import Operation
from tests.services.dice.rooms.table import Guest, House, Json

Viewer = str
Outcome = tuple[int, str]
"""Status and problem code; all successes are `ALLOWED`."""

ALLOWED: Outcome = (200, "")
MEMBERS: tuple[Viewer, ...] = ("gm", "player", "spectator")
EVERYBODY = frozenset(MEMBERS)
PLAYING = frozenset({"gm", "player"})
GM = frozenset({"gm"})

_REFUSED = {401, 403, 404}
_STRANGERS: Mapping[Viewer, Outcome] = {
    "member of another room": (404, "not_found"),
    "removed member": (401, "token_missing"),
    "nobody": (401, "token_missing"),
    "unknown token": (401, "token_missing"),
    "garbage": (401, "token_missing"),
}


@dataclass(frozen=True)
class Table:
    """A room with one of each."""

    gm: Guest
    player: Guest
    spectator: Guest
    headers: Mapping[Viewer, Mapping[str, str]]

    @classmethod
    async def laid(cls, house: House) -> "Table":
        gm = await house.room()
        player, spectator = await gm.invite("Madoka"), await gm.invite("Kyoko", "spectator")
        removed, other = await gm.invite("Sayaka"), await house.room()
        await gm.ask("DELETE", f"/members/{removed.id}")
        headers = {
            "gm": gm.headers,
            "player": player.headers,
            "spectator": spectator.headers,
            "member of another room": other.headers,
            "removed member": removed.headers,
            "nobody": {},
            "unknown token": {"authorization": f"Bearer {new_token('member')}"},
            "garbage": {"authorization": "Bearer of bad news"},
        }
        return cls(gm, player, spectator, headers)


Steps = Callable[[Table], Awaitable[Mapping[str, str]]]


async def _no_steps(_: Table) -> Mapping[str, str]:
    return {}


@dataclass(frozen=True)
class Row:
    """`may` are those whom the operation does not refuse; `body` is one that it takes.

    `steps` prepares a table and names what else is in the path, for somebody who may ask;
    `tag` is what If-Match names.
    """

    may: frozenset[Viewer]
    body: Json | None = None
    steps: Steps = _no_steps
    tag: Callable[[Table], str] | None = None
    query: Mapping[str, str] = field(default_factory=dict)

    @property
    def outcomes(self) -> Mapping[Viewer, Outcome]:
        own = {one: ALLOWED if one in self.may else (403, "forbidden") for one in MEMBERS}
        return {**own, **_STRANGERS}


Face = Callable[
    [House, Operation[Any, Any], Row, Table, Mapping[str, str], Viewer], Awaitable[Outcome]
]


async def by_rest(
    house: House,
    operation: Operation[Any, Any],
    row: Row,
    table: Table,
    steps: Mapping[str, str],
    viewer: Viewer,
) -> Outcome:
    path = operation.path.format(room=table.gm.room, **steps)
    headers = {**table.headers[viewer], **_tag(row, table)}
    answer = await house.client.request(
        operation.method, path, json=row.body, headers=headers, params=row.query
    )
    return _outcome(answer.status_code, answer)


async def by_graphql(
    house: House,
    operation: Operation[Any, Any],
    row: Row,
    table: Table,
    steps: Mapping[str, str],
    viewer: Viewer,
) -> Outcome:
    given: Json = {"room": table.gm.room, **steps, **row.query}
    if row.body is not None:
        given["input"] = row.body
    if row.tag:
        given["if_match"] = row.tag(table)
    arguments = ", ".join(f"{_camel(name)}: {_literal(value)}" for name, value in given.items())
    kind = "query" if operation.method == "GET" else "mutation"
    document = f"{kind} {{ {operation.name}({arguments}) {{ ... on Problem {{ status code }} }} }}"
    answer = await house.client.post(
        "/graphql", json={"query": document}, headers=table.headers[viewer]
    )
    told = answer.json()
    assert "errors" not in told, (document, told)
    problem = told["data"][operation.name]
    return (problem["status"], problem["code"]) if problem else ALLOWED


def _outcome(status: int, answer: httpx.Response) -> Outcome:
    return (status, answer.json()["code"]) if status in _REFUSED else ALLOWED


def _tag(row: Row, table: Table) -> Mapping[str, str]:
    return {"if-match": f'"{row.tag(table)}"'} if row.tag else {}


def _literal(value: object) -> str:
    """Write JSON the way GraphQL documents have it."""
    if isinstance(value, dict):
        members = (f"{_camel(name)}: {_literal(one)}" for name, one in value.items())
        return "{" + ", ".join(members) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_literal, value)) + "]"
    return json.dumps(value, ensure_ascii=False)


def _camel(name: str) -> str:
    return re.sub(r"_([a-z])", lambda found: found[1].upper(), name)
