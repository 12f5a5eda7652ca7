"""Serves the tearoom, in this process or on a real port, with the real Redis behind it."""

import asyncio
import socket
from collections.abc import AsyncIterator, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager

import httpx
import uvicorn

from majokko_kit import app
from majokko_kit.front import Wire
from majokko_kit.service import Service
from majokko_kit.settings import Settings
from tests.kit.tearoom import SERVICE
from tests.support.serving import GUEST, running


def served(
    settings: Settings, services: Sequence[Service] = (SERVICE,), client: str = GUEST
) -> AbstractAsyncContextManager[httpx.AsyncClient]:
    """Serve the tearoom to a client that asks without a socket in between."""
    return running(services, settings, client)


class _Server(uvicorn.Server):
    """Says when it listens."""

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self.ready = asyncio.Event()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self.ready.set()


@asynccontextmanager
async def listening(settings: Settings, service: Service = SERVICE) -> AsyncIterator[int]:
    """Serve a service on a port of its own, for what only a real connection shows."""
    config = uvicorn.Config(
        app.build([service], settings),
        host="127.0.0.1",
        port=0,
        access_log=False,
        log_level="warning",
        proxy_headers=False,
        ws_max_size=64 * 1024,
        http=Wire,
        timeout_graceful_shutdown=2,
    )
    server = _Server(config)
    running = asyncio.create_task(server.serve())
    await server.ready.wait()
    try:
        yield server.servers[0].sockets[0].getsockname()[1]
    finally:
        server.should_exit = True
        await running
