"""Tables where people also talk, over either database; all tests share them."""

from collections.abc import AsyncIterator, Iterator

import httpx
import pytest

from majokko_cards import main as cards
from majokko_dice import main as dice
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
    services = [cards.service(), dice.service()]
    settings = settings_in(
        tmp_path_factory.mktemp("talk"), limit_quota=1_000_000, **lasting_database
    )
    async with (
        listening(services, settings) as server,
        httpx.AsyncClient(base_url=server.base, timeout=20) as client,
    ):
        yield Stage(client, server)
