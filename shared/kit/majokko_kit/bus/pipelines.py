"""Sends commands to Redis in pipelines: all that gathered while the last one was under way."""

import asyncio
import logging
from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from itertools import islice

from redis.asyncio import Redis
from redis.exceptions import RedisError

Command = Sequence[str | int | bytes]

_AGAIN_SECONDS = 0.05
_BATCH = 512

log = logging.getLogger(__name__)


class Letter(ABC):
    """Something to tell Redis, written at the moment it is sent."""

    __slots__ = ()

    @abstractmethod
    def write(self) -> Sequence[Command]:
        """Return the commands; none when there is no use in them any more."""

    def sent(self, results: Sequence[object]) -> None:  # noqa: B027 - few want to know
        """Learn what Redis answered, for each command."""


class Pipelines:
    """Sends what is put into it, in order, again and again until Redis has taken it.

    A command may be carried out twice when its answer got lost, so only harmless ones belong here.
    """

    def __init__(self, redis: Redis) -> None:
        self._redis = redis
        self._letters: dict[Letter, None] = {}  # in order, each once
        self._filled = asyncio.Event()
        self._empty = asyncio.Event()
        self._empty.set()

    def put(self, letter: Letter) -> None:
        """Send `letter` behind all others; one that waits already moves there."""
        self._letters.pop(letter, None)
        self._letters[letter] = None
        self._empty.clear()
        self._filled.set()

    async def emptied(self) -> None:
        """Wait until Redis has taken everything."""
        await self._empty.wait()

    async def run(self) -> None:
        while True:
            await self._filled.wait()
            await self._send()
            if not self._letters:
                self._filled.clear()
                self._empty.set()

    async def _send(self) -> None:
        batch = tuple(islice(self._letters, _BATCH))
        for letter in batch:
            del self._letters[letter]
        if left := await self._sent(batch):
            self._letters = dict.fromkeys(left) | self._letters
            await asyncio.sleep(_AGAIN_SECONDS)

    async def _sent(self, letters: Iterable[Letter]) -> Sequence[Letter]:
        """Send the letters; returns those that Redis has not taken."""
        written = [(letter, commands) for letter in letters if (commands := letter.write())]
        pipe = self._redis.pipeline(transaction=False)
        for _, commands in written:
            for command in commands:
                pipe.execute_command(*command)
        try:
            results = iter(await pipe.execute(raise_on_error=False))
        except RedisError as error:
            log.debug("Redis took none of %d letters: %r", len(written), error)
            return [letter for letter, _ in written]
        told = [(letter, tuple(islice(results, len(commands)))) for letter, commands in written]
        return [letter for letter, answers in told if not _took(letter, answers)]


def _took(letter: Letter, answers: Sequence[object]) -> bool:
    """Tell the letter what Redis answered, unless it was an error."""
    if any(isinstance(answer, RedisError) for answer in answers):
        return False
    letter.sent(answers)
    return True
