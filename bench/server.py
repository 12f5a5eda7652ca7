"""Servers under test: pinned to one core, their processor time read from the kernel."""

import os
import socket
import subprocess
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from bench.load import Target, load

TICKS = os.sysconf("SC_CLK_TCK")
WAIT = 30


@dataclass(frozen=True, slots=True)
class Server:
    """A running server; `pid` is the process that answers."""

    port: int
    pid: int

    def cpu(self) -> float:
        """Return the seconds of processor time used so far, user and system, all threads."""
        fields = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICKS  # utime and stime, proc(5)


@dataclass(frozen=True, slots=True)
class Served:
    """What one stretch of load cost."""

    answers: int
    seconds: float
    cpu: float

    @property
    def micros(self) -> float:
        """Processor time of the server per answer, µs."""
        return self.cpu / self.answers * 1e6

    @property
    def per_second(self) -> float:
        return self.answers / self.seconds


def press(server: Server, target: Target, *, seconds: float, connections: int) -> Served:
    """Load the server and measure what that cost it."""
    cpu, start = server.cpu(), time.monotonic()
    answers = load(target, seconds=seconds, connections=connections)
    return Served(answers, time.monotonic() - start, server.cpu() - cpu)


@contextmanager
def on_core(core: int) -> Iterator[None]:
    """Stay on one core; processes started meanwhile stay there for good."""
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {core})
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@contextmanager
def serving(
    command: Sequence[str],
    port: int,
    *,
    core: int,
    environment: Mapping[str, str] | None = None,
    stdin: bytes = b"",
) -> Iterator[Server]:
    """Start `command` on one core, wait until its port answers, end it afterwards."""
    with on_core(core):
        process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            env={**os.environ, **(environment or {})},
        )
    try:
        _feed(process, stdin)
        _wait_for(port, process)
        yield Server(port, process.pid)
    finally:
        process.terminate()
        process.wait(WAIT)


def _feed(process: "subprocess.Popen[bytes]", text: bytes) -> None:
    if process.stdin:
        process.stdin.write(text)
        process.stdin.close()


def _wait_for(port: int, process: "subprocess.Popen[bytes]") -> None:
    until = time.monotonic() + WAIT
    while time.monotonic() < until:
        if process.poll() is not None:
            raise RuntimeError(f"the server on port {port} ended with {process.returncode}")
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.05)
    raise TimeoutError(f"nothing answers on port {port}")
