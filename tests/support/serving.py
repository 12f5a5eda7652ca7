"""Serves services inside the test process, with the real front door and a real Redis."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import httpx

from majokko_kit import app
from majokko_kit.service import Service
from majokko_kit.settings import Settings

SECRET = "00" * 32
GUEST = "203.0.113.7"
"""An address from elsewhere: callers on this machine are not limited."""


def settings_in(var: Path, **changes: object) -> Settings:
    """Settings of an installation of its own."""
    return Settings.model_validate({"var": var, "secret": SECRET, **changes})


@asynccontextmanager
async def running(
    services: Sequence[Service], settings: Settings, client: str = GUEST
) -> AsyncIterator[httpx.AsyncClient]:
    """Start `services` and give a client that asks them without a socket in between."""
    built = app.build(services, settings)
    transport = httpx.ASGITransport(built, client=(client, 4711))
    async with (
        built.api.router.lifespan_context(built.api),
        httpx.AsyncClient(transport=transport, base_url="http://majokko.test") as asking,
    ):
        yield asking
