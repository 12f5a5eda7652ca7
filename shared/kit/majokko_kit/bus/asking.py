"""Asks other services through Redis Streams, and waits for their answers.

A request is an entry of the stream `requests:{<service>}`; answers come back in one stream of this
process and are told apart by the number of the call. Redis may restart, forget everything or be
away for a while, and whoever answers may be killed: what was lost is asked again until its
deadline. A request's id is an idempotency key, so asking twice is harmless; late and doubled
answers are dropped.
"""

import asyncio
import logging
import os
import socket
from collections.abc import Mapping, Sequence
from contextlib import suppress
from itertools import count
from secrets import token_hex
from time import monotonic
from typing import Self, TypeVar, cast

import orjson
from redis.asyncio import Redis
from redis.exceptions import RedisError

from majokko_contracts.messages import (
    MAX_LEFT,
    REPLIES_PREFIX,
    REQUESTS_PREFIX,
    Answer,
    Answered,
    Malformed,
    Request,
)
from majokko_kit.bus import entries
from majokko_kit.bus.entries import Fields
from majokko_kit.bus.pipelines import Command, Letter, Pipelines
from majokko_kit.bus.refused import refusal_of
from majokko_kit.ids import new_id
from majokko_kit.refusals import DependencyAway
from majokko_kit.tasks import background, ended

A = TypeVar("A", bound=Answer)

MAX_BACKLOG = 100_000
"""Requests that a stream may hold: far above what can be answered before a deadline. Answered
ones are deleted, so it is reached only while nobody answers at all."""

_PATIENCE = 1.0  # seconds until we look whether a request was lost
_ON_ITS_WAY = 0.1  # seconds that the answer to a request that is gone may need to get here
_BATCH = 512
_BEAT = 1.0
_KEEP_SECONDS = 60  # how long a reply stream outlives its process
_AGAIN_SECONDS = 0.05

log = logging.getLogger(__name__)


def requests_stream(service: str) -> str:
    return f"{REQUESTS_PREFIX}{{{service}}}"


def process_name() -> str:
    """Name this process as long as it lives: host, process id, and something unique."""
    return f"{socket.gethostname()}-{os.getpid()}-{token_hex(4)}"


class _Call(Letter):
    """One request under way. Once it was sent, sending it again looks whether Redis still has it.

    An answered request is deleted, and asking it once more does no harm; but one that still waits
    for its turn is left alone, or a crowd would only grow.
    """

    __slots__ = ("body", "entry", "head", "pipelines", "stream", "until", "waiting")

    def __init__(
        self,
        pipelines: Pipelines,
        head: Mapping[str, object],
        stream: str,
        body: bytes,
        until: float,
    ) -> None:
        self.pipelines = pipelines
        self.stream = stream
        self.head = head
        self.body = body
        self.until = until
        self.entry: bytes | None = None
        self.waiting: asyncio.Future[Answered | None] = asyncio.get_running_loop().create_future()

    def write(self) -> Sequence[Command]:
        left = int((self.until - monotonic()) * 1000)
        if left <= 0:
            return ()
        if self.entry is not None:
            return (("XRANGE", self.stream, self.entry, self.entry),)
        head = orjson.dumps({**self.head, "left": left})
        fields = ("head", head, "body", self.body)
        return (("XADD", self.stream, "MAXLEN", "~", MAX_BACKLOG, "*", *fields),)

    def sent(self, results: Sequence[object]) -> None:
        (result,) = results
        if self.entry is None:
            self.entry = cast("bytes", result)
        elif not result:
            self.entry = None
            asyncio.get_running_loop().call_later(_ON_ITS_WAY, self.pipelines.put, self)

    def tell(self, answered: Answered | None) -> None:
        """Hand over the answer, or None so that whoever waits looks whether it was lost."""
        if not self.waiting.done():
            self.waiting.set_result(answered)

    async def told(self, seconds: float) -> Answered | None:
        """Wait for the answer, or for so long."""
        loop = asyncio.get_running_loop()
        if self.waiting.done():
            self.waiting = loop.create_future()
        patience = loop.call_later(seconds, self.tell, None)
        try:
            return await self.waiting
        finally:
            patience.cancel()


class Bus:
    """Asks for this process; open it once, with `async with`."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis
        self._pipelines = Pipelines(redis)
        self._replies = f"{REPLIES_PREFIX}{{{process_name()}}}"
        self._numbers = count(1)
        self._calls: dict[int, _Call] = {}
        self._tasks: list[asyncio.Task[None]] = []

    async def __aenter__(self) -> Self:
        self._tasks = [
            background(self._pipelines.run(), "bus: send"),
            background(self._listen(), "bus: listen"),
        ]
        return self

    async def __aexit__(self, *_: object) -> None:
        await ended(self._tasks)
        with suppress(RedisError):
            await self._redis.delete(self._replies)

    async def ask(self, request: Request[A], *, timeout: float, key: str | None = None) -> A:  # noqa: ASYNC109
        """Return the answer to `request`, which may take `timeout` seconds, at most a minute.

        `key` is the idempotency key: the same key and request are answered the same. Raises the
        RuleError or Refusal that the other service raised, and DependencyAway after the deadline.
        """
        number, key = next(self._numbers), key or new_id("req")
        head = {"id": key, "call": number, "name": request.name, "reply": self._replies}
        body = request.model_dump_json(exclude_none=True).encode()
        until = monotonic() + min(timeout, MAX_LEFT / 1000)
        call = _Call(self._pipelines, head, requests_stream(request.service), body, until)
        self._calls[number] = call
        try:
            answered = await self._answer(call)
        finally:
            call.until = 0.0  # it need not be sent any more
            del self._calls[number]
        if answered.refused:
            raise refusal_of(answered.body)
        return request.answer().model_validate_json(answered.body)

    async def _answer(self, call: _Call) -> Answered:
        while (left := call.until - monotonic()) > 0:
            self._pipelines.put(call)
            if answered := await call.told(min(left, _PATIENCE)):
                return answered
        raise DependencyAway("no_answer")

    async def _listen(self) -> None:
        while True:
            try:
                await self._hear(await self._open())
            except RedisError as error:
                log.debug("the bus lost Redis: %r", error)
                await asyncio.sleep(_AGAIN_SECONDS)

    async def _open(self) -> bytes:
        """Make the reply stream, and ask again what may have been answered while there was none;
        returns the id after which answers come.
        """
        opened = cast("bytes", await self._redis.xadd(self._replies, {"opened": ""}))
        await self._redis.expire(self._replies, _KEEP_SECONDS)
        for call in self._calls.values():
            call.tell(None)
        return opened

    async def _hear(self, last: bytes) -> None:
        """Take answers until Redis has forgotten the stream."""
        beat = monotonic() + _BEAT
        while True:
            news = await entries.after(self._redis, self._replies, last, _BATCH)
            for _, fields in news:
                self._take(fields)
            last = news[-1][0] if news else last
            if monotonic() >= beat:
                if not await self._keep(last):
                    return
                beat = monotonic() + _BEAT

    async def _keep(self, last: bytes) -> bool:
        """Drop the answers that were read; tell whether the stream is still there."""
        pipe = self._redis.pipeline(transaction=False)
        pipe.execute_command("XTRIM", self._replies, "MINID", "~", last)
        pipe.execute_command("EXPIRE", self._replies, _KEEP_SECONDS)
        _, kept = await pipe.execute()
        return bool(kept)

    def _take(self, fields: Fields) -> None:
        try:
            answered = Answered.read(fields)
        except Malformed as error:
            log.warning("dropped an answer: %s", error)
            return
        call = self._calls.get(answered.call)
        if call is not None:  # else it comes too late
            call.tell(answered)
