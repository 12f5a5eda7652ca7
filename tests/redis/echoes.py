"""A service of the tests: it repeats what it is told, slowly or not at all if so asked.

Run as a program it answers as a worker process of its own.
"""

import asyncio
import os
import sys
from collections import Counter
from pathlib import Path
from typing import ClassVar

from redis.asyncio import Redis

from majokko_contracts.messages import Answer, Request
from majokko_kit import redis_client
from majokko_kit.bus.handling import Served
from majokko_kit.bus.workers import GONE_MS, Worker
from majokko_kit.refusals import Forbidden
from majokko_rules.errors import SyntaxRefused


class Echoed(Answer):
    text: str
    id: str
    by: int
    """The process that answered."""


class Echo(Request[Echoed]):
    service: ClassVar = "echo"
    name: ClassVar = "echo.repeat"

    text: str
    seconds: float = 0.0
    fault: str = ""

    @classmethod
    def answer(cls) -> type[Echoed]:
        return Echoed


class Unserved(Echo):
    name: ClassVar = "echo.forget"


class Elsewhere(Echo):
    service: ClassVar = "nobody"


class Echoes:
    """Handles `Echo`, and counts how often it was asked what."""

    def __init__(self, journal: Path | None = None) -> None:
        self.begun: Counter[str] = Counter()
        self.journal = journal

    async def repeat(self, asked: Echo, key: str) -> Echoed:
        self.begun[asked.text] += 1
        self._note(asked.text)
        match asked.fault:
            case "syntax":
                raise SyntaxRefused("unexpected_end", pointer="/text", position=4, length=0)
            case "forbidden":
                raise Forbidden("role")
            case "bug":
                raise ZeroDivisionError("never tell anybody")
            case "deadly":
                os._exit(1)
            case _:
                pass
        await asyncio.sleep(asked.seconds)
        return Echoed(text=asked.text, id=key, by=os.getpid())

    def worker(self, redis: Redis, gone_ms: int = GONE_MS) -> Worker:
        return Worker(redis, "echo", [Served(Echo, self.repeat)], gone_ms)

    def _note(self, text: str) -> None:
        """Write down what begins, where a test looks that does not share our memory."""
        if self.journal:
            with self.journal.open("a") as file:
                file.write(f"{os.getpid()} {text}\n")


async def _serve(url: str, journal: Path) -> None:
    async with redis_client.client(url) as redis, Echoes(journal).worker(redis):
        print("ready", flush=True)  # noqa: T201 - whoever started us waits for it
        await asyncio.Event().wait()


if __name__ == "__main__":
    asyncio.run(_serve(sys.argv[1], Path(sys.argv[2])))
