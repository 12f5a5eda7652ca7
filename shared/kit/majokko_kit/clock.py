"""Instants as milliseconds since 1970, and as RFC 3339 text in UTC: `2026-11-30T08:15:00.125Z`.

The text has a fixed width, so instants order as their texts do.
"""

import time
from collections.abc import Callable
from datetime import UTC, datetime
from functools import lru_cache

Clock = Callable[[], int]
SECOND = 1000


def now_ms() -> int:
    return time.time_ns() // 1_000_000


def rfc3339(milliseconds: int) -> str:
    """Write an instant.

    >>> rfc3339(1795996800125)
    '2026-11-30T00:00:00.125Z'
    """
    seconds, rest = divmod(milliseconds, SECOND)
    return f"{_second(seconds)}.{rest:03d}Z"


def from_rfc3339(text: str) -> int:
    """Read what `rfc3339` writes.

    Raises ValueError for anything else.

    >>> from_rfc3339("2026-11-30T00:00:00.125Z")
    1795996800125
    """
    moment = datetime.strptime(text, "%Y-%m-%dT%H:%M:%S.%fZ").replace(tzinfo=UTC)
    milliseconds = int(moment.timestamp()) * SECOND + moment.microsecond // SECOND
    if rfc3339(milliseconds) != text:
        raise ValueError(f"not an instant with milliseconds: {text[:40]}")
    return milliseconds


@lru_cache(maxsize=64)
def _second(seconds: int) -> str:
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="seconds")[:19]
