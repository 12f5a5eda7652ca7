"""Starts processes of Majokko at once, by forking: everything that never changes is already there.

A start takes seconds, nearly all of them to import and to build what is the same each time. Where
many processes are killed, that would be the better part of a test. So this program imports and
builds once. For each line that it reads it forks a child, tells its number, and the child goes on
as `majokko serve` does, or as `scribe.py`.
"""

import ctypes
import json
import os
import signal
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from majokko_gateway import cli, configured, main, serving
from tests.chaos.games import scribe
from tests.chaos.games.dooms import Doom, await_doom

_PR_SET_PDEATHSIG = 1


def _serve(_: Mapping[str, Any]) -> None:
    sys.exit(cli.main(["serve"]))


def _follow(_: Mapping[str, Any]) -> None:
    os.environ.pop("MAJOKKO_DATABASE_URL", None)  # it keeps its notes in a file of its own
    scribe.main(os.environ["MAJOKKO_REDIS_URL"], Path(os.environ["MAJOKKO_VAR"]))


_PROGRAMS: Mapping[str, Callable[[Mapping[str, Any]], None]] = {"serve": _serve, "scribe": _follow}


def _live(asked: Mapping[str, Any], parent: int) -> None:
    """Be a process of one's own, which ends with the nursery."""
    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:
        os._exit(1)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    log = os.open(asked["log"], os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    nothing = os.open(os.devnull, os.O_RDONLY)
    for ours, theirs in ((nothing, 0), (log, 1), (log, 2)):
        os.dup2(ours, theirs)
    os.environ.update(asked["env"])
    if asked["doom"]:
        await_doom(Doom(**asked["doom"]))
    _PROGRAMS[asked["program"]](asked)


def _warm_up() -> None:
    """Build the application; a child serves it instead of building it again."""
    app = main.create_app((), configured.settings())
    app.api.openapi()
    vars(serving)["create_app"] = lambda *_: app


def run() -> None:
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # whoever ends leaves nothing behind
    _warm_up()
    me = os.getpid()
    for line in sys.stdin:
        child = os.fork()
        if not child:
            _live(json.loads(line), me)
            os._exit(0)
        print(child, flush=True)  # noqa: T201 - to whoever asked


if __name__ == "__main__":
    run()
