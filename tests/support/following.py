"""Follows streams as clients do: reads server-sent events by their specification, or lines."""

import asyncio
import json
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import httpx

Json = dict[str, Any]
PATIENCE_SECONDS = 20


@dataclass(slots=True)
class EventSource:
    """What a browser keeps while it reads: the events so far, the last id, and when to come back.

    What has no empty line behind it yet is no event, and is forgotten when the connection ends.
    """

    last_id: str = ""
    retry: int | None = None
    comments: int = 0
    _rest: bytes = b""
    _id: str = ""
    _type: str = ""
    _data: list[str] = field(default_factory=list)

    def read(self, part: bytes) -> Iterator[Json]:
        """Yield the events that are complete now, as `{"event", "id", "data"}`."""
        *lines, self._rest = (self._rest + part).split(b"\n")
        for line in lines:
            if not line:
                yield from self._dispatch()
            else:
                self._field(line.decode())

    def cut(self) -> None:
        """The connection is gone, and with it what was not complete."""
        self._rest, self._id, self._type, self._data = b"", self.last_id, "", []

    def _field(self, line: str) -> None:
        name, _, value = line.partition(":")
        value = value.removeprefix(" ")
        match name:
            case "":
                self.comments += 1
            case "event":
                self._type = value
            case "data":
                self._data.append(value)
            case "id":
                self._id = value
            case "retry":
                self.retry = int(value)
            case _:
                pass  # the future's

    def _dispatch(self) -> Iterator[Json]:
        self.last_id = self._id
        if self._data:
            yield {
                "event": self._type or "message",
                "id": self._id,
                "data": json.loads("\n".join(self._data)),
            }
        self._type, self._data = "", []


class Followed:
    """A stream that is open: takes one item after another."""

    def __init__(self, answer: httpx.Response) -> None:
        self.answer = answer
        self.source = EventSource()
        self._items = self._read()

    async def next(self) -> Json:
        """Return the next item; raises StopAsyncIteration at the end."""
        async with asyncio.timeout(PATIENCE_SECONDS):
            return await anext(self._items)

    async def some(self, count: int) -> list[Json]:
        return [await self.next() for _ in range(count)]

    async def until(self, kind: str) -> list[Json]:
        """Return the items up to the first of a type, this one included."""
        items = [await self.next()]
        while items[-1]["type"] != kind:
            items.append(await self.next())
        return items

    async def rest(self) -> list[Json]:
        """Return what comes until the stream ends."""
        async with asyncio.timeout(PATIENCE_SECONDS):
            return [item async for item in self._items]

    async def _read(self) -> AsyncIterator[Json]:
        if self.answer.headers["content-type"] == "application/x-ndjson":
            async for line in self.answer.aiter_lines():
                if line:
                    yield json.loads(line)
            return
        async for part in self.answer.aiter_raw():
            for event in self.source.read(part):
                yield event["data"]


@asynccontextmanager
async def following(
    client: httpx.AsyncClient,
    path: str,
    headers: Mapping[str, str | bytes] | None = None,
    **query: str,
) -> AsyncIterator[Followed]:
    """Open a stream; what is refused instead has its status."""
    raw = {
        n.encode(): v if isinstance(v, bytes) else v.encode() for n, v in (headers or {}).items()
    }
    asked = client.build_request("GET", path, headers=raw, params=query or None)
    asked.extensions["timeout"] = httpx.Timeout(PATIENCE_SECONDS).as_dict()
    answer = await client.send(asked, stream=True)
    try:
        yield Followed(answer)
    finally:
        await answer.aclose()
