"""Card games played at random: moves per second of processor time, beside OpenSpiel's Hanabi.

Every move is one of the legal ones, looked up and played; "seen" adds what the one on turn may know
before each of them. Shuffling, dealing and the ends of games are part of both sides' time.
"""

from contextlib import ExitStack
from functools import partial

from bench import peers
from bench.race import Engine, interleave, ratio, typical
from bench.report import Row

SECTION = "Moves of card games per CPU-second"
STRETCH = 0.5
"""Seconds of processor time per engine and round."""


def measure(rounds: int) -> list[Row]:
    with ExitStack() as stack:
        engines = [stack.enter_context(start()) for start in (peers.magion, peers.open_spiel)]
        return [
            _row(players, engines, seen=seen, rounds=rounds)
            for players in (2, 4)
            for seen in (False, True)
        ]


def _row(players: int, engines: list[Engine], *, seen: bool, rounds: int) -> Row:
    contenders = {
        engine.name: partial(engine.play, players, seen=seen, seconds=STRETCH) for engine in engines
    }
    results = interleave(rounds, contenders)
    return Row(
        SECTION,
        f"{players} players" + (", seen" if seen else ""),
        {engine.name: typical(results, engine.name) for engine in engines},
        {"majokko/open_spiel": ratio(results, "majokko", "open_spiel")},
    )
