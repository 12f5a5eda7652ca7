"""Majokko as an operator runs it: processes that end as by a power cut, and are started again."""

import asyncio
import socket
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from tests.support.processes import COMMAND, environment

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
