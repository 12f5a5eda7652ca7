"""The bell: tells those who follow something that there is news, never what it is.

It rings in this process at once, and in all others by Redis. A ring that is lost does no harm:
whoever listens looks every few seconds anyway, so Redis may be away without anybody noticing more
than that. For the same reason a command never waits for it.
"""

import asyncio
import logging
import secrets
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import Protocol

from redis.asyncio import Redis
from redis.asyncio.client import PubSub
from redis.exceptions import RedisError

from majokko_kit.redis_client import READ_SECONDS
from majokko_kit.tasks import background, ended

MOST = 1000
"""Subjects in one message, and those that wait while Redis is away."""

_SILENCE_SECONDS = 2.0  # without a word from Redis, then it is asked whether it is still there
_PAUSE_SECONDS = 0.5
_BREATH_SECONDS = 0.01  # between two messages, so that a busy service sends few

log = logging.getLogger(__name__)


class Wakes(Protocol):
    """Whoever is told at once that there is news."""

    def wake(self) -> None: ...


class Ear:
    """Hears the bell of one subject; a ring between `clear` and `wait` is not missed."""

    __slots__ = ("_heard",)

    def __init__(self) -> None:
        self._heard = asyncio.Event()

    def clear(self) -> None:
        self._heard.clear()

    def wake(self) -> None:
        self._heard.set()

    async def wait(self, seconds: float) -> None:
        """Wait for the bell, but not longer than so many seconds."""
        try:
            async with asyncio.timeout(seconds):
                await self._heard.wait()
        except TimeoutError:
            pass


class Bell:
    """The bell of one service in this process. `leaving` says that the process is about to end."""

    def __init__(self, service: str, redis: Redis) -> None:
        self.leaving = False
        self._channel = f"bell:{service}"
        self._redis = redis
        self._me = secrets.token_hex(8).encode()
        self._ears: dict[str, set[Wakes]] = {}
        self._untold: dict[str, None] = {}
        self._news = asyncio.Event()
        self._fault: str | None = None

    @property
    def listeners(self) -> int:
        """How many listen in this process."""
        return sum(map(len, self._ears.values()))

    @contextmanager
    def listening(self, subject: str) -> Iterator[Ear]:
        ear = Ear()
        self.join(subject, ear)
        try:
            yield ear
        finally:
            self.leave(subject, ear)

    def join(self, subject: str, ear: Wakes) -> None:
        """Let somebody hear this bell, until she leaves."""
        self._ears.setdefault(subject, set()).add(ear)

    def leave(self, subject: str, ear: Wakes) -> None:
        ears = self._ears.get(subject, set())
        ears.discard(ear)
        if not ears:
            self._ears.pop(subject, None)

    def ring(self, subject: str) -> None:
        """Wake all who follow `subject`, here and in other processes. Never waits."""
        self._wake(subject)
        if len(self._untold) < MOST:
            self._untold[subject] = None
            self._news.set()

    def say_goodbye(self) -> None:
        """Let all streams of this process end, for it is about to."""
        self.leaving = True
        self._wake_all()

    async def tell(self) -> None:
        """Ring in the other processes, for ever; what is rung at about the same time is told in one
        message.
        """
        while True:
            await self._news.wait()
            self._news.clear()
            subjects, self._untold = self._untold, {}
            try:
                await self._redis.publish(self._channel, _message(self._me, subjects))
            except (RedisError, OSError):
                await asyncio.sleep(_PAUSE_SECONDS)  # the others look by themselves meanwhile
            await asyncio.sleep(_BREATH_SECONDS)

    async def hear(self) -> None:
        """Hear the other processes, for ever, whatever becomes of Redis."""
        while True:
            try:
                async with self._redis.pubsub() as hearing:
                    await self._hear(hearing)
            except (RedisError, OSError) as error:
                self._note(type(error).__name__)
            await asyncio.sleep(_PAUSE_SECONDS)

    async def _hear(self, hearing: PubSub) -> None:
        await hearing.subscribe(self._channel)
        while True:
            heard = await hearing.get_message(timeout=_SILENCE_SECONDS)
            if heard is None:
                heard = await _asked(hearing)
            if heard["type"] == "subscribe":
                self._note(None)
                self._wake_all()  # who knows what was rung before
            elif heard["type"] == "message":
                self._heard(heard["data"])

    def _note(self, fault: str | None) -> None:
        """Log what is new: that the bell is heard no more, or again."""
        if fault and not self._fault:
            log.warning("%s is not heard (%s); streams look by themselves", self._channel, fault)
        elif self._fault and not fault:
            log.warning("%s is heard again", self._channel)
        self._fault = fault

    def _heard(self, message: bytes) -> None:
        sender, *subjects = message.split(b" ")
        if sender != self._me:
            for subject in subjects:
                self._wake(subject.decode("utf-8", "replace"))  # anybody may ring

    def _wake(self, subject: str) -> None:
        for ear in self._ears.get(subject, ()):
            ear.wake()

    def _wake_all(self) -> None:
        for ears in self._ears.values():
            for ear in ears:
                ear.wake()


def _message(sender: bytes, subjects: dict[str, None]) -> bytes:
    return b" ".join([sender, *(subject.encode() for subject in subjects)])


async def _asked(hearing: PubSub) -> dict[str, object]:
    """Return what Redis says when it is asked; a connection that was cut silently stays silent.

    Raises TimeoutError.
    """
    await hearing.ping()
    heard = await hearing.get_message(timeout=READ_SECONDS)
    if heard is None:
        raise TimeoutError
    return dict(heard)


@asynccontextmanager
async def hung(service: str, redis: Redis) -> AsyncIterator[Bell]:
    """Give the bell of a service."""
    bell = Bell(service, redis)
    tasks = [
        background(bell.tell(), f"ring the bell of {service}"),
        background(bell.hear(), f"hear the bell of {service}"),
    ]
    try:
        yield bell
    finally:
        bell.say_goodbye()
        await ended(tasks)
