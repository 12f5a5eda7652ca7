"""When nobody was there, by what processes wrote down of themselves."""

import os
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from majokko_cards.timers.absences import LOST, Process, absences, is_over

NOW = 1_000_000
ME = os.getpid()


def process(since: int, seen: int, *, gone: bool = False, pid: int = ME) -> Process:
    return Process("a", "here", pid, since, seen, gone)


@pytest.mark.parametrize(
    ("spans", "nobody"),
    [
        ([(0, 100)], [(100, NOW)]),
        ([(0, NOW)], []),
        ([(0, 100), (50, NOW)], []),
        ([(0, 100), (300, NOW)], [(100, 300)]),
        ([(0, 100), (300, 400), (350, 900)], [(100, 300), (900, NOW)]),
        ([(0, 1_000), (300, 400)], [(1_000, NOW)]),
        ([], []),
    ],
)
def test_gaps_lie_between_those_who_were_there(
    spans: list[tuple[int, int]], nobody: list[tuple[int, int]]
) -> None:
    assert absences([process(*each) for each in spans], NOW) == nobody


TIMES = st.integers(0, 60)


@given(st.lists(st.tuples(TIMES, TIMES).map(sorted).map(tuple), min_size=1), st.just(60))
def test_each_moment_is_either_somebodys_or_in_a_gap(
    spans: list[tuple[int, int]], now: int
) -> None:
    there = {moment for since, seen in spans for moment in range(since, seen)}
    nobody = absences([process(*each) for each in spans], now)
    gaps = {moment for since, until in nobody for moment in range(since, until)}

    assert there | gaps == set(range(min(since for since, _ in spans), now))
    assert there.isdisjoint(gaps)


def ended_pid() -> int:
    """Return the number of a process that has just ended."""
    with subprocess.Popen([sys.executable, "-c", ""]) as child:
        child.wait()
    return child.pid


@pytest.mark.parametrize(
    ("other", "host", "over"),
    [
        (process(0, NOW, gone=True), "elsewhere", True),
        (process(0, NOW - LOST - 1), "elsewhere", True),
        (process(0, NOW - LOST), "elsewhere", False),
        (process(0, NOW, pid=os.getppid()), "here", False),
        (process(0, NOW, pid=ME), "here", True),
        (process(0, NOW, pid=ended_pid()), "here", True),
        (process(0, NOW, pid=ended_pid()), "elsewhere", False),
    ],
    ids=["left", "silent", "lately", "neighbour", "our number before", "killed", "unknown"],
)
def test_who_is_there_no_more(other: Process, host: str, *, over: bool) -> None:
    assert is_over(other, host, ME, NOW) == over
