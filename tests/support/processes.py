"""Starts Majokko as a user does: the command, in a process of its own, on a free port."""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

_BASE = re.compile(r"http://127\.0\.0\.1:\d+")
COMMAND = str(Path(sys.executable).with_name("majokko"))


@dataclass(frozen=True)
class Served:
    base: str
    process: subprocess.Popen[str]

    def kill(self) -> None:
        """End at once, as by a power cut."""
        self.process.kill()
        self.process.wait()


def environment(var: Path, changes: Mapping[str, str]) -> dict[str, str]:
    """The environment of an installation of its own, without what this machine has set."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("MAJOKKO_")}
    return {**kept, "MAJOKKO_VAR": str(var), "MAJOKKO_PORT": "0", **changes}


@contextmanager
def serving(var: Path, **changes: str) -> Iterator[Served]:
    """Run `majokko serve` until the block ends; its address is taken from what it prints."""
    process = subprocess.Popen(  # noqa: S603 - our own command
        [COMMAND, "serve"],
        env=environment(var, changes),
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout
    try:
        yield Served(_address(process.stdout), process)
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(timeout=20)
        process.stdout.close()


def _address(lines: Iterator[str]) -> str:
    for line in lines:
        if found := _BASE.search(line):
            return found[0]
    raise RuntimeError("the server ended before it said where it listens")
