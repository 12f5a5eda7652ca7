"""The tearoom, started once for each file of tests."""

from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest

from majokko_kit import redis_client
from majokko_kit.settings import Settings
from tests.kit import wish_operations
from tests.kit.serving import listening, served
from tests.support.serving import settings_in


@pytest.fixture(scope="session")
async def settings(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Settings]:
    """An installation of its own; one Redis serves all of these tests."""
    var: Path = tmp_path_factory.mktemp("var")
    async with redis_client.connected(None, var):
        yield settings_in(var, limit_quota=1_000_000)


@pytest.fixture(scope="module")
async def tea(settings: Settings) -> AsyncIterator[httpx.AsyncClient]:
    async with served(settings) as client:
        yield client


@pytest.fixture
async def wishes(settings: Settings) -> AsyncIterator[httpx.AsyncClient]:
    """A new book of wishes."""
    async with served(settings, [wish_operations.SERVICE]) as client:
        yield client


@pytest.fixture(scope="module")
async def port(settings: Settings) -> AsyncIterator[int]:
    async with listening(settings) as port:
        yield port
