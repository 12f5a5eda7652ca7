"""Majokko as an operator runs it: processes that end as by a power cut, and are started again."""

import asyncio
import random
import socket
import subprocess
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx

from majokko_kit import redis_server
from tests.support.postgres_servers import PostgresServer
from tests.support.processes import COMMAND, environment
from tests.support.redis_servers import RedisServer

Json = dict[str, Any]

_WAIT = 60


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@dataclass
class Process:
    """One `majokko serve` on a port that it keeps over its lives."""

    var: Path
    settings: Mapping[str, str]
    port: int = field(default_factory=free_port)
    kills: int = 0
    _child: "subprocess.Popen[bytes] | None" = None

    @property
    def base(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    async def start(self) -> None:
        settings = {**self.settings, "MAJOKKO_PORT": str(self.port)}
        self._child = subprocess.Popen(  # noqa: ASYNC220, S603 - our own command, at once
            [COMMAND, "serve"],
            env=environment(self.var, settings),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        for _ in range(_WAIT * 20):
            assert self._child.poll() is None, "the server ended by itself"
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", self.port)) == 0:
                    return
            await asyncio.sleep(0.05)
        raise TimeoutError("the server does not listen")

    def kill(self) -> None:
        assert self._child
        self._child.kill()
        self._child.wait()
        self.kills += 1

    def end(self) -> None:
        if self._child and self._child.poll() is None:
            self._child.terminate()
            self._child.wait(_WAIT)


@dataclass
class Installation:
    """Everything that may fail. `troubles` are what the nemesis may do, by name."""

    processes: list[Process]
    redis: RedisServer
    postgres: PostgresServer | None
    fate: random.Random
    happened: list[str] = field(default_factory=list)

    @property
    def bases(self) -> list[str]:
        return [process.base for process in self.processes]

    async def trouble(self) -> None:
        """Let something fail, and come back a moment later."""
        await asyncio.sleep(self.fate.uniform(0.2, 0.8))
        process = self.fate.choice(self.processes)
        process.kill()
        self.happened.append("server killed")
        if self.fate.random() < 0.3:
            self.redis.wipe()
            self.happened.append("Redis killed and wiped")
        if self.postgres and self.fate.random() < 0.2:
            self.postgres.kill()
            await asyncio.sleep(self.fate.uniform(0, 0.3))
            await asyncio.to_thread(self.postgres.start)
            self.happened.append("PostgreSQL killed")
        await asyncio.sleep(self.fate.uniform(0, 0.3))
        await process.start()


@contextmanager
def redis(folder: Path) -> Iterator[RedisServer]:
    program = redis_server.program()
    assert program
    with RedisServer(program, folder) as server:
        yield server.start()


@asynccontextmanager
async def installed(
    postgres: PostgresServer | None, folder: Path, fate: random.Random
) -> AsyncIterator[Installation]:
    """Start one process over SQLite, or two over PostgreSQL."""
    with redis(folder) as server:
        settings = {"MAJOKKO_REDIS_URL": server.url}
        if postgres:
            settings["MAJOKKO_DATABASE_URL"] = postgres.url()
        processes = [Process(folder, settings) for _ in range(2 if postgres else 1)]
        async with started(processes):
            yield Installation(processes, server, postgres, fate)


@asynccontextmanager
async def started(processes: list[Process]) -> AsyncIterator[None]:
    try:
        for process in processes:  # the first one makes the secret that all share
            await process.start()
        yield
    finally:
        for process in processes:
            process.end()


async def told(client: httpx.AsyncClient, path: str, body: Json, token: str = "") -> Json:
    headers = {"authorization": f"Bearer {token}"} if token else {}
    answer = await client.post(path, json=body, headers=headers)
    assert answer.is_success, answer.text
    made: Json = answer.json()
    return made
