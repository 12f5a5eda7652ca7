"""Asks other services through Redis Streams, and waits for their answers.

A request is an entry of the stream `requests:{<service>}`; answers come back in one stream of this
process and are told apart by the number of the call. Redis may restart, forget everything or be
away for a while, and whoever answers may be killed: the request is sent again until its deadline.
Its id is an idempotency key, so sending it again is harmless; late and doubled answers are dropped.
"""

import asyncio
import logging
import os
import socket
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
    REPLIES,
    REQUESTS,
    Answer,
    Answered,
    Malformed,
    Request,
)
from majokko_kit import entries
from majokko_kit.entries import Fields
from majokko_kit.ids import new_id
from majokko_kit.outbox import Command, Letter, Outbox
from majokko_kit.refusals import DependencyAway
from majokko_kit.refused import refusal_of

A = TypeVar("A", bound=Answer)

MAX_BACKLOG = 100_000
"""Requests that a stream may hold: far above what can be answered before a deadline. Answered
ones are deleted, so it is reached only while nobody answers at all."""

_PATIENCE = 1.0  # seconds until a request is sent again
_BATCH = 512
_BEAT = 1.0
_KEEP_SECONDS = 60  # how long a reply stream outlives its process
_AGAIN_SECONDS = 0.05

log = logging.getLogger(__name__)


def requests_stream(service: str) -> str:
    return f"{REQUESTS}{{{service}}}"


def process_name() -> str:
    """Name this process as long as it lives: host, process id, and something unique."""
    return f"{socket.gethostname()}-{os.getpid()}-{token_hex(4)}"


class Bus:
    """Asks for this process; open it once, with `async with`."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis
        self._outbox = Outbox(redis)
        self._replies = f"{REPLIES}{{{process_name()}}}"
        self._calls = count(1)
        self._waiting: dict[int, asyncio.Future[Answered | None]] = {}
        self._tasks: list[asyncio.Task[None]] = []

    async def __aenter__(self) -> Self:
        self._tasks = [
            asyncio.create_task(self._outbox.run(), name="bus: send"),
            asyncio.create_task(self._listen(), name="bus: listen"),
        ]
        return self

    async def __aexit__(self, *_: object) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.wait(self._tasks)
        with suppress(RedisError):
            await self._redis.delete(self._replies)

    async def ask(self, request: Request[A], *, timeout: float, key: str | None = None) -> A:  # noqa: ASYNC109
        """Return the answer to `request`, which may take `timeout` seconds, at most a minute.

        `key` is the idempotency key: the same key and request are answered the same. Raises the
        RuleError or Refusal that the other service raised, and DependencyAway after the deadline.
        """
        until = monotonic() + min(timeout, MAX_LEFT / 1000)
        call, key = next(self._calls), key or new_id("req")
        fixed = {"id": key, "call": call, "name": request.name, "reply": self._replies}
        stream = requests_stream(request.service)
        body = request.model_dump_json(exclude_none=True).encode()

        def letter() -> Command | None:
            left = int((until - monotonic()) * 1000)
            if left <= 0 or call not in self._waiting:
                return None
            head = orjson.dumps({**fixed, "left": left})
            return ("XADD", stream, "MAXLEN", "~", MAX_BACKLOG, "*", "head", head, "body", body)

        try:
            answered = await self._answer(call, letter, until)
        finally:
            self._waiting.pop(call, None)
        if answered.refused:
            raise refusal_of(answered.body)
        return request.answer().model_validate_json(answered.body)

    async def _answer(self, call: int, letter: Letter, until: float) -> Answered:
        """Send the letter until it is answered."""
        loop = asyncio.get_running_loop()
        while (left := until - monotonic()) > 0:
            waiting: asyncio.Future[Answered | None] = loop.create_future()
            self._waiting[call] = waiting
            self._outbox.put(letter)
            patience = loop.call_later(min(left, _PATIENCE), _give_up, waiting)
            try:
                answered = await waiting
            finally:
                patience.cancel()
            if answered is not None:
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
        for waiting in self._waiting.values():
            _give_up(waiting)
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
        waiting = self._waiting.get(answered.call)
        if waiting is not None and not waiting.done():
            waiting.set_result(answered)


def _give_up(waiting: asyncio.Future[Answered | None]) -> None:
    """Let whoever waits ask again, or see that the deadline has passed."""
    if not waiting.done():
        waiting.set_result(None)
