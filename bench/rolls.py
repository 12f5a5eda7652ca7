"""Text in, dice out: rolls per second of processor time, each engine as its users call it.

Parse caches stay on, on all sides (rpg-dice-roller has none). "told" adds the sentence that shows
every die.
"""

import sys
from collections.abc import Iterator
from contextlib import ExitStack
from functools import partial

from bench import peers
from bench.race import Engine, Round, interleave, ratio, typical
from bench.report import Row

SECTION = "Rolls per CPU-second"
STRETCH = 0.25
"""Seconds of processor time per engine and round."""

QUESTIONS = (
    # ours and rpg-dice-roller's words are the same for the first two; d20 cannot count successes,
    # so it sums the third
    {"majokko": "3d6", "d20": "3d6", "rpg-dice-roller": "3d6"},
    {"majokko": "4d6kh3", "d20": "4d6kh3", "rpg-dice-roller": "4d6kh3"},
    {"majokko": "20a9k8", "d20": "20d10e>8", "rpg-dice-roller": "20d10!>=9>=8"},
)


def measure(rounds: int) -> list[Row]:
    with ExitStack() as stack:
        engines = [stack.enter_context(engine) for engine in _engines()]
        return [
            _row(question, engines, told=told, rounds=rounds)
            for question in QUESTIONS
            for told in (False, True)
        ]


def _engines() -> Iterator[Engine]:
    """Start every engine that this machine can run."""
    for start in (peers.majokko, peers.d20, peers.rpg_dice_roller):
        try:
            yield start()
        except peers.PeerAway as away:
            print(f"{start.__name__} is left out: {away}", file=sys.stderr)


def _row(question: dict[str, str], engines: list[Engine], *, told: bool, rounds: int) -> Row:
    contenders = {
        engine.name: partial(engine.measure, question[engine.name], told=told, seconds=STRETCH)
        for engine in engines
    }
    return _compared(
        question["majokko"] + (", told" if told else ""), interleave(rounds, contenders)
    )


def _compared(name: str, results: list[Round]) -> Row:
    engines = list(results[0])
    others = [engine for engine in engines if engine != "majokko"]
    return Row(
        SECTION,
        name,
        {engine: typical(results, engine) for engine in engines},
        {f"majokko/{other}": ratio(results, "majokko", other) for other in others},
    )
