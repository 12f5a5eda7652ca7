"""Majokko as an operator runs it: processes that end as by a power cut, and are started again."""

import asyncio
import json
import os
import socket
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import httpx

from tests.chaos import journal
from tests.chaos.nemesis import Sleeper, Victim
from tests.support.postgres_servers import PostgresServer
from tests.support.processes import COMMAND, environment
from tests.support.redis_servers import RedisServer
from tests.support.serving import SECRET

ROOT = Path(__file__).parents[2]
SUBSCRIBERS = {journal.NAME: ["roll.made", "room.closed"]}


def free_port() -> int:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port: int = taken.getsockname()[1]
        return port


class Program:
    """A process that is started again after it was killed."""

    def __init__(self, name: str, command: list[str], env: Mapping[str, str], log: Path) -> None:
        self.name = name
        self._command = command
        self._env = dict(env)
        self._log = log
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(  # noqa: S603 - our own command
                self._command, env=self._env, cwd=ROOT, stdout=log, stderr=log
            )

    def kill(self) -> None:
        """End it at once, as by a power cut."""
        if self._process:
            self._process.kill()
            self._process.wait()
            self._process = None

    async def up(self) -> None:
        """Wait until it works."""

    def files(self) -> int:
        """Return how many files and sockets it has open."""
        assert self._process
        return len(list(Path(f"/proc/{self._process.pid}/fd").iterdir()))

    def last_words(self) -> str:
        return self._log.read_text(errors="replace")[-2000:]


class Api(Program):
    """`majokko serve`, always at the same address."""

    def __init__(self, name: str, var: Path, changes: Mapping[str, str]) -> None:
        port = free_port()
        env = environment(var, {**changes, "MAJOKKO_PORT": str(port)})
        super().__init__(name, [COMMAND, "serve"], env, var / f"{name}.log")
        self.base = f"http://127.0.0.1:{port}"

    async def up(self) -> None:
        async with httpx.AsyncClient(base_url=self.base) as client:
            for _ in range(600):
                with suppress(httpx.HTTPError):
                    if (await client.get("/livez")).is_success:
                        return
                await asyncio.sleep(0.1)
        raise AssertionError(f"{self.name} does not come up: {self.last_words()}")


class Follower(Program):
    """The subscriber of `journal.py`."""

    def __init__(self, redis_url: str, var: Path) -> None:
        command = [sys.executable, "-m", "tests.chaos.journal", redis_url, str(var)]
        super().__init__(journal.NAME, command, os.environ, var / f"{journal.NAME}.log")


@dataclass(frozen=True)
class Installation:
    """All its processes; `others` are those that do not answer clients."""

    apis: list[Api]
    others: Mapping[str, Victim]
    redis: RedisServer
    var: Path

    @property
    def bases(self) -> list[str]:
        return [api.base for api in self.apis]

    @property
    def victims(self) -> Mapping[str, Victim]:
        return {**{api.name: api for api in self.apis}, **self.others}

    async def up(self) -> None:
        for api in self.apis:
            await api.up()


@contextmanager
def installed(
    var: Path, redis: RedisServer, postgres: PostgresServer | None, **further: str
) -> Iterator[Installation]:
    """Start one process over SQLite, or two over PostgreSQL, and a subscriber."""
    changes = {
        **further,
        "MAJOKKO_REDIS_URL": redis.url,
        "MAJOKKO_SECRET": SECRET,
        "MAJOKKO_SUBSCRIBERS": json.dumps(SUBSCRIBERS),
    }
    follower = Follower(redis.url, var)
    others: dict[str, Victim] = {"redis": Sleeper(redis), journal.NAME: follower}
    names = ["api"]
    if postgres:
        changes["MAJOKKO_DATABASE_URL"] = postgres.url()
        others["postgres"] = Sleeper(postgres)
        names = ["api 1", "api 2"]
    apis = [Api(name, var, changes) for name in names]
    try:
        for program in (*apis, follower):
            program.start()
        yield Installation(apis, others, redis, var)
    finally:
        for program in (*apis, follower):
            program.kill()
