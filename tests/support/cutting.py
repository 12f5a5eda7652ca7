"""A proxy between client and server that cuts connections, politely or not."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import cast


class CuttingProxy:
    """Passes bytes on; of what the server says on one connection, at most `allowed` bytes.

    Then it cuts both sides without a goodbye. None allows everything.
    """

    def __init__(self, port: int) -> None:
        self._to = port
        self._open: set[asyncio.Transport] = set()
        self.allowed: int | None = None
        self.cuts = 0
        self.port = 0

    def cut(self) -> None:
        """Cut whatever is open."""
        for transport in self._open:
            transport.abort()

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        left = self.allowed
        there, back = await asyncio.open_connection("127.0.0.1", self._to)
        sides = {cast("asyncio.Transport", each.transport) for each in (writer, back)}
        self._open |= sides
        up = asyncio.create_task(_pass(reader, back))
        try:
            if not await _pass(there, writer, left):
                self.cuts += 1
        finally:
            up.cancel()
            for transport in sides:
                transport.abort()
            self._open -= sides


async def _pass(
    reader: asyncio.StreamReader, writer: asyncio.StreamWriter, left: int | None = None
) -> bool:
    """Pass bytes on until one side ends; False when it was we who had enough."""
    with suppress(OSError):
        while part := await reader.read(4096):
            if left is not None and len(part) > left:
                writer.write(part[:left])
                await writer.drain()
                return False
            left = None if left is None else left - len(part)
            writer.write(part)
            await writer.drain()
    return True


@asynccontextmanager
async def cutting(port: int) -> AsyncIterator[CuttingProxy]:
    proxy = CuttingProxy(port)
    server = await asyncio.start_server(proxy.serve, "127.0.0.1", 0)
    proxy.port = server.sockets[0].getsockname()[1]
    try:
        yield proxy
    finally:
        server.close()
        proxy.cut()
        await server.wait_closed()
