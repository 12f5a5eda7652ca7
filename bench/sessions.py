"""Actions in card sessions, committed before they are answered, with four who follow them live.

What counts is the processor time of the server for each action: over HTTP, from the request to the
last line that a follower is sent. Nobody waits for anybody else, so the machine may be busy.
"""

import asyncio
import json
import time
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from statistics import median
from typing import Any

import httpx

from bench.race import interleave, typical
from bench.report import Row
from bench.served import SERVER_CORE, majokko
from bench.server import Server
from majokko_rules.cards.magion import Rules
from majokko_rules.rulesets.shelf import built_in
from tests.support.postgres_servers import PostgresServer, programs

SECTION = "Actions in card sessions: durable, told to those who follow"
PLAYERS = 4
ACTIONS = 26
"""In a game; so many cards can be discarded before the deck is empty."""

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Cost:
    """Milliseconds: of processor time for each action, and until its answer."""

    cpu: float
    waited: float


def measure(rounds: int) -> list[Row]:
    with ExitStack() as stack:
        postgres = stack.enter_context(PostgresServer(programs()))
        on_postgres = stack.enter_context(
            majokko(SERVER_CORE, "cards", MAJOKKO_DATABASE_URL=postgres.url())
        )
        on_sqlite = stack.enter_context(majokko(SERVER_CORE, "cards"))
        return [
            _row("4 follow, PostgreSQL", on_postgres, rounds, followers=4),
            _row("nobody follows, PostgreSQL", on_postgres, rounds, followers=0),
            _row("4 follow, SQLite", on_sqlite, rounds, followers=4),
        ]


def _row(name: str, server: Server, rounds: int, *, followers: int) -> Row:
    waited: list[float] = []

    def play() -> float:
        cost = asyncio.run(_played(server, followers))
        waited.append(cost.waited)
        return cost.cpu

    play()  # what is only paid once
    waited.clear()
    found = interleave(rounds, {"actions": play})
    measured = {"cpu ms": typical(found, "actions"), "p50 ms": median(waited)}
    return Row(SECTION, name, measured, {})


async def _played(server: Server, followers: int) -> Cost:
    """Play a practice game in which every turn discards a card."""
    base = f"http://127.0.0.1:{server.port}"
    async with httpx.AsyncClient(base_url=base, timeout=60) as client:
        path, seats = await _begun(client)
        following = [asyncio.create_task(_follow(client, path, seats[n])) for n in range(followers)]
        await asyncio.sleep(0.5)  # until they have been told how things stand
        before, waited = server.cpu(), await _discards(client, path, seats)
        await asyncio.sleep(0.2)  # until they have been told the rest
        cpu = server.cpu() - before
        for task in following:
            task.cancel()
        await asyncio.gather(*following, return_exceptions=True)
    return Cost(cpu / ACTIONS * 1000, median(waited) * 1000)


async def _begun(client: httpx.AsyncClient) -> tuple[str, Sequence[Json]]:
    deck = Rules.of(built_in().find("magion"), PLAYERS, {}).deck
    asked = {"game": "magion", "players": PLAYERS, "deal": {"girls": deck}}
    made = (await client.post("/v1/sessions", json=asked)).json()
    path = f"/v1/sessions/{made['id']}"
    seats = [
        _bearer((await client.post(f"{path}/seats", json={"name": f"Girl {n}"})).json())
        for n in range(PLAYERS)
    ]
    (await client.post(f"{path}/start", headers=_bearer(made))).raise_for_status()
    return path, seats


async def _discards(client: httpx.AsyncClient, path: str, seats: Sequence[Json]) -> Sequence[float]:
    """Return the seconds that each answer took."""
    version, turn, waited = PLAYERS + 1, 0, []
    for _ in range(ACTIONS):
        body = {"expected_version": version, "type": "discard", "card": 0}
        start = time.monotonic()
        answer = await client.post(f"{path}/actions", json=body, headers=seats[turn])
        waited.append(time.monotonic() - start)
        told = json.loads(answer.raise_for_status().content)
        version, turn = told["version"], told["view"]["turn"]
    return waited


async def _follow(client: httpx.AsyncClient, path: str, headers: Json) -> None:
    asked = {**headers, "accept": "application/x-ndjson"}
    async with client.stream("GET", f"{path}/events", headers=asked) as stream:
        async for _ in stream.aiter_lines():
            pass


def _bearer(made: Json) -> Json:
    return {"authorization": f"Bearer {made['token']}"}
