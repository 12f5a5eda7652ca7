"""When nobody was there to play with, by what processes wrote down of themselves.

>>> here = Process("a", "host", 1, since=0, seen=100, gone=True)
>>> absences([here], now=900)
[(100, 900)]
"""

import os
from collections.abc import Sequence
from dataclasses import dataclass

from majokko_kit.clock import SECOND

BEAT = 2 * SECOND
"""While clocks run, a process writes down so often that it is there."""

LOST = 5 * SECOND
"""Whoever has not done so for so long is there no more, or could reach no database."""

Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Process:
    """It was there from `since` to `seen`; `gone` says that it has left."""

    id: str
    host: str
    pid: int
    since: int
    seen: int
    gone: bool


def is_over(process: Process, host: str, pid: int, now: int) -> bool:
    """Tell whether another process is there no more, as far as somebody on `host` can know."""
    if process.gone or process.seen < now - LOST:
        return True
    return process.host == host and (process.pid == pid or not _runs(process.pid))


def absences(past: Sequence[Process], now: int) -> list[Span]:
    """Return the spans up to now in which no process was there, since the first of them came."""
    spans: list[Span] = []
    there = min((each.since for each in past), default=now)
    for each in sorted(past, key=lambda each: each.since):
        if each.since > there:
            spans.append((there, each.since))
        there = max(there, each.seen)
    return [*spans, (there, now)] if there < now else spans


def _runs(pid: int) -> bool:
    if os.name != "posix":  # elsewhere one cannot ask without harm
        return True
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:  # somebody else's, or ours under another user
        return True
    return True
