"""Clients that roll in one room until told to stop, each request until it is answered."""

import asyncio
import random
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import httpx

Json = dict[str, Any]

_PAUSE = 0.05
_REPEATS = 0.15
"""How often an answer is treated as lost, and the request is sent once more."""


@dataclass(frozen=True)
class Answered:
    """An acknowledged roll: its key, when it was first asked for, when this answer came."""

    key: str
    asked: float
    told: float
    body: bytes
    roll: Json


@dataclass
class Roller:
    """`notice` counts what went wrong on the way, by kind."""

    name: str
    room: str
    token: str
    bases: Sequence[str]
    secret: bool
    chance: random.Random
    answers: list[Answered] = field(default_factory=list)
    notice: dict[str, int] = field(default_factory=dict)
    asked: int = 0

    async def run(self, stop: asyncio.Event) -> None:
        async with httpx.AsyncClient(timeout=5) as client:
            while not stop.is_set():
                self.asked += 1
                key = f"{self.name}-{self.asked}"
                await self._answered(client, key)
                while self.chance.random() < _REPEATS and not stop.is_set():
                    await self._answered(client, key)

    async def _answered(self, client: httpx.AsyncClient, key: str) -> None:
        begun = time.monotonic()
        while (answer := await self._once(client, key)) is None:  # noqa: ASYNC110 - asks again
            await asyncio.sleep(_PAUSE)
        told = Answered(key, begun, time.monotonic(), answer.content, answer.json())
        self.answers.append(told)

    async def _once(self, client: httpx.AsyncClient, key: str) -> httpx.Response | None:
        url = f"{self.chance.choice(self.bases)}/v1/rooms/{self.room}/rolls"
        headers = {"authorization": f"Bearer {self.token}", "idempotency-key": key}
        body = {"notation": "2d6", "secret": self.secret, "reason": key}
        try:
            answer = await client.post(url, json=body, headers=headers)
        except httpx.TransportError as error:
            self._noticed(type(error).__name__)
            return None
        if answer.status_code == 201:
            return answer
        assert answer.status_code == 503, answer.text
        assert answer.headers["retry-after"]
        self._noticed("503")
        return None

    def _noticed(self, what: str) -> None:
        self.notice[what] = self.notice.get(what, 0) + 1


@dataclass
class Follower:
    """Follows the room as NDJSON, and comes back where it was whenever the stream is cut."""

    room: str
    token: str
    bases: Sequence[str]
    chance: random.Random
    seen: list[Json] = field(default_factory=list)
    cursor: str | None = None
    cuts: int = 0

    async def run(self) -> None:
        async with httpx.AsyncClient(timeout=httpx.Timeout(5, read=20)) as client:
            while True:
                try:
                    await self._follow(client)
                except httpx.TransportError:
                    self.cuts += 1
                await asyncio.sleep(_PAUSE)

    async def _follow(self, client: httpx.AsyncClient) -> None:
        url = f"{self.chance.choice(self.bases)}/v1/rooms/{self.room}/events"
        async with client.stream(
            "GET", url, headers=self._headers, params={"since": self.cursor or "0"}
        ) as answer:
            if answer.status_code != 200:
                return
            async for line in answer.aiter_lines():
                if line.strip():
                    self._take(line)

    @property
    def _headers(self) -> Mapping[str, str]:
        return {"authorization": f"Bearer {self.token}", "accept": "application/x-ndjson"}

    def _take(self, line: str) -> None:
        item: Json = httpx.Response(200, content=line).json()
        if item["cursor"] is not None:
            self.cursor = item["cursor"]
            self.seen.append(item)
