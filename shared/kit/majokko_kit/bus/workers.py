"""Answers what other services ask: the other end of `asking.py`.

All workers of a service read one stream as one consumer group, so each request goes to one of
them, and stays noted as theirs until it is answered. What a dead worker leaves is claimed by the
others. So a request may be handled twice: a handler gives the same answer for the same id.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable, Sequence
from contextlib import suppress
from time import monotonic
from typing import Self

from redis.asyncio import Redis
from redis.exceptions import RedisError

from majokko_contracts.messages import Asked, Head, Malformed
from majokko_kit.bus.asking import process_name, requests_stream
from majokko_kit.bus.entries import Entries, Fields, Group
from majokko_kit.bus.handling import Handlers, Reply, Served, refusal
from majokko_kit.bus.pipelines import Command, Letter, Pipelines
from majokko_kit.refusals import Internal
from majokko_kit.tasks import background, ended

GROUP = "workers"
MAX_AT_ONCE = 256
"""Requests that one worker handles at the same time."""

MAX_DELIVERIES = 5
"""A request that so many workers have left unanswered is blamed for it and refused."""

ABANDONED_MS = 2000
"""A request is claimed when nobody has held it for so long; whoever handles one keeps hold."""

GONE_MS = 60_000
"""A worker that has not read for so long has ended without taking its leave."""

_TEND_SECONDS = 0.4
_BATCH = 128
_MAX_REPLIES = 10_000  # answers that a process may leave unread; it asks again for what it lost
_GRACE_SECONDS = 5.0
_AGAIN_SECONDS = 0.05
_START = b"0-0"

log = logging.getLogger(__name__)


class Worker:
    """Answers the requests to `service` in this process while it is open (`async with`)."""

    def __init__(
        self, redis: Redis, service: str, served: Iterable[Served], gone_ms: int = GONE_MS
    ) -> None:
        self._redis = redis
        self._gone_ms = gone_ms
        self._handlers = Handlers(served)
        self._stream = requests_stream(service)
        self._group = Group(redis, self._stream, GROUP, process_name())
        self._pipelines = Pipelines(redis)
        self._running: dict[bytes, asyncio.Task[None]] = {}
        self._finished = _Finished(self._stream)
        self._ahead = 0.0  # milliseconds that the clock of Redis is ahead of our monotonic one
        self._tasks: list[asyncio.Task[None]] = []

    async def __aenter__(self) -> Self:
        self._tasks = [
            background(self._pipelines.run(), "worker: send"),
            background(_forever(self._read, _AGAIN_SECONDS), "worker: read"),
            background(_forever(self._tend, _TEND_SECONDS), "worker: tend"),
        ]
        return self

    async def __aexit__(self, *_: object) -> None:
        """Take nothing new, answer what was taken, leave the group."""
        sending, *taking = self._tasks
        await ended(taking)
        with suppress(TimeoutError, RedisError):
            async with asyncio.timeout(_GRACE_SECONDS):
                if self._running:
                    await asyncio.wait(self._running.values())
                await self._pipelines.emptied()
                await self._redis.xgroup_delconsumer(*self._group[1:])
        await ended([sending, *self._running.values()])

    async def _read(self) -> None:
        """Take what is new, until Redis is away or has forgotten the group."""
        await self._measure()
        await self._group.begin()
        await self._group.forget_gone(self._gone_ms)
        while True:
            while len(self._running) >= MAX_AT_ONCE:
                await asyncio.wait(self._running.values(), return_when=asyncio.FIRST_COMPLETED)
            room = min(_BATCH, MAX_AT_ONCE - len(self._running))
            for entry, fields in await self._group.read(room):
                self._take(entry, fields)

    def _take(self, entry: bytes, fields: Fields) -> None:
        if entry in self._running:
            return
        try:
            asked = Asked.read(fields)
        except Malformed as error:
            log.warning("dropped %s: %s", entry.decode(), error)
            self._finish(entry)
            return
        until = monotonic() + (asked.head.left - self._age(entry)) / 1000
        if until <= monotonic():  # whoever asked has given up
            self._finish(entry)
            return
        self._running[entry] = background(self._serve(entry, asked, until), asked.head.name)

    async def _serve(self, entry: bytes, asked: Asked, until: float) -> None:
        try:
            reply = await self._handlers.reply(asked)
            self._pipelines.put(_Answer(asked.head, reply, until))
            self._finish(entry)
        finally:
            del self._running[entry]

    def _finish(self, entry: bytes) -> None:
        """Take the entry off the stream, behind the answer to it."""
        if self._finished.written:
            self._finished = _Finished(self._stream)
        self._finished.entries.append(entry)
        self._pipelines.put(self._finished)

    async def _tend(self) -> None:
        await self._measure()
        await self._hold()
        await self._claim()

    async def _measure(self) -> None:
        seconds, microseconds = await self._redis.time()
        self._ahead = seconds * 1000 + microseconds / 1000 - monotonic() * 1000

    def _age(self, entry: bytes) -> float:
        """Return how many milliseconds ago Redis took the entry, whose id tells when."""
        added = int(entry.partition(b"-")[0])
        return max(0.0, monotonic() * 1000 + self._ahead - added)

    async def _hold(self) -> None:
        """Keep others from claiming what is being handled here."""
        if self._running:
            await self._group.hold(tuple(self._running))

    async def _claim(self) -> None:
        """Take what dead workers have left."""
        cursor = _START
        while True:
            cursor, entries, lost = await self._group.claim(ABANDONED_MS, cursor, _BATCH)
            if lost:  # trimmed while somebody handled them; whoever asked will ask again
                log.warning("%d requests were trimmed before they were answered", lost)
            for entry, fields in await self._harmless(entries):
                self._take(entry, fields)
            if cursor == _START:
                return

    async def _harmless(self, entries: Entries) -> Entries:
        """Refuse those that one worker after the other has died of."""
        if not entries:
            return entries
        times = await self._group.deliveries(entries)
        deadly = {entry for entry in times if times[entry] > MAX_DELIVERIES}
        for entry, fields in entries:
            if entry in deadly:
                log.error("refused %s: %d workers left it", entry.decode(), MAX_DELIVERIES)
                self._refuse(entry, fields)
        return [(entry, fields) for entry, fields in entries if entry not in deadly]

    def _refuse(self, entry: bytes, fields: Fields) -> None:
        with suppress(Malformed):
            head = Asked.read(fields).head
            until = monotonic() + head.left / 1000
            self._pipelines.put(_Answer(head, refusal(Internal("unexpected")), until))
        self._finish(entry)


class _Answer(Letter):
    """What is sent back. A stream that is gone is not made again: its process has gone, too, or
    will ask once more.
    """

    __slots__ = ("command", "until")

    def __init__(self, head: Head, reply: Reply, until: float) -> None:
        fields = ("call", head.call, "refusal" if reply.refused else "answer", reply.body)
        self.command = ("XADD", head.reply, "NOMKSTREAM", "MAXLEN", "~", _MAX_REPLIES, "*", *fields)
        self.until = until

    def write(self) -> Sequence[Command]:
        return (self.command,) if monotonic() < self.until else ()


class _Finished(Letter):
    """Entries to take off the stream, all at once. They are deleted rather than trimmed by length,
    so that a long backlog loses nothing.
    """

    __slots__ = ("entries", "stream", "written")

    def __init__(self, stream: str) -> None:
        self.stream = stream
        self.entries: list[bytes] = []
        self.written = False

    def write(self) -> Sequence[Command]:
        self.written = True
        return (
            ("XACK", self.stream, GROUP, *self.entries),
            ("XDEL", self.stream, *self.entries),
        )


async def _forever(step: Callable[[], Awaitable[None]], pause: float) -> None:
    while True:
        try:
            await step()
        except RedisError as error:
            log.debug("a worker lost Redis: %r", error)
        await asyncio.sleep(pause)
