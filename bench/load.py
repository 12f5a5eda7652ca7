"""A small HTTP/1.1 load client: keep-alive connections that each wait for their answer.

It sends prepared requests again and again and reads no more of an answer than its length, so that
a single core of client can keep a single core of server busy.
"""

import asyncio
import re
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import cast

import uvloop

TIMEOUT = 10
_SUCCESS = re.compile(rb"HTTP/1\.1 20[01] ")


class LoadError(Exception):
    """The server answered something else than 200 or 201 with a length, or not at all."""


@dataclass(frozen=True, slots=True)
class Target:
    """One request to repeat. `body` is JSON, always sent by POST."""

    port: int
    path: str
    body: bytes
    headers: Mapping[str, str] = field(default_factory=dict)

    def request(self) -> bytes:
        own = "".join(f"{name}: {value}\r\n" for name, value in self.headers.items())
        head = (
            f"POST {self.path} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\n{own}"
            f"Content-Type: application/json\r\nContent-Length: {len(self.body)}\r\n\r\n"
        )
        return head.encode() + self.body


class _Connection(asyncio.Protocol):
    def __init__(self, request: bytes, until: float) -> None:
        self.done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.seconds: list[float] = []
        self._asked = 0.0
        self._request = request
        self._until = until
        self._missing = 0
        self._buffer = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.Transport", transport)
        self._ask()

    def _ask(self) -> None:
        self._asked = time.perf_counter()
        self._transport.write(self._request)

    def data_received(self, data: bytes) -> None:
        try:
            self._missing = self._missing - len(data) if self._missing else self._begin(data)
        except LoadError as error:
            self._end(error)
        else:
            if self._missing == 0 and not self._buffer:
                self._next()

    def _begin(self, data: bytes) -> int:
        """Return how many bytes of this answer are still to come."""
        data = self._buffer + data
        head, found, body = data.partition(b"\r\n\r\n")
        self._buffer = b"" if found else data
        return _length(head) - len(body) if found else 0

    def _next(self) -> None:
        self.seconds.append(time.perf_counter() - self._asked)
        if time.monotonic() < self._until:
            self._ask()
        else:
            self._end()

    def _end(self, error: Exception | None = None) -> None:
        if self.done.done():
            return
        if error:
            self.done.set_exception(error)
        else:
            self.done.set_result(None)
        self._transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        self._end(exc or LoadError("the server closed the connection"))


def _length(head: bytes) -> int:
    if not _SUCCESS.match(head):
        raise LoadError(head.decode("latin-1"))
    _, _, rest = head.lower().partition(b"content-length:")
    return int(rest.split(b"\r\n", 1)[0])


def load(target: Target, *, seconds: float, connections: int) -> int:
    """Repeat `target` on every connection for a while; return how many answers came."""
    return len(load_each([target] * connections, seconds=seconds))


def load_each(targets: Sequence[Target], *, seconds: float) -> list[float]:
    """Repeat each target on a connection of its own; return how long each answer took, seconds."""
    return uvloop.run(_load(targets, seconds))


async def _load(targets: Sequence[Target], seconds: float) -> list[float]:
    until = time.monotonic() + seconds
    clients = [await _connect(target.port, target.request(), until) for target in targets]
    async with asyncio.timeout(seconds + TIMEOUT):
        await asyncio.gather(*(client.done for client in clients))
    return [took for client in clients for took in client.seconds]


async def _connect(port: int, request: bytes, until: float) -> _Connection:
    loop = asyncio.get_running_loop()
    _, client = await loop.create_connection(lambda: _Connection(request, until), "127.0.0.1", port)
    return client
