"""Reads Redis Streams, with the types that redis-py leaves open."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any, NamedTuple, cast

from redis.asyncio import Redis
from redis.exceptions import ResponseError

BLOCK_MS = 1000
"""How long a read waits for news; well below `redis_client.READ_SECONDS`."""

Fields = Mapping[bytes, bytes]
Entries = Sequence[tuple[bytes, Fields]]
_Read = Sequence[tuple[bytes, Entries]]


class Claimed(NamedTuple):
    """`cursor` is where to go on (`0-0`: seen all), `lost` counts entries that were trimmed."""

    cursor: bytes
    entries: Entries
    lost: int


class Group(NamedTuple):
    """One consumer's view of a consumer group."""

    redis: Redis
    stream: str
    name: str
    consumer: str

    async def begin(self) -> None:
        """Make the group if it is not there. It begins at the first entry, so that after a loss
        nothing is passed over; whoever handles the entries knows what it has had.
        """
        with suppress(ResponseError):  # BUSYGROUP: the group is there
            await self.redis.xgroup_create(self.stream, self.name, id="0", mkstream=True)

    async def read(self, count: int, *, noack: bool = False) -> Entries:
        """Take entries that nobody has taken; with `noack` they are not noted as taken."""
        read = await self.redis.xreadgroup(
            self.name, self.consumer, {self.stream: ">"}, count, BLOCK_MS, noack
        )
        return _one(cast("_Read", read))

    async def hold(self, entries: Sequence[bytes]) -> None:
        """Begin to count anew how long we have had these."""
        await self.redis.xclaim(
            self.stream, self.name, self.consumer, 0, list(entries), justid=True
        )

    async def claim(self, idle_ms: int, cursor: bytes, count: int) -> Claimed:
        """Take over what others have not answered for so long."""
        claimed = await self.redis.xautoclaim(
            self.stream, self.name, self.consumer, idle_ms, cursor, count
        )
        at, entries, deleted = cast("tuple[bytes, Entries, Sequence[bytes]]", claimed)
        return Claimed(at, entries, len(deleted))

    async def forget_gone(self, idle_ms: int) -> None:
        """Strike off consumers that owe nothing and were not seen for so long."""
        known = await self.redis.xinfo_consumers(self.stream, self.name)
        for one in cast("Sequence[Mapping[str, Any]]", known):
            if one["pending"] == 0 and one["idle"] > idle_ms:
                await self.redis.xgroup_delconsumer(self.stream, self.name, one["name"])

    async def deliveries(self, entries: Entries) -> Mapping[bytes, int]:
        """Tell how often each of these, which we hold, was taken by somebody."""
        first, last = entries[0][0], entries[-1][0]
        pending = await self.redis.xpending_range(
            self.stream, self.name, first, last, len(entries), self.consumer
        )
        held = cast("Sequence[Mapping[str, bytes | int]]", pending)
        return {cast("bytes", one["message_id"]): int(one["times_delivered"]) for one in held}


async def first(redis: Redis, stream: str, count: int) -> Entries:
    """Return the oldest entries."""
    return cast("Entries", await redis.xrange(stream, count=count))


async def after(redis: Redis, stream: str, last: bytes, count: int) -> Entries:
    """Wait for entries behind `last`."""
    return _one(cast("_Read", await redis.xread({stream: last}, count, BLOCK_MS)))


def _one(read: _Read) -> Entries:
    return read[0][1] if read else ()
