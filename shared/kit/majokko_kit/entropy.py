"""Random bytes for names, drawn from the system many at a time.

Names need to be different, not secret, and a request should not pay a system call for each.
"""

import os

_POOL_BYTES = 4096


class Pool:
    """Hands out bytes once; a forked child begins a pool of its own."""

    def __init__(self) -> None:
        self._empty()
        os.register_at_fork(after_in_child=self._empty)

    def _empty(self) -> None:
        self._bytes = b""
        self._used = 0

    def take(self, count: int) -> bytes:
        start = self._used
        if start + count > len(self._bytes):
            self._bytes, start = os.urandom(_POOL_BYTES), 0
        self._used = start + count
        return self._bytes[start : start + count]
