"""A database that goes away and comes back: bots wait for it, and play on."""

import asyncio
from pathlib import Path

from tests.services.cards.bots.test_bots import over
from tests.services.cards.parlour import open_parlour, stacked
from tests.support.postgres_servers import PostgresServer


async def test_bots_play_on_when_the_database_is_back(
    tmp_path: Path, postgres_server: PostgresServer
) -> None:
    at = {"database_url": postgres_server.url()}
    async with open_parlour(tmp_path, at, with_dice=False) as parlour:
        seats = ["bot:cautious", "bot:cautious"]
        hosts = [await parlour.session(seats=seats, deal={"girls": stacked([])}) for _ in range(3)]
        for host in hosts:
            await host.told("/start")
        await asyncio.to_thread(postgres_server.kill)
        away = await hosts[0].get("/view")
        await asyncio.to_thread(postgres_server.start)
        async with asyncio.timeout(30):
            while (await hosts[0].get("/view")).status_code == 503:  # noqa: ASYNC110
                await asyncio.sleep(0.1)
        views = [await over(host) for host in hosts]

    assert away.status_code == 503
    assert [view["moves"] > 0 for view in views] == [True] * 3
