"""Child processes that cannot outlive us: they end with this process, even if it is killed -9.

Linux does it by a parent-death signal. Elsewhere a child ends only when `stop` is reached.
"""

import ctypes
import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path

_PR_SET_PDEATHSIG = 1
_LINUX = sys.platform == "linux"
_libc = ctypes.CDLL(None) if _LINUX else None


def start(command: Sequence[str], output: Path) -> subprocess.Popen[bytes]:
    """Start a child in a session of its own, so that Ctrl-C reaches us first.

    Call it in a thread that lives as long as the child should: the kernel watches the thread.
    What the child prints replaces the content of `output`.
    """
    with output.open("wb") as log:
        return subprocess.Popen(  # noqa: S603 - our own command
            command,
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=subprocess.STDOUT,
            start_new_session=True,
            preexec_fn=partial(_die_with, os.getpid()) if _LINUX else None,  # noqa: PLW1509
        )


def stop(child: subprocess.Popen[bytes], seconds: float) -> None:
    """Ask the child to end; after so many seconds it is killed."""
    child.terminate()
    try:
        child.wait(seconds)
    except subprocess.TimeoutExpired:
        child.kill()
        child.wait()


def _die_with(parent: int) -> None:
    """Run in the child between fork and exec, so it calls nothing but the kernel."""
    assert _libc is not None
    _libc.prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:  # it died before we asked
        os._exit(1)
