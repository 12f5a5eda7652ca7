"""Where card games are played while everything is killed: processes that come back at once."""

import asyncio
import json
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import IO

import httpx

from majokko_kit.clock import now_ms
from tests.chaos.games import scribe
from tests.chaos.games.dooms import Doom
from tests.chaos.installation import ROOT, free_port
from tests.chaos.nemesis import Sleeper, Victim
from tests.support.postgres_servers import PostgresServer
from tests.support.processes import environment
from tests.support.redis_servers import RedisServer
from tests.support.serving import SECRET

_COMES_UP_SECONDS = 120


class Nursery:
    """`nursery.py`: forks children that are Majokko."""

    def __init__(self, var: Path, env: Mapping[str, str]) -> None:
        self._log = var / "nursery.log"
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "tests.chaos.games.nursery"],
                env=dict(env),
                cwd=ROOT,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
            )

    def bear(self, program: str, env: Mapping[str, str], log: Path, doom: Doom | None) -> int:
        """Return the number of a new process."""
        told, born = self._pipes()
        asked = {"program": program, "env": env, "log": str(log), "doom": doom and asdict(doom)}
        told.write(json.dumps(asked) + "\n")
        told.flush()
        line = born.readline()
        assert line, self._log.read_text(errors="replace")[-2000:]
        return int(line)

    def end(self) -> None:
        """End it, and with it whoever was born there."""
        self._process.kill()
        self._process.communicate()

    def _pipes(self) -> tuple[IO[str], IO[str]]:
        assert self._process.stdin
        assert self._process.stdout
        return self._process.stdin, self._process.stdout


class Child:
    """A process that is born again after it was killed, or has ended by its doom."""

    def __init__(self, nursery: Nursery, program: str, var: Path, env: Mapping[str, str]) -> None:
        self.doom: Doom | None = None
        """Where its next life ends."""
        self._nursery = nursery
        self._program = program
        self._env = env
        self._log = var / f"{program}-{env.get('MAJOKKO_PORT', '')}.log"
        self._pid: int | None = None

    def start(self) -> None:
        self._pid = self._nursery.bear(self._program, self._env, self._log, self.doom)

    def lives(self) -> bool:
        if self._pid is None:
            return False
        try:
            os.kill(self._pid, 0)
        except ProcessLookupError:
            return False
        return True

    def kill(self) -> None:
        """End it at once, as by a power cut."""
        if self._pid is None:
            return
        with suppress(ProcessLookupError):
            os.kill(self._pid, signal.SIGKILL)
        while self.lives():
            time.sleep(0.001)
        self._pid = None

    async def up(self) -> None:
        """Wait until it works."""

    def last_words(self) -> str:
        return self._log.read_text(errors="replace")[-3000:] if self._log.exists() else ""


class Server(Child):
    """`majokko serve`, always at the same address."""

    def __init__(self, nursery: Nursery, var: Path) -> None:
        port = free_port()
        super().__init__(nursery, "serve", var, {"MAJOKKO_PORT": str(port)})
        self.base = f"http://127.0.0.1:{port}"

    async def up(self) -> None:
        """Wait until it listens, or has ended by its doom."""
        until = time.monotonic() + _COMES_UP_SECONDS
        async with httpx.AsyncClient(base_url=self.base) as client:
            while self.lives() and time.monotonic() < until:
                with suppress(httpx.HTTPError):
                    if (await client.get("/livez")).is_success:
                        return
                await asyncio.sleep(0.05)
        assert not self.lives() or time.monotonic() < until, self.last_words()


@dataclass
class Theatre:
    """An installation; `others` are processes that do not answer clients."""

    servers: Sequence[Server]
    others: Mapping[str, Victim]
    var: Path
    deaths: Counter[str] = field(default_factory=Counter)
    """How processes that answer clients have ended."""
    absences: list[tuple[int, int]] = field(default_factory=list)
    """From when to when there was no such process, in milliseconds since 1970."""

    @property
    def bases(self) -> list[str]:
        return [server.base for server in self.servers]

    async def up(self) -> None:
        for server in self.servers:
            server.start()
        for other in self.others.values():
            if isinstance(other, Child):
                other.start()
        for server in self.servers:
            await server.up()

    def surprises(self) -> str:
        """Return what processes have logged as errors, and what they said at last."""
        logs = [path.read_text(errors="replace") for path in sorted(self.var.glob("*.log"))]
        lines = [line for log in logs for line in log.splitlines() if "unexpected" in line]
        return "\n".join([*lines, *(log[-2000:] for log in logs)])

    def bury(self, server: Server, name: str) -> None:
        """Note that a server is dead."""
        self.deaths[name] += 1
        if not any(each.lives() for each in self.servers):
            self.absences.append((now_ms(), now_ms()))
        assert server not in [each for each in self.servers if each.lives()]

    def revive(self, server: Server) -> None:
        if not any(each.lives() for each in self.servers):
            self.absences[-1] = (self.absences[-1][0], now_ms())
        server.start()


@contextmanager
def opened(var: Path, redis: RedisServer, postgres: PostgresServer | None) -> Iterator[Theatre]:
    """One server over SQLite, or two over PostgreSQL, and a subscriber."""
    changes = {
        "MAJOKKO_REDIS_URL": redis.url,
        "MAJOKKO_SECRET": SECRET,
        "MAJOKKO_SUBSCRIBERS": json.dumps({scribe.NAME: scribe.TYPES}),
    }
    if postgres:
        changes["MAJOKKO_DATABASE_URL"] = postgres.url()
    env = environment(var, changes)
    nursery = Nursery(var, env)
    servers = [Server(nursery, var) for _ in range(2 if postgres else 1)]
    others: dict[str, Victim] = {
        "redis": Sleeper(redis),
        scribe.NAME: Child(nursery, "scribe", var, {}),
    }
    if postgres:
        others["postgres"] = Sleeper(postgres)
    try:
        yield Theatre(servers, others, var)
    finally:
        nursery.end()
