"""Somebody who follows a card game line by line, and comes back wherever she was cut off."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

import httpx
import orjson

from majokko_kit.tasks import ended
from tests.chaos.games.ways import Ways
from tests.chaos.history import Json
from tests.chaos.table import bearer

_PAUSE = 0.1
_SILENCE = 40.0
"""Seconds; there is a sign of life every 15."""

_LASTING = ("closed", "shutdown")


class Follower:
    """`heard` are the events that she was told, `byes` why streams have ended."""

    def __init__(self, ways: Ways, path: str, token: str | None) -> None:
        self.heard: list[Json] = []
        self.byes: list[str] = []
        self.connections = 0
        self.over = asyncio.Event()
        self._ways = ways
        self._path = path
        self._headers = {"accept": "application/x-ndjson", **(bearer(token) if token else {})}
        self._last = "0"

    @asynccontextmanager
    async def following(self) -> AsyncIterator[None]:
        """Follow until the block ends."""
        task = asyncio.create_task(self._follow())
        try:
            yield
        finally:
            await ended([task])

    async def _follow(self) -> None:
        while not self.over.is_set():
            with suppress(httpx.HTTPError):
                await self._listen()
            await asyncio.sleep(_PAUSE)

    async def _listen(self) -> None:
        path = f"{self._path}/events?since={self._last}"
        async with self._ways.any().stream(
            "GET", path, headers=self._headers, timeout=_SILENCE
        ) as answer:
            if answer.status_code == httpx.codes.NO_CONTENT:
                self.over.set()
            if answer.status_code == httpx.codes.OK:
                self.connections += 1
                async for line in answer.aiter_lines():
                    self._hear(line)
            elif answer.status_code != httpx.codes.SERVICE_UNAVAILABLE:
                self.byes.append(str(answer.status_code))
                self.over.set()

    def _hear(self, line: str) -> None:
        with suppress(orjson.JSONDecodeError):  # the rest of a line that was cut, or a sign of life
            item = orjson.loads(line)
            self._last = item["cursor"] or self._last
            if item["type"] != "bye":
                self.heard.append(item)
                return
            self.byes.append(item["data"]["reason"])
            if item["data"]["reason"] == "closed":
                self.over.set()

    def was_sent_away(self) -> bool:
        """Whether she was refused, or a stream ended for a reason that is none."""
        return any(reason not in _LASTING for reason in self.byes)
