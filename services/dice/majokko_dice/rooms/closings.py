"""Closings: what binds the bounds of all dice of a stream, worked out from its last head on.

That of a stream with millions of dice takes longer than a room may be locked, and whoever can roll
can make it so: were it worked out only under the lock, a room could be kept from ever being closed,
and its secrets from coming out.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager

import anyio.lowlevel
from sqlalchemy.ext.asyncio import AsyncConnection

from majokko_dice.fairness import store
from majokko_dice.fairness.ports import Opened, Stream
from majokko_kit.database import Database

Ending = tuple[str, int, int, str | None]
"""A stream, its index, how many draws it has, and its last head."""

Closings = Mapping[Ending, str]
"""Those that were worked out beforehand; whatever was drawn since, they say nothing of."""

Reading = Callable[[], AbstractAsyncContextManager[AsyncConnection]]


def ending(stream: Stream) -> Ending:
    return stream.id, stream.index, stream.nonce, stream.head


def held(sql: AsyncConnection) -> Reading:
    """Read by a connection that is held anyway."""

    @asynccontextmanager
    async def reading() -> AsyncIterator[AsyncConnection]:
        yield sql

    return reading


async def closing_of(opened: Opened, stream: Stream, reading: Reading) -> str:
    """Work out the closing of a stream as it stands; others get their turn meanwhile."""
    closing = opened.closing(stream.head or opened.genesis, stream.nonce)
    done = 0
    while done < stream.nonce:
        async with reading() as sql:
            found = await store.bounds(sql, stream, done)
        assert found, "draws have no gap"
        for bounds in found:
            closing.add(bounds)
        done += len(found)
        await anyio.lowlevel.checkpoint()
    return closing.done()


class Foresight:
    """Works closings out before a room is locked, one room at a time."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._alone = asyncio.Lock()

    async def closings(
        self,
        room: str,
        opened: Callable[[AsyncConnection, Stream], Awaitable[Opened]],
    ) -> Closings:
        """Return those of the streams of a room that are not told yet, as they stand now."""
        async with self._alone:
            async with self._database.reading() as sql:
                untold = await store.untold(sql, room)
                drawn = [(each, await opened(sql, each)) for each in untold if each.nonce]
            reading = self._database.reading
            return {ending(each): await closing_of(by, each, reading) for each, by in drawn}
