"""The characters service as its clients meet it, beside the dice service or without it."""

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx

from majokko_characters import main as characters
from majokko_dice import main as dice
from majokko_kit.service import Service
from tests.services.characters.tea import tea_only
from tests.support.databases import Changes
from tests.support.serving import running, settings_in

Json = dict[str, Any]

TEA = {"ruleset": "tea@1", "faces": [7]}


def serving_tea() -> Service:
    return characters.service(tea_only)


@asynccontextmanager
async def open_kitchen(
    var: Path, database: Changes, *, with_dice: bool = True, **changes: object
) -> AsyncIterator["Kitchen"]:
    """Serve drafts of tea, as often as a test likes, over the same data."""
    settings = settings_in(var, limit_quota=1_000_000, **{**database, **changes})
    services = [serving_tea(), *([dice.service()] if with_dice else [])]
    async with running(services, settings) as client:
        yield Kitchen(client)


@dataclass(frozen=True)
class Kitchen:
    client: httpx.AsyncClient

    async def begin(self, **body: object) -> "Guest":
        """Begin a draft with supplied dice, unless something else is said."""
        answer = await self.post("/v1/drafts", {**TEA, **body})
        assert answer.status_code == 201, answer.text
        made = answer.json()
        return Guest(self.client, f"/v1/drafts/{made['id']}", made["token"], made)

    async def post(self, path: str, body: Json, **headers: str) -> httpx.Response:
        return await self.client.post(path, json=body, headers=_named(headers))

    async def get(self, path: str, **headers: str) -> httpx.Response:
        return await self.client.get(path, headers=_named(headers))

    async def character(self, **body: object) -> "Guest":
        """Make a character out of a draft that takes the first leaf."""
        draft = await self.begin(**body)
        await draft.told("/choices", {"offer": "leaf", "leaf": "green"})
        return await draft.finished()

    async def room(self, name: str = "Kyubey") -> "Guest":
        """Make a room; return its game master."""
        answer = await self.post("/v1/rooms", {"name": "Table", "gm": name})
        made = answer.json()
        return Guest(self.client, f"/v1/rooms/{made['id']}", made["token"], made)


@dataclass(frozen=True)
class Guest:
    """Somebody with a token for something: a draft, a character, a seat in a room."""

    client: httpx.AsyncClient
    path: str
    token: str
    made: Json

    @property
    def id(self) -> str:
        return self.path.rpartition("/")[2]

    @property
    def headers(self) -> dict[str, str]:
        return {"authorization": f"Bearer {self.token}"}

    async def ask(
        self, method: str, path: str = "", body: Json | None = None, **headers: str
    ) -> httpx.Response:
        both = {**self.headers, **_named(headers)}
        return await self.client.request(method, self.path + path, json=body, headers=both)

    async def get(self, path: str = "", **headers: str) -> httpx.Response:
        return await self.ask("GET", path, None, **headers)

    async def post(self, path: str, body: Json | None = None, **headers: str) -> httpx.Response:
        return await self.ask("POST", path, body, **headers)

    async def told(self, path: str, body: Json | None = None, **headers: str) -> Json:
        """Post, and return what was answered to what must succeed."""
        answer = await self.post(path, body, **headers)
        assert answer.is_success, answer.text
        told: Json = answer.json()
        return told

    async def look(self) -> Json:
        answer = await self.get()
        assert answer.status_code == 200, answer.text
        seen: Json = answer.json()
        return seen

    async def choose(self, offer: str, **picks: object) -> Json:
        return await self.told("/choices", {"offer": offer, **picks})

    async def patch(self, body: Json, tag: str | None = None) -> httpx.Response:
        """Change a character as she stands, or as a tag says."""
        tag = (await self.get()).headers["etag"] if tag is None else tag
        return await self.ask("PATCH", "", body, if_match=tag)

    async def finished(self, **body: object) -> "Guest":
        made = await self.told("/finish", dict(body))
        return Guest(self.client, f"/v1/characters/{made['id']}", made["token"], made)

    async def joined(self, name: str, role: str = "player") -> "Guest":
        """Let somebody into the room."""
        body = {"name": name, "invite": self.made["invite"], "role": role}
        made = await self.told("/members", body)
        return Guest(self.client, self.path, made["token"], made)


def _named(headers: Mapping[str, str]) -> dict[str, str]:
    return {name.replace("_", "-"): value for name, value in headers.items()}
