"""Random games of Madoka Magion: a deal, then one legal action after another.

"seen": before each of them, what the one on turn may know is worked out, with the kinds that every
card in every hand can still be.
"""

import json
import random
import sys
import time
from collections.abc import Sequence

from majokko_rules.cards.magion import Deal, Rules, begin, legal, play, view
from majokko_rules.cards.magion.cards import NUMBERS
from majokko_rules.rulesets import shelf

BLOCK = 20
WITCHES = range(1, 9)
CHANCE = random.Random(5)  # noqa: S311 - random play, not a die


def main() -> None:
    for line in sys.stdin:
        asked = json.loads(line)
        answer = measure(asked["players"], asked["seconds"], seen=asked["seen"])
        sys.stdout.write(json.dumps(answer) + "\n")
        sys.stdout.flush()


def measure(players: int, seconds: float, *, seen: bool) -> dict[str, float]:
    rules = Rules.of(shelf.find("magion"), players, {})
    deck = [NUMBERS[name] for name in rules.deck]
    played(rules, deck, seen=seen)
    moves, start = 0, time.process_time()
    while (spent := time.process_time() - start) < seconds:
        moves += sum(played(rules, deck, seen=seen) for _ in range(BLOCK))
    return {"moves": moves, "cpu": spent}


def played(rules: Rules, deck: Sequence[int], *, seen: bool) -> int:
    """Play one game at random and return its moves; its deal takes part of the time."""
    state = begin(rules, Deal(shuffled(deck), shuffled(WITCHES), 0))
    while actions := legal(state):
        if seen:
            view(state, state.turn)
        state = play(state, actions[int(CHANCE.random() * len(actions))])
    return state.moves


def shuffled(cards: Sequence[int]) -> tuple[int, ...]:
    return tuple(sorted(cards, key=lambda _: CHANCE.random()))


if __name__ == "__main__":
    main()
