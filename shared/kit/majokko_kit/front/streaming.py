"""Sends an answer that goes on until its client, its source or this process has enough.

A client may leave at any moment, or stop reading without leaving. The first is noticed at once; the
second when it has not taken for a while what it was sent. It is cut off then, without a last word,
for which we would have to wait, too; whoever was cut off comes back with the number of what it has.
"""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import aclosing

from starlette.types import Message, Receive, Scope, Send

from majokko_kit.call import Header, Stream
from majokko_kit.tasks import ended

HANG_UP = "majokko.hang_up"
"""In the extensions of a scope: cuts its connection, whatever is still to be sent."""

_END: Message = {"type": "http.response.body", "body": b""}
_LEAVING_SECONDS = 1.0  # until a connection that we cut is known to be gone


class Slow(Exception):
    """The client does not take what it is sent."""


async def in_time(sending: Awaitable[None], patience: float) -> None:
    """Raises Slow when it takes more than so many seconds."""
    try:
        async with asyncio.timeout(patience):
            await sending
    except TimeoutError:
        raise Slow from None


def hang_up(scope: Scope) -> None:
    """Cut a connection; where the server offers no way to, it ends when the client wants it."""
    cut: Callable[[], None] | None = scope.get("extensions", {}).get(HANG_UP)
    if cut:
        cut()


async def head(stream: Stream, headers: list[Header], send: Send) -> None:
    """Answer a HEAD: with all but the stream itself."""
    await stream.parts.aclose()
    await send({"type": "http.response.start", "status": stream.status, "headers": headers})
    await send(_END)


class Flow:
    """The way to one client; `patience` is how many seconds it may take for one part."""

    def __init__(self, scope: Scope, receive: Receive, send: Send, patience: float) -> None:
        self._scope = scope
        self._receive = receive
        self._send = send
        self._patience = patience

    async def run(self, stream: Stream, headers: list[Header]) -> None:
        """Send a stream to its end, or as long as the client is there.

        Raises what goes wrong in the stream, which has ended then for the client as well.
        """
        sending = asyncio.create_task(self._whole(stream, headers))
        leaving = asyncio.create_task(self._left())
        try:
            await asyncio.wait({sending, leaving}, return_when=asyncio.FIRST_COMPLETED)
            if sending.done() and isinstance(sending.exception(), Slow):
                await self._cut(leaving)
        finally:
            await ended({sending, leaving})
        if not sending.cancelled():
            sending.result()

    async def _whole(self, stream: Stream, headers: list[Header]) -> None:
        start = {"type": "http.response.start", "status": stream.status, "headers": headers}
        try:
            async with aclosing(stream.parts) as parts:
                await self._say(start)
                async for part in parts:
                    await self._say({"type": "http.response.body", "body": part, "more_body": True})
        except Slow:
            raise
        except Exception:
            await self._say(_END)
            raise
        await self._say(_END)

    async def _say(self, message: Message) -> None:
        await in_time(self._send(message), self._patience)

    async def _left(self) -> None:
        """Wait until the client is gone; whatever else it sends means nothing here."""
        while (await self._receive())["type"] != "http.disconnect":
            pass

    async def _cut(self, leaving: asyncio.Task[None]) -> None:
        hang_up(self._scope)
        await asyncio.wait({leaving}, timeout=_LEAVING_SECONDS)
