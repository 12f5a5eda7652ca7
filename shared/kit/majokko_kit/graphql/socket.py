"""GraphQL over WebSockets: `graphql-transport-ws`, and no other protocol.

What runs is the same as over HTTP, with the same limits. A browser's page may open a socket only
from our own origin or one named in the settings, for the handshake knows no CORS.
"""

import asyncio
from collections.abc import Sequence
from enum import IntEnum
from urllib.parse import urlsplit

import orjson
from starlette.types import Receive, Scope, Send

from majokko_kit import body
from majokko_kit.call import Call, of_scope
from majokko_kit.front.receiving import ClientGone
from majokko_kit.front.streaming import Slow, hang_up, in_time
from majokko_kit.graphql.context import Context
from majokko_kit.graphql.operations import Operations
from majokko_kit.graphql.schema import Schema
from majokko_kit.refusals import BadJson

PROTOCOL = "graphql-transport-ws"
INIT_SECONDS = 5.0
PATIENCE_SECONDS = 20.0  # for a client that does not read what it is told


class Close(IntEnum):
    """Why we close, as the protocol numbers it."""

    INVALID_MESSAGE = 4400
    UNAUTHORIZED = 4401
    BAD_PROTOCOL = 4406
    INIT_TIMEOUT = 4408
    SUBSCRIBER_EXISTS = 4409
    TOO_MANY_INITS = 4429


class Closed(Exception):
    """The connection is to be closed with this code."""

    def __init__(self, code: Close) -> None:
        super().__init__(code.name)
        self.code = code


class Socket:
    """An ASGI application for the WebSocket connections of one schema."""

    def __init__(
        self,
        schema: Schema,
        origins: Sequence[str],
        init_seconds: float = INIT_SECONDS,
        patience: float = PATIENCE_SECONDS,
    ) -> None:
        self._schema = schema
        self._init_seconds = init_seconds
        self._patience = patience
        self._origins = frozenset(origins)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        call = of_scope(scope)
        await receive()  # websocket.connect
        if not self._welcome(call):
            await send({"type": "websocket.close", "code": 1008})  # before accept: a plain 403
            return
        known = PROTOCOL in scope["subprotocols"]
        await send({"type": "websocket.accept", "subprotocol": PROTOCOL if known else None})
        try:
            await _Connection(self._schema, call, receive, send, self._patience).run(
                self._init_seconds, known=known
            )
        except ClientGone:
            return
        except Closed as closed:
            reason = closed.code.name.replace("_", " ").capitalize()
            await send({"type": "websocket.close", "code": closed.code, "reason": reason})

    def _welcome(self, call: Call) -> bool:
        """Whether the page that opens the socket may; programs send no Origin."""
        origin = call.headers.get(b"origin")
        if origin is None or not self._origins.isdisjoint({"*", origin.decode("latin-1")}):
            return True
        host = call.headers.get(b"host", b"").decode("latin-1")
        return urlsplit(origin.decode("latin-1")).netloc == host


class _Connection:
    """One open connection: reads messages until it ends, operations run beside."""

    def __init__(
        self, schema: Schema, call: Call, receive: Receive, send: Send, patience: float
    ) -> None:
        self._receive = receive
        self._send = send
        self._patience = patience
        self._context = Context(call)
        self._operations = Operations(schema, self._context, self._tell)
        self._welcomed = False

    async def run(self, init_seconds: float, *, known: bool) -> None:
        """Serve the connection, if its protocol is known.

        Raises Closed when it is we who end it.
        """
        if not known:
            raise Closed(Close.BAD_PROTOCOL)
        try:
            await self._opening(init_seconds)
            while (text := await self._next()) is not None:
                await self._handle(_message(text))
        finally:
            await self._operations.end()

    async def _opening(self, init_seconds: float) -> None:
        try:
            async with asyncio.timeout(init_seconds):
                while not self._welcomed and (text := await self._next()) is not None:
                    await self._handle(_message(text))
        except TimeoutError:
            raise Closed(Close.INIT_TIMEOUT) from None

    async def _next(self) -> bytes | None:
        """Return the next message, None when the client is gone."""
        event = await self._receive()
        if event["type"] == "websocket.disconnect":
            return None
        if not isinstance(event.get("text"), str):
            raise Closed(Close.INVALID_MESSAGE)
        return str(event["text"]).encode()

    async def _handle(self, message: dict[str, object]) -> None:
        match message:
            case {"type": "connection_init"}:
                await self._init(message.get("payload"))
            case {"type": "ping"}:
                await self._tell({"type": "pong"})
            case {"type": "pong"}:
                pass
            case {"type": "subscribe", "id": str(name), "payload": payload}:
                self._subscribe(name, payload)
            case {"type": "complete", "id": str(name)}:
                self._operations.stop(name)
            case _:
                raise Closed(Close.INVALID_MESSAGE)

    async def _init(self, payload: object) -> None:
        if self._welcomed:
            raise Closed(Close.TOO_MANY_INITS)
        if not isinstance(payload, dict | None):
            raise Closed(Close.INVALID_MESSAGE)
        self._context.connection_params = payload
        self._welcomed = True
        await self._tell({"type": "connection_ack"})

    def _subscribe(self, name: str, payload: object) -> None:
        if not self._welcomed:
            raise Closed(Close.UNAUTHORIZED)
        if name in self._operations:
            raise Closed(Close.SUBSCRIBER_EXISTS)
        try:
            self._operations.start(name, payload)
        except BadJson:
            raise Closed(Close.INVALID_MESSAGE) from None

    async def _tell(self, message: dict[str, object]) -> None:
        text = orjson.dumps(message).decode()
        try:
            await in_time(self._send({"type": "websocket.send", "text": text}), self._patience)
        except Slow:
            hang_up(self._context.call.scope)
            raise ClientGone from None
        except (OSError, RuntimeError):  # what servers raise for a socket that is closed
            raise ClientGone from None


def _message(text: bytes) -> dict[str, object]:
    try:
        message = body.read(text)
    except BadJson:
        raise Closed(Close.INVALID_MESSAGE) from None
    if not isinstance(message, dict):
        raise Closed(Close.INVALID_MESSAGE)
    return message
