"""Hears all that leaves a process: logs, files, rows, answers, and every command of Redis."""

import asyncio
import base64
import re
from collections import defaultdict
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

import asyncpg
import httpx
import pytest
from redis.asyncio import Redis

from majokko_kit.tasks import background, ended
from tests.support.databases import Changes


def spellings(hidden: bytes) -> Iterator[bytes]:
    """Give every way in which bytes are usually written."""
    yield hidden
    yield hidden.hex().encode()
    yield hidden.hex().upper().encode()
    yield base64.b64encode(hidden).rstrip(b"=")
    yield base64.urlsafe_b64encode(hidden).rstrip(b"=")
    yield repr(hidden)[2:-1].encode()
    yield str(list(hidden)).encode()
    yield str(int.from_bytes(hidden)).encode()


@dataclass
class Told:
    """All that was said, by where."""

    by_place: dict[str, bytearray] = field(default_factory=lambda: defaultdict(bytearray))

    def add(self, place: str, said: bytes) -> None:
        self.by_place[place] += said + b"\n"

    def where(self, hidden: bytes) -> Sequence[str]:
        """Return the places where something hidden was said."""
        written = [*spellings(hidden)]
        return [
            place for place, said in self.by_place.items() if any(one in said for one in written)
        ]

    def where_in_a_row(self, names: Sequence[object]) -> Sequence[str]:
        """Return the places where these were said one after the other, however they are parted."""
        parted = rb"[^A-Za-z0-9]{1,8}".join(re.escape(str(name).encode()) for name in names)
        alone = re.compile(rb"(?<![A-Za-z0-9])" + parted + rb"(?![A-Za-z0-9])")
        return [place for place, said in self.by_place.items() if alone.search(said)]

    async def until(self, place: str, said: bytes) -> None:
        """Wait until this was heard there; what is listened to comes a little late."""
        for _ in range(1000):
            if said in self.by_place[place]:
                return
            await asyncio.sleep(0.01)
        raise TimeoutError(f"not heard: {place}")

    async def read(self, caplog: pytest.LogCaptureFixture, var: Path, place: Changes) -> None:
        """Add what stands in logs, in files but the secret, and in the database."""
        self._read_here(caplog, var)
        if url := place.get("database_url"):
            await self._read_postgres(str(url))

    def _read_here(self, caplog: pytest.LogCaptureFixture, var: Path) -> None:
        for record in caplog.records:
            self.add("logs", f"{record.getMessage()} {record.args!r}".encode())
        self.add("logs", caplog.text.encode())
        for path in var.rglob("*"):
            if path.is_file() and path.name != "secret":
                self.add("files", path.read_bytes())

    async def _read_postgres(self, url: str) -> None:
        """Say every row of every table as PostgreSQL writes it, and every value that is bytes."""
        connection = await asyncpg.connect(url)
        tables = await connection.fetch("SELECT relname FROM pg_stat_user_tables")
        for (table,) in tables:
            for row in await connection.fetch(f'SELECT t::text AS said, t.* FROM "{table}" t'):  # noqa: S608 - our own names
                for value in row.values():
                    said = value if isinstance(value, bytes) else str(value).encode()
                    self.add("database", said)
        await connection.close()


def heard(told: Told) -> Callable[[httpx.Response], Awaitable[None]]:
    """Return what a client calls with each answer."""

    async def hear(answer: httpx.Response) -> None:
        told.add("headers", repr(answer.headers.raw).encode())
        if "event-stream" not in answer.headers["content-type"]:
            told.add("answers", await answer.aread())

    return hear


@asynccontextmanager
async def overheard(url: str, told: Told) -> AsyncIterator[None]:
    """Hear every command that Redis is given."""
    # a client of its own, whose patience does not end while nobody says anything
    async with Redis.from_url(url) as redis, redis.monitor() as monitor:

        async def listen() -> None:
            async for command in monitor.listen():
                told.add("Redis", command["command"].encode())

        task = background(listen(), "monitor")
        yield
        await redis.ping()
        await asyncio.sleep(0.2)
        await ended([task])
