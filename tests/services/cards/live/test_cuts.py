"""A game whose stream is cut again and again, anywhere, is told without gap and echo."""

import asyncio
import random
from contextlib import suppress

import httpx

from tests.services.cards.live.stage import Json, Sitter, Stage, numbers
from tests.support.cutting import CuttingProxy, cutting
from tests.support.following import EventSource

CUTS = 80
MOST_BYTES = 5000
PLAYS = 12
"""So many cards fit one after another."""


class Browser:
    """An EventSource that comes back at once, whatever happens to its connection."""

    def __init__(self, sitter: Sitter) -> None:
        self._sitter = sitter
        self._source = EventSource()
        self.heard: list[Json] = []

    async def read(self) -> None:
        """Read until the connection ends, in whatever way."""
        headers = dict(self._sitter.headers)
        if self._source.last_id:
            headers["last-event-id"] = self._source.last_id
        path = f"{self._sitter.path}?since=0"  # a snapshot may exceed every cut
        with suppress(httpx.TransportError):
            async with self._sitter.client.stream("GET", path, headers=headers) as answer:
                async for part in answer.aiter_raw():
                    self.heard += [event["data"] for event in self._source.read(part)]
        self._source.cut()


async def test_cut_again_and_again_a_game_is_told_once_and_in_order(stage: Stage) -> None:
    assert stage.server is not None
    generator = random.Random(20261130)
    _, one, two = await stage.game(table={"talk": True})
    async with cutting(stage.server.port) as proxy, _client(proxy) as client:
        browser = Browser(one.moved(client))
        playing = asyncio.create_task(_play_on(one, two))
        while proxy.cuts < CUTS:
            proxy.allowed = generator.randrange(MOST_BYTES)
            await browser.read()
        playing.cancel()
        await asyncio.wait({playing})
    async with one.follow() as stream:
        last = (await stream.next())["seq"]
    async with one.follow(since=str(browser.heard[-1]["seq"])) as stream:
        rest = await stream.some(last - browser.heard[-1]["seq"])

    told = [*browser.heard, *rest]
    assert numbers(told) == list(range(1, last + 1))
    assert len({item["id"] for item in told}) == last
    assert any(item["type"] == "card.played" for item in told)


def _client(proxy: CuttingProxy) -> httpx.AsyncClient:
    return httpx.AsyncClient(base_url=f"http://127.0.0.1:{proxy.port}", timeout=20)


async def _play_on(one: Sitter, two: Sitter) -> None:
    """Something happens all the time: moves, as long as there are any, and other things."""
    seats, played = (one, two), 0
    while True:
        if played < PLAYS:
            await seats[played % 2].act(type="play", card=0)
            played += 1
        for name in ("Akemi", "Homura"):
            await one.ask("PATCH", f"/seats/{one.number}", {"name": name})
