"""The dice service as its clients meet it, through either face."""

from collections.abc import AsyncIterator

import httpx
import pytest

from majokko_dice.main import service
from tests.services.dice.faces import Ask, through_graphql, through_rest
from tests.support.serving import running, settings_in


@pytest.fixture(scope="session")
async def client(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[httpx.AsyncClient]:
    settings = settings_in(tmp_path_factory.mktemp("var"), limit_quota=1_000_000)
    async with running([service()], settings) as client:
        yield client


@pytest.fixture(params=[through_rest, through_graphql], ids=["rest", "graphql"])
def ask(request: pytest.FixtureRequest, client: httpx.AsyncClient) -> Ask:
    """Ask for a roll through REST or GraphQL; both answers have the shape of REST."""
    through = request.param
    assert callable(through)
    return Ask(through, client)
