"""Serves services inside the test process on a real port, as `majokko serve` does."""

import asyncio
import socket
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

from majokko_kit import app
from majokko_kit.front.server import Server, config
from majokko_kit.service import Service
from majokko_kit.settings import Settings


class Listening(Server):
    """A server that can be stopped while the test goes on."""

    def __init__(self, services: Sequence[Service], settings: Settings) -> None:
        super().__init__(config(app.build(services, settings), "127.0.0.1", 0))
        self.ready = asyncio.Event()
        self.running = asyncio.create_task(self.serve())

    @property
    def base(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self.ready.set()

    async def stop(self) -> None:
        """Stop as on SIGTERM, and wait for the end."""
        self.should_exit = True
        await self.running


@asynccontextmanager
async def listening(services: Sequence[Service], settings: Settings) -> AsyncIterator[Listening]:
    server = Listening(services, settings)
    await server.ready.wait()
    try:
        yield server
    finally:
        await server.stop()
