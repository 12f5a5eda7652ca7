"""Tells other services what has happened: publishes the outbox until everything is acknowledged.

Redis may forget whatever it likes. An event is told again and again until each of its subscribers
has said that its effect is committed, and what is told too often has no effect again.
"""

import asyncio
import logging
from collections.abc import Sequence
from contextlib import suppress
from itertools import chain
from typing import Self

from redis.asyncio import Redis
from redis.exceptions import RedisError

from majokko_contracts.events import Acknowledged, Published, acks_stream, events_stream
from majokko_contracts.messages import Malformed
from majokko_kit.bus import entries
from majokko_kit.bus.asking import process_name
from majokko_kit.bus.enduring import forever
from majokko_kit.bus.entries import Entries, Group
from majokko_kit.database.engines import Database
from majokko_kit.database.outbox import MANY_TIMES, Due, Outbox
from majokko_kit.tasks import background, ended

GROUP = "relay"
_LOOK_SECONDS = 0.5  # until we look again at what nobody told us of
_GATHER_SECONDS = 0.02  # in which what is told at about the same time comes together
_TRIM_SECONDS = 2.0
_BATCH = 500
_MOST = 100_000  # entries: above all that can be under way, should trimming fail
_MARGIN_MS = 2000  # between the clocks of the database and of Redis nothing is this late

log = logging.getLogger(__name__)


class Relay:
    """Empties the outbox of one service while it is open (`async with`). Every process may have
    one; they take turns.
    """

    def __init__(self, redis: Redis, database: Database, service: str, outbox: Outbox) -> None:
        self._redis = redis
        self._database = database
        self._outbox = outbox
        self._stream = events_stream(service)
        self._acks = Group(redis, acks_stream(service), GROUP, process_name())
        self._tasks: list[asyncio.Task[None]] = []

    async def __aenter__(self) -> Self:
        if self._outbox.is_wanted:
            self._tasks = [
                background(forever(self._tell), "relay: tell"),
                background(forever(self._listen), "relay: listen"),
                background(forever(self._trim), "relay: trim"),
            ]
        return self

    async def __aexit__(self, *_: object) -> None:
        await ended(self._tasks)

    async def _tell(self) -> None:
        """Publish what is due, now and whenever something is."""
        while True:
            self._outbox.filled.clear()
            if not await self._told():
                with suppress(TimeoutError):
                    async with asyncio.timeout(_LOOK_SECONDS):
                        await self._outbox.filled.wait()
            await asyncio.sleep(_GATHER_SECONDS)

    async def _told(self) -> bool:
        """Publish what is due; tell whether there was anything."""
        async with self._database.reading() as sql:
            if not await self._outbox.due(sql):
                return False
        await self._redis.ping()  # what is taken should not have to be given back
        async with self._database.work() as work:
            taken = await self._outbox.take(work)
        await self._publish(taken)
        return bool(taken)

    async def _publish(self, taken: Sequence[tuple[Published, Sequence[Due]]]) -> None:
        """Send the entries; what Redis may not have taken is due again at once."""
        pipe = self._redis.pipeline(transaction=False)
        for published, due in taken:
            _warn_of(published, due)
            entry = published.fields()
            pipe.execute_command("XADD", self._stream, "MAXLEN", "~", _MOST, "*", *entry)
        try:
            await pipe.execute()
        except RedisError:
            async with self._database.work() as work:
                await self._outbox.give_back(work, chain(*(due for _, due in taken)))
            raise

    async def _listen(self) -> None:
        """Strike off what is acknowledged, until Redis is away or has forgotten the group."""
        await self._acks.begin()
        await self._strike(await entries.first(self._redis, self._acks.stream, _MOST))
        while True:
            await self._strike(await self._acks.read(_BATCH, noack=True))

    async def _strike(self, acks: Entries) -> None:
        """Whatever keeps this from its end, the next one to begin finds the entries still there."""
        if not acks:
            return
        async with self._database.work() as work:
            await self._outbox.strike(work, _acknowledged(acks))
        await self._redis.xdel(self._acks.stream, *(entry for entry, _ in acks))

    async def _trim(self) -> None:
        """Drop the entries that are older than all that anybody is waiting for."""
        while True:
            await asyncio.sleep(_TRIM_SECONDS)
            async with self._database.reading() as sql:
                age = await self._outbox.age(sql)
            seconds, _ = await self._redis.time()
            oldest = max(0, seconds * 1000 - age - _MARGIN_MS)
            await self._redis.xtrim(self._stream, minid=str(oldest), approximate=True)


def _warn_of(published: Published, due: Sequence[Due]) -> None:
    for each in due:
        if each.times and each.times % MANY_TIMES == 0:
            event = published.event
            log.warning(
                "%s %d of %s was told %d times, and %s has not acknowledged it",
                *(event.type, event.seq, event.subject, each.times, each.subscriber),
            )


def _acknowledged(acks: Entries) -> Sequence[Acknowledged]:
    found = []
    for entry, fields in acks:
        try:
            found.append(Acknowledged.read(fields))
        except Malformed as error:
            log.warning("dropped %s: %s", entry.decode(), error)
    return found
