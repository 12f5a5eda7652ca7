"""Whether a log of a game keeps time: nobody is charged for what was not hers to use."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from majokko_kit.clock import from_rfc3339
from tests.chaos.history import Json

Absence = tuple[int, int]
"""From when to when nobody was there to play with."""

GRACE = 20_000
"""Milliseconds that whoever is awaited is given after an absence; docs/cards.md."""


def clock_faults(log: Sequence[Json], absences: Sequence[Absence]) -> Iterator[str]:
    """Return what is wrong with what a game tells of its clock, if it has one."""
    told = [each for each in log if each["data"].get("clock")]
    for before, after in pairwise(told):
        if before["data"]["clock"]["seat"] is not None:
            yield from _turn_faults(before, after, absences)
    yield from _expired_too_soon(log)


def _turn_faults(before: Json, after: Json, absences: Sequence[Absence]) -> Iterator[str]:
    was, now = before["data"]["clock"], after["data"]["clock"]
    seat, since = was["seat"], from_rfc3339(was["since"])
    at, until = f"version {after['data']['version']}", from_rfc3339(now["since"])
    others = [number for number in range(len(was["left_ms"])) if number != seat]
    if any(now["left_ms"][each] != was["left_ms"][each] for each in others):
        yield f"{at}: the clock of somebody who was not awaited has changed"
    charged = was["left_ms"][seat] - now["left_ms"][seat]
    missed = [(gone, back) for gone, back in absences if since < gone and back < until]
    if after["data"]["reason"] == "absence":
        most = max(missed[0][0] - since, 0) if missed else until - since
        if charged > most - GRACE:
            yield f"{at}: {charged} ms were charged, of {most} at most, and {GRACE} not given"
        return
    ended = now["seat"] != seat
    right = min(until - since, was["left_ms"][seat]) - (was["increment_ms"] if ended else 0)
    if charged != right:
        yield f"{at}: {charged} ms were charged instead of {right}"
    if missed:
        yield f"{at}: the time from {missed[0][0]} to {missed[0][1]} was charged: nobody was there"


def _expired_too_soon(log: Sequence[Json]) -> Iterator[str]:
    deadline = None
    for event in log:
        if event["data"].get("clock"):
            deadline = event["data"]["clock"]["deadline"]
        if event["type"] == "clock.expired" and (deadline is None or event["at"] < deadline):
            yield f"version {event['data']['version']}: time was up before {deadline}"
