"""Serves the tearoom, in this process or on a real port, with the real Redis behind it."""

import asyncio
import socket
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import httpx
import uvicorn

from majokko_kit import app
from majokko_kit.front import Wire
from majokko_kit.service import Service
from majokko_kit.settings import Settings
from tests.kit.tearoom import SERVICE

GUEST = "203.0.113.7"
"""An address from elsewhere: callers on this machine are not limited."""


def settings_in(var: Path, **changes: object) -> Settings:
    return Settings.model_validate({"var": var, **changes})


@asynccontextmanager
async def served(
    settings: Settings, services: Sequence[Service] = (SERVICE,), client: str = GUEST
) -> AsyncIterator[httpx.AsyncClient]:
    """Start services and give a client that asks them without a socket in between."""
    built = app.build(services, settings)
    transport = httpx.ASGITransport(built, raise_app_exceptions=True, client=(client, 4711))
    async with (
        built.api.router.lifespan_context(built.api),
        httpx.AsyncClient(transport=transport, base_url="http://tea.test") as asking,
    ):
        yield asking


class _Server(uvicorn.Server):
    """Says when it listens."""

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self.ready = asyncio.Event()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self.ready.set()


@asynccontextmanager
async def listening(settings: Settings) -> AsyncIterator[int]:
    """Serve the tearoom on a port of its own, for what only a real connection shows."""
    config = uvicorn.Config(
        app.build([SERVICE], settings),
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
