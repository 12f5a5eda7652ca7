"""Where rooms are served, and how their members follow them."""

from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from typing import Any

import httpx

from tests.services.dice.rooms.table import Guest, House
from tests.support.following import Followed, following
from tests.support.listening import Listening

Json = dict[str, Any]


@dataclass(frozen=True)
class Street:
    server: Listening
    client: httpx.AsyncClient

    async def room(self) -> Guest:
        """Make a room; return its game master."""
        return await House(self.client).room()


def follow(guest: Guest, **query: str) -> AbstractAsyncContextManager[Followed]:
    return following(guest.client, f"/v1/rooms/{guest.room}/events", guest.headers, **query)


def follow_as(guest: Guest, **headers: str) -> AbstractAsyncContextManager[Followed]:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    path = f"/v1/rooms/{guest.room}/events"
    return following(guest.client, path, {**guest.headers, **named})


def types(items: list[Json]) -> list[str]:
    return [item["type"] for item in items]


async def roll(guest: Guest, **body: object) -> Json:
    return await guest.told("/rolls", {"notation": "2d6", **body})
