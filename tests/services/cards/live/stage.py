"""A game that is acted out, card by card, with people who follow it from their seats."""

from collections.abc import Mapping
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, replace
from typing import Any

import httpx

from tests.support.following import Followed, following
from tests.support.listening import Listening

Json = dict[str, Any]

GIRLS = [
    "homura-1", "mami-1", "kyoko-1", "sayaka-1", "madoka-1", "homura-2",
    "mami-2", "kyoko-2", "sayaka-2", "madoka-2", "homura-3", "mami-3",
    "all", "kyoko-3", "sayaka-3", "madoka-3", "homura-1", "mami-1", "kyoko-1", "sayaka-1",
    "madoka-1", "homura-2", "mami-2", "homura-4", "mami-4",
]  # fmt: skip
"""Dealt in turn to two hands of six, whose oldest cards can be played one after another."""

SHORT = {"girls": GIRLS[:14], "first": 0}
"""Ends with the third play, for which no card is left."""


@dataclass(frozen=True)
class Stage:
    """Where sessions are served."""

    client: httpx.AsyncClient
    server: Listening | None = None

    async def session(self, **body: object) -> "Sitter":
        """Make a session for two, dealt as above; return its host, who has no seat."""
        asked = {"game": "magion", "players": 2, "deal": {"girls": GIRLS, "first": 0}, **body}
        made = await _told(await self.client.post("/v1/sessions", json=asked))
        return Sitter(self.client, made["id"], None, made["token"])

    async def game(self, **body: object) -> tuple["Sitter", "Sitter", "Sitter"]:
        """Begin a game; return its host, and both of its seats."""
        host = await self.session(**body)
        one, two = await host.seat("Homura"), await host.seat("Madoka")
        await host.told("/start")
        return host, one, two

    async def play(self, *seats: "Sitter") -> list[Json]:
        """Let each play her oldest card, in this order; return what they are answered."""
        return [await seat.act(type="play", card=0) for seat in seats]


@dataclass(frozen=True)
class Sitter:
    """Somebody with a token, or without one."""

    client: httpx.AsyncClient
    session: str
    number: int | None
    token: str | None

    @property
    def headers(self) -> Mapping[str, str]:
        return {} if self.token is None else {"authorization": f"Bearer {self.token}"}

    @property
    def watcher(self) -> "Sitter":
        """Somebody who only knows which session it is."""
        return Sitter(self.client, self.session, None, None)

    async def ask(
        self, method: str, path: str = "", body: Json | None = None, **headers: str
    ) -> httpx.Response:
        return await self.client.request(
            method,
            f"/v1/sessions/{self.session}{path}",
            json=body,
            headers={**self.headers, **headers},
        )

    async def told(self, path: str, body: Json | None = None) -> Json:
        """Post, and return what was answered to what must succeed."""
        return await _told(await self.ask("POST", path, body))

    async def look(self, path: str = "/view") -> Json:
        return await _told(await self.ask("GET", path))

    async def seat(self, name: str) -> "Sitter":
        made = await _told(
            await self.client.post(f"/v1/sessions/{self.session}/seats", json={"name": name})
        )
        return Sitter(self.client, self.session, made["seat"], made["token"])

    async def act(self, **action: object) -> Json:
        """Act on what there is now."""
        version = (await self.look(""))["version"]
        return await self.told("/actions", {"expected_version": version, **action})

    def moved(self, client: httpx.AsyncClient) -> "Sitter":
        """Return the same person at another process."""
        return replace(self, client=client)

    def follow(self, **query: str) -> AbstractAsyncContextManager[Followed]:
        return following(self.client, self.path, self.headers, **query)

    def follow_as(self, **headers: str) -> AbstractAsyncContextManager[Followed]:
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        return following(self.client, self.path, {**self.headers, **named})

    @property
    def path(self) -> str:
        return f"/v1/sessions/{self.session}/events"


async def _told(answer: httpx.Response) -> Json:
    assert answer.is_success, answer.text
    told: Json = answer.json() if answer.content else {}
    return told


def types(items: list[Json]) -> list[str]:
    return [item["type"] for item in items]


def numbers(items: list[Json]) -> list[int]:
    return [item["seq"] for item in items]


def versions(items: list[Json]) -> list[int]:
    """Return the versions that events are of, each once."""
    return sorted({item["data"]["version"] for item in items})
