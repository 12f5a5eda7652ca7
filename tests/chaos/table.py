"""Players who roll whatever happens, and somebody who follows them."""

import asyncio
import random
import time
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from itertools import count
from typing import Any

import httpx
import orjson

from majokko_kit.tasks import ended
from tests.chaos.history import Answered, Json

PATIENCE = 300.0
"""Seconds after which nobody believes in an answer any more."""

_PAUSE = 0.05
_REPEATED = 0.15
_NOTATIONS = ("2d6", "1d100", "4d6kh3", "1d20+5", "10d10>=8", "1d6/(1d2-1)", "(1d4-1)%(1d3-1)")
"""The last two may come to nothing, when their dice are thrown."""


async def until(true: Callable[[], bool], seconds: float, what: str) -> None:
    """Wait until something is true; raises AssertionError if it is not in so many seconds."""
    end = time.monotonic() + seconds
    for _ in count():
        if true():
            return
        if time.monotonic() > end:
            raise AssertionError(f"not within {seconds} s: {what}")
        await asyncio.sleep(0.02)


class Door:
    """The ways into an installation: addresses that are closed at times."""

    def __init__(self, bases: Sequence[str], chance: random.Random) -> None:
        self._bases = bases
        self._chance = chance
        self.failures = 0

    async def ask(self, method: str, path: str, **asked: Any) -> httpx.Response:  # noqa: ANN401
        """Ask until there is an answer other than 'try again'."""
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            base = self._chance.choice(self._bases)
            with suppress(httpx.HTTPError):
                async with httpx.AsyncClient(base_url=base, timeout=10) as client:
                    answer = await client.request(method, path, **asked)
                    if answer.status_code != httpx.codes.SERVICE_UNAVAILABLE:
                        return answer
                    assert answer.headers["retry-after"]
            self.failures += 1
            await asyncio.sleep(_PAUSE)
        raise AssertionError(f"no answer to {method} {path} for {PATIENCE} s")

    async def told(self, method: str, path: str, **asked: Any) -> Any:  # noqa: ANN401 - JSON
        answer = await self.ask(method, path, **asked)
        assert answer.is_success, answer.text
        return answer.json()


class Room:
    """A room as its game master sees it."""

    def __init__(self, door: Door, made: Json) -> None:
        self.door = door
        self.made = made
        self.path = f"/v1/rooms/{made['id']}"
        self.headers = bearer(made["token"])

    @classmethod
    async def open(cls, door: Door) -> "Room":
        body = {"json": {"name": "Chaos"}, "headers": {"idempotency-key": "the-room"}}
        return cls(door, await door.told("POST", "/v1/rooms", **body))

    async def seat(self, name: str) -> Mapping[str, str]:
        """Let a player in; return what she says to be let in again."""
        body = {"name": name, "invite": self.made["invite"]}
        headers = {"idempotency-key": f"join-{name}"}
        made = await self.door.told("POST", f"{self.path}/members", json=body, headers=headers)
        return bearer(made["token"])

    async def feed(self) -> Sequence[Json]:
        """Return all rolls, the first one first."""
        found: list[Json] = []
        cursor: str | None = ""
        while cursor is not None:
            asked = {"params": {"limit": 100} | ({"cursor": cursor} if cursor else {})}
            page = await self.door.told("GET", f"{self.path}/rolls", headers=self.headers, **asked)
            found += page["items"]
            cursor = page["next_cursor"]
        return found[::-1]

    async def close(self) -> Sequence[dict[str, Any]]:
        """Close the room; return the proofs of its streams."""
        closed = await self.door.told("POST", f"{self.path}/close", headers=self.headers)
        streams = [closed[name] for name in ("stream", "secret_stream")]
        assert [stream["index"] for stream in streams] == [0, 0]
        return [
            await self.door.told("GET", f"/v1/fairness/streams/{stream['id']}/0/proof")
            for stream in streams
        ]


class Player:
    """Rolls again and again, and asks for each roll until she is answered."""

    def __init__(self, name: str, room: Room, headers: Mapping[str, str], seed: object) -> None:
        self.answers: list[Answered] = []
        self._name = name
        self._room = room
        self._headers = headers
        self._chance = random.Random(f"{seed} {name}")

    async def play(self, enough: asyncio.Event) -> None:
        turn = 0
        while not enough.is_set():
            turn += 1
            await self.roll(f"{self._name}-{turn}")
            await asyncio.sleep(_PAUSE * self._chance.random())

    async def roll(self, key: str) -> None:
        """Roll; now and then, as if the answer had been lost, ask once more."""
        body = {"notation": self._chance.choice(_NOTATIONS), "secret": self._chance.random() < 0.2}
        await self._ask(key, body)
        while self._chance.random() < _REPEATED:
            await self._ask(key, body)

    async def roll_for_sure(self, key: str) -> str:
        """Roll what cannot come to nothing, for all to see; return the roll's id."""
        await self._ask(key, {"notation": "2d6", "secret": False})
        roll: str = self.answers[-1].roll["id"]
        return roll

    async def _ask(self, key: str, body: Json) -> None:
        began = time.monotonic()
        headers = {**self._headers, "idempotency-key": key}
        answer = await self._room.door.ask(
            "POST", f"{self._room.path}/rolls", json=body, headers=headers
        )
        assert answer.status_code in (201, 422), answer.text
        ended = time.monotonic()
        self.answers.append(Answered(key, began, ended, answer.status_code, _told(answer)))


class Reader:
    """Follows a room over SSE, and comes back wherever it was cut off."""

    def __init__(self, room: Room, bases: Sequence[str], chance: random.Random) -> None:
        self.heard: list[tuple[int, str, Json]] = []
        self.snapshots = 0
        self._room = room
        self._bases = bases
        self._chance = chance
        self._last = ""
        self._begun = ""

    @asynccontextmanager
    async def following(self) -> AsyncIterator[None]:
        """Follow until the block ends, from before whatever happens in it."""
        task = asyncio.create_task(self._follow())
        await until(lambda: self.snapshots > 0, PATIENCE, "a snapshot")
        yield
        await ended([task])

    async def hears(self, kind: str, seconds: float, roll: str | None = None) -> None:
        """Wait for an event."""

        def heard() -> bool:
            return any(
                told == kind and (roll is None or data["roll"]["id"] == roll)
                for _, told, data in self.heard
            )

        await until(heard, seconds, f"{kind} {roll}")

    async def _follow(self) -> None:
        while True:
            with suppress(httpx.HTTPError):
                await self._listen(self._chance.choice(self._bases))
            await asyncio.sleep(_PAUSE)

    async def _listen(self, base: str) -> None:
        resumed = {"last-event-id": self._last} if self._last else {}
        timeout = httpx.Timeout(5, read=30)
        async with (
            httpx.AsyncClient(base_url=base, timeout=timeout) as client,
            client.stream(
                "GET", f"{self._room.path}/events", headers={**self._room.headers, **resumed}
            ) as answer,
        ):
            self._begun = ""
            if answer.is_success:
                async for line in answer.aiter_lines():
                    self._hear(line)

    def _hear(self, line: str) -> None:
        """An event counts when the empty line behind it has come."""
        if line.startswith("data: "):
            self._begun = line.removeprefix("data: ")
        elif not line and self._begun:
            event = orjson.loads(self._begun)
            self._begun = ""
            if event["type"] in ("snapshot", "resync"):
                self.snapshots += 1
            elif event["seq"] is not None:
                self.heard.append((event["seq"], event["type"], event["data"]))
            self._last = event["cursor"] or self._last


def bearer(token: str) -> Mapping[str, str]:
    return {"authorization": f"Bearer {token}"}


def _told(answer: httpx.Response) -> bytes:
    """Return a body; a problem names its own trace, which nobody promises to be the same."""
    if answer.is_success:
        return answer.content
    problem = {**answer.json(), "trace_id": None}
    return orjson.dumps(problem)
