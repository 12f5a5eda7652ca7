"""Asks an application as a server does, and keeps every byte of what it answers.

No client library stands in between that would join headers or parts of streams.
"""

import asyncio
import json
import re
from collections.abc import AsyncIterator, Iterable, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from starlette.types import ASGIApp, Message, Scope

PATIENCE_SECONDS = 20
_TRACE = b"00-" + b"ab" * 16 + b"-" + b"cd" * 8 + b"-01"
_OF_THE_CALL = frozenset({b"traceparent", b"x-request-id"})
"""Names this very call; the trace that it belongs to is the caller's, who sends always the same."""

_ALIVE = re.compile(rb"(?m)^:\n\n")

Json = dict[str, Any]


class Heard(NamedTuple):
    """What came in answer to a question."""

    question: str
    status: int
    headers: tuple[tuple[bytes, bytes], ...]
    body: bytes

    def json(self) -> Any:  # noqa: ANN401 - JSON
        return json.loads(self.body)

    def header(self, name: bytes) -> str:
        return dict(self.headers).get(name, b"").decode()


@dataclass
class Wire:
    """The way to an application."""

    app: ASGIApp

    async def ask(
        self,
        method: str,
        url: str,
        body: object = None,
        headers: Mapping[str, str] | None = None,
    ) -> Heard:
        """Ask, and listen to the whole answer."""
        raw = b"" if body is None else json.dumps(body).encode()
        told: list[Message] = []
        asked: list[Message] = [{"type": "http.request", "body": raw}, {"type": "http.disconnect"}]

        async def receive() -> Message:
            return asked.pop(0)

        async def send(message: Message) -> None:
            told.append(message)

        await self.app(_scope(method, url, headers or {}, raw), receive, send)
        start, *parts = told
        kept = tuple((name, said) for name, said in start["headers"] if name not in _OF_THE_CALL)
        text = b"".join(each.get("body", b"") for each in parts)
        return Heard(f"{method} {url}", start["status"], kept, text)

    @asynccontextmanager
    async def follow(
        self, url: str, headers: Mapping[str, str] | None = None
    ) -> AsyncIterator["Followed"]:
        """Follow a stream until this is left, or it ends."""
        followed = Followed(f"GET {url}")
        scope = _scope("GET", url, headers or {}, b"")
        async with _running(self.app, scope, followed):
            yield followed

    @asynccontextmanager
    async def subscribe(
        self, query: str, variables: Mapping[str, object], token: str | None
    ) -> AsyncIterator["Followed"]:
        """Subscribe over a WebSocket."""
        payload = {} if token is None else {"authorization": f"Bearer {token}"}
        followed = Followed(f"subscription {variables}")
        followed.say({"type": "connection_init", "payload": payload})
        asked = {"query": query, "variables": dict(variables)}
        followed.say({"type": "subscribe", "id": "1", "payload": asked})
        scope = _scope("GET", "/graphql", {}, b"")
        scope.update(type="websocket", scheme="ws", subprotocols=["graphql-transport-ws"])
        async with _running(self.app, scope, followed):
            yield followed


@dataclass
class Followed:
    """What a stream has said so far."""

    question: str
    said: bytearray = field(default_factory=bytearray)
    status: int = 0
    headers: tuple[tuple[bytes, bytes], ...] = ()
    over: bool = False
    _asked: "asyncio.Queue[Message]" = field(default_factory=asyncio.Queue)
    _news: asyncio.Event = field(default_factory=asyncio.Event)

    async def until(self, said: bytes) -> None:
        """Listen until something was said, or the stream is over."""
        async with asyncio.timeout(PATIENCE_SECONDS):
            while said not in self.said and not self.over:
                self._news.clear()
                await self._news.wait()

    def heard(self) -> Heard:
        """Return what was said, without signs of life: they come by the clock of this machine."""
        return Heard(self.question, self.status, self.headers, _ALIVE.sub(b"", bytes(self.said)))

    def say(self, message: Json) -> None:
        self._asked.put_nowait({"type": "websocket.receive", "text": json.dumps(message)})

    def leave(self, kind: str) -> None:
        self._asked.put_nowait({"type": f"{kind}.disconnect", "code": 1000})

    def end(self) -> None:
        self.over = True
        self._news.set()

    async def receive(self) -> Message:
        return await self._asked.get()

    async def send(self, message: Message) -> None:
        kind = message["type"]
        if kind == "http.response.start":
            self.status = message["status"]
            self.headers = tuple(each for each in message["headers"] if each[0] not in _OF_THE_CALL)
        elif kind == "websocket.close":
            self.said += b"closed %d\n" % message["code"]
        else:
            said = message.get("body") or message.get("text") or message.get("bytes") or b""
            self.said += said.encode() + b"\n" if isinstance(said, str) else said
        self._news.set()


@asynccontextmanager
async def _running(app: ASGIApp, scope: Scope, followed: Followed) -> AsyncIterator[None]:
    async def receive() -> Message:
        if scope["type"] == "websocket" and not connected:
            connected.append(True)
            return {"type": "websocket.connect"}
        return await followed.receive()

    async def run() -> None:
        try:
            await app(scope, receive, followed.send)
        finally:
            followed.end()

    connected: list[bool] = []
    task = asyncio.create_task(run())
    try:
        yield
    finally:
        followed.leave(scope["type"])
        with suppress(TimeoutError):
            await asyncio.wait_for(task, PATIENCE_SECONDS)


def _scope(method: str, url: str, headers: Mapping[str, str], body: bytes) -> Scope:
    parts = urlsplit(url)
    sent = {"host": "majokko.test", **headers}
    if body:
        sent |= {"content-type": "application/json", "content-length": str(len(body))}
    return {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": method,
        "scheme": "http",
        "path": parts.path,
        "raw_path": parts.path.encode(),
        "query_string": parts.query.encode(),
        "root_path": "",
        "headers": [(b"traceparent", _TRACE), *_raw(sent.items())],
        "client": ("127.0.0.1", 4711),
        "server": ("majokko.test", 80),
        "state": {},
    }


def _raw(headers: Iterable[tuple[str, str]]) -> Iterable[tuple[bytes, bytes]]:
    return [(name.lower().encode(), said.encode()) for name, said in headers]
