"""Lets as many in as there are connections, in the order in which they came.

A pool gives a connection to whoever asks at the moment when one comes back, and those who wait for
one start to wait anew: under load some would wait until their patience is over.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from sqlalchemy import QueuePool
from sqlalchemy.ext.asyncio import AsyncEngine

from majokko_kit.database.options import PATIENCE
from majokko_kit.refusals import DependencyAway


class Turns:
    def __init__(self, connections: int) -> None:
        self._free = asyncio.Semaphore(connections)

    @asynccontextmanager
    async def taken(self) -> AsyncIterator[None]:
        """Wait for a turn, and take it.

        Raises DependencyAway when nobody goes in time.
        """
        if self._free.locked():
            await self._wait()
        else:
            await self._free.acquire()
        try:
            yield
        finally:
            self._free.release()

    async def _wait(self) -> None:
        try:
            async with asyncio.timeout(PATIENCE):
                await self._free.acquire()
        except TimeoutError:
            raise DependencyAway("no_answer") from None


def connections(engine: AsyncEngine) -> int:
    """Return how many connections an engine may have at once."""
    pool = engine.sync_engine.pool
    assert isinstance(pool, QueuePool)
    return pool.size()
