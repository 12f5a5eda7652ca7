"""Streams of rooms, drawn from as rooms draw: what was asked decides what is thrown."""

from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from majokko_dice.asking import read_roll
from majokko_kit import body
from majokko_rules.errors import RuleError
from majokko_rules.fairness.drawing import (
    Closed,
    Committed,
    Contribution,
    Drawn,
    Open,
    StreamName,
)

STREAM = "str_01KB9Q1V5S3V9D0QH3S3YB8N4E"
SEEDS = (Contribution("mem_homura", "loop-101"), Contribution("mem_madoka", "tea.and~cake"))
REQUESTS = (
    "3d6+2",
    '{"check":{"bonus":2,"system":"collapse","value":50}}',
    "20b10>=8",
    '{"notation":"1d6","times":3}',
    "4dF",
    "40d6!",
    "2d{1,2,4}",
)


def opened(*seeds: Contribution, index: int = 0, secret: bytes = bytes(range(32))) -> Open:
    committed = Committed(StreamName("default", STREAM, index), secret)
    for seed in seeds:
        committed = committed.contribute(seed)
    return committed.open()


def rolled(stream: Open, request: str, *, secret: bool = False) -> Drawn:
    """Roll what a request asks for; a roll that comes to nothing is drawn, too."""
    written = body.read(request.encode()) if request.startswith('{"') else {"notation": request}
    asked, turn = read_roll(written), stream.turn("roll")
    with suppress(RuleError):
        for _ in range(asked.times):
            asked.question.roll(turn.chance)
    return (stream.record_secret if secret else stream.record)(turn, request)


def closed(requests: Sequence[str], stream: Open | None = None, every_secret: int = 3) -> Closed:
    """Roll all the requests, each third of them in secret, and close the stream."""
    stream, log = stream or opened(*SEEDS), list[Drawn]()
    for number, request in enumerate(requests):
        log.append(rolled(stream, request, secret=number % every_secret == every_secret - 1))
        stream = stream.after(log[-1])
    return stream.close(log)


def evening(draws: int = len(REQUESTS)) -> dict[str, Any]:
    """Return the proof of so many rolls of all kinds."""
    return dict(closed([REQUESTS[n % len(REQUESTS)] for n in range(draws)]).proof())
