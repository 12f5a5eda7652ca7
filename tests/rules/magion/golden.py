"""Writes the golden replays of a ruleset version: `python -m tests.rules.magion.golden`.

Those that are there are kept as they are, for ever: a replay of any past version has to be played
by the rules of its time. Only cases that are missing are written.
"""

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

from majokko_rules.cards.magion import Hint, State, legal
from majokko_rules.cards.magion.actions import Action, Ask
from majokko_rules.cards.replays import Replay, Result, encode, write
from tests.rules.magion.replayed import Game, found

FOLDER = Path(__file__).parents[2] / "fixtures" / "replays"
VERSION = "magion@1"


def reckless(state: State) -> Action:
    """Give hints until the third marker loses the game."""
    return next(each for each in legal(state) if isinstance(each, Hint | Ask))


class Blind:
    """Plays by chance alone."""

    def __init__(self) -> None:
        self._chance = Random(1)

    def __call__(self, state: State) -> Action:
        return self._chance.choice(legal(state))


def _first(games: Iterator[Game], fits: Callable[[Replay], bool]) -> Game:
    return next(each for each in games if fits(each.replay))


def _scored(points: int) -> Callable[[Replay], bool]:
    return lambda replay: replay.result is not None and replay.result.score == points


def _ended(reason: str) -> Callable[[Replay], bool]:
    return lambda replay: replay.result is not None and replay.result.reason == reason


def _stopped(game: Game, reason: str, after: int) -> Game:
    stopped = replace(
        game.replay, actions=game.replay.actions[:after], result=Result("ended", reason)
    )
    orders = replace(stopped.deal, orders=())
    return replace(game, replay=replace(stopped, deal=orders))


def _forked(game: Game, after: int) -> Replay:
    return replace(game.replay, source="practice", inherited=after)


CASES: dict[str, Callable[[], Game | Replay]] = {
    "hundred points": lambda: _first(found(), _scored(100)),
    "hundred and fifty points with QB": lambda: _first(found(qb=True), _scored(150)),
    "two players": lambda: _first(found(players=2), _ended("all_complete")),
    "three players and an empty deck": lambda: _first(found(players=3), _ended("deck_empty")),
    "third marker": lambda: next(found(reckless)),
    "by chance": lambda: next(found(Blind(), players=3)),
    "asking about the own hand": lambda: next(found(ask_instead_of_tell=True)),
    "no fatal hints but empty ones": lambda: next(found(fatal_hint=False, empty_hint=True)),
    "Walpurgisnacht locks all": lambda: _first(
        found(walpurgis_locks_all=True), _ended("deck_empty")
    ),
    "dealt again": lambda: _first(found(qb=True), lambda replay: len(replay.redealt) > 0),
    "witches shuffled three times": lambda: _first(
        found(), lambda replay: len(replay.deal.orders) > 2
    ),
    "stopped by a vote": lambda: _stopped(next(found()), "vote", 5),
    "gone on from another game": lambda: _forked(next(found()), 9),
}


def main() -> None:
    folder = FOLDER / VERSION
    folder.mkdir(parents=True, exist_ok=True)
    for case, make in CASES.items():
        file = folder / f"{case.lower().replace(' ', '-')}.json"
        if not file.exists():
            file.write_text(json.dumps(_document(case, make()), indent=1) + "\n", "utf-8")


def _document(case: str, made: Game | Replay) -> dict[str, object]:
    replay = made if isinstance(made, Replay) else made.replay
    return {
        "case": case,
        "code": encode(replay),
        "replay": write(replay),
        "proof": None if isinstance(made, Replay) else made.proof,
    }


if __name__ == "__main__":
    main()
