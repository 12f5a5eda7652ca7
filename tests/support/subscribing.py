"""Subscribes over a WebSocket, message by message, in the protocol `graphql-transport-ws`."""

import asyncio
import json
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Subprotocol

Json = dict[str, Any]
PROTOCOL = Subprotocol("graphql-transport-ws")
PATIENCE_SECONDS = 20


class Socket:
    """A connection that was welcomed."""

    def __init__(self, connection: ClientConnection) -> None:
        self.connection = connection

    async def tell(self, **message: object) -> None:
        await self.connection.send(json.dumps(message))

    async def subscribe(self, name: str, query: str, **variables: object) -> None:
        await self.tell(id=name, type="subscribe", payload={"query": query, "variables": variables})

    async def hear(self) -> Json:
        """Return the next message; raises ConnectionClosed at the end."""
        async with asyncio.timeout(PATIENCE_SECONDS):
            heard: Json = json.loads(await self.connection.recv())
        return heard

    async def next(self) -> Json:
        """Return the data of the next result."""
        heard = await self.hear()
        assert heard["type"] == "next", heard
        assert "errors" not in heard["payload"], heard
        data: Json = heard["payload"]["data"]
        return data


@asynccontextmanager
async def connected(
    port: int, path: str = "/graphql", payload: Mapping[str, str] | None = None
) -> AsyncIterator[Socket]:
    async with connect(f"ws://127.0.0.1:{port}{path}", subprotocols=[PROTOCOL]) as connection:
        socket = Socket(connection)
        await socket.tell(type="connection_init", payload=payload)
        assert (await socket.hear())["type"] == "connection_ack"
        yield socket
