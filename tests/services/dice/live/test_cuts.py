"""A stream that is cut again and again, anywhere, loses nothing and repeats nothing."""

import asyncio
import random
from contextlib import suppress

import httpx

from tests.services.dice.live.street import Street, roll
from tests.services.dice.rooms.table import Guest
from tests.support.cutting import CuttingProxy, cutting
from tests.support.following import EventSource, Json

CUTS = 200
MOST_BYTES = 6000
"""Up to some events beyond the headers; a cut may come before these are through, too."""


class Browser:
    """An EventSource that comes back at once, whatever happens to its connection."""

    def __init__(self, guest: Guest, client: httpx.AsyncClient) -> None:
        self._guest = guest
        self._client = client
        self._source = EventSource()
        self.heard: list[Json] = []

    async def read(self) -> None:
        """Read until the connection ends, in whatever way."""
        headers = dict(self._guest.headers)
        if self._source.last_id:
            headers["last-event-id"] = self._source.last_id
        path = f"/v1/rooms/{self._guest.room}/events?since=0"  # a snapshot may exceed every cut
        with suppress(httpx.TransportError):
            async with self._client.stream("GET", path, headers=headers) as answer:
                async for part in answer.aiter_raw():
                    self.heard += [event["data"] for event in self._source.read(part)]
        self._source.cut()


async def test_cut_two_hundred_times_every_event_comes_once_and_in_order(
    street: Street, gm: Guest, madoka: Guest
) -> None:
    generator = random.Random(20261130)
    async with cutting(street.server.port) as proxy, client_of(proxy) as client:
        browser = Browser(madoka, client)
        rolling = asyncio.create_task(_roll_on(gm))
        while proxy.cuts < CUTS:
            proxy.allowed = generator.randrange(MOST_BYTES)
            await browser.read()
        rolling.cancel()
        await asyncio.wait({rolling})
        await gm.told("/close")
        proxy.allowed = None
        await browser.read()
    last = (await gm.look())["seq"]

    *told, bye = browser.heard
    assert [item["seq"] for item in told] == list(range(1, last + 1))
    assert len({item["id"] for item in told}) == len(told)
    assert (told[-1]["type"], bye["type"]) == ("room.closed", "bye")


def client_of(proxy: CuttingProxy) -> httpx.AsyncClient:
    return httpx.AsyncClient(base_url=f"http://127.0.0.1:{proxy.port}", timeout=20)


async def _roll_on(guest: Guest) -> None:
    """Something happens all the time, some of it in secret."""
    while True:
        await roll(guest)
        await roll(guest, secret=True)
        await asyncio.sleep(0.002)
