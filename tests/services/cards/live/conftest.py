"""Card sessions behind a real port, over either database."""

from collections.abc import AsyncIterator, Iterator

import httpx
import pytest

from majokko_cards.main import service
from tests.services.cards.live.stage import Stage
from tests.support import databases
from tests.support.databases import Changes
from tests.support.listening import listening
from tests.support.serving import settings_in


@pytest.fixture(scope="package", params=databases.KINDS)
def lasting_database(request: pytest.FixtureRequest) -> Iterator[Changes]:
    if request.param == "sqlite":
        yield {}
        return
    with request.getfixturevalue("postgres").fresh() as url:
        yield {"database_url": url}


@pytest.fixture(scope="package")
async def stage(
    tmp_path_factory: pytest.TempPathFactory, lasting_database: Changes
) -> AsyncIterator[Stage]:
    settings = settings_in(tmp_path_factory.mktemp("stage"), **lasting_database)
    async with (
        listening([service()], settings) as server,
        httpx.AsyncClient(base_url=server.base) as client,
    ):
        yield Stage(client, server)
