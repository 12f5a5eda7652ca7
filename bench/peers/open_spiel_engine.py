"""Random games of OpenSpiel's Hanabi; run by the Python of an environment of its own."""

import json
import random
import sys
import time

import pyspiel

BLOCK = 20
CHANCE = random.Random(5)  # noqa: S311 - random play, not a die


def main() -> None:
    for line in sys.stdin:
        asked = json.loads(line)
        answer = measure(asked["players"], asked["seconds"], seen=asked["seen"])
        sys.stdout.write(json.dumps(answer) + "\n")
        sys.stdout.flush()


def measure(players: int, seconds: float, *, seen: bool) -> dict[str, float]:
    game = pyspiel.load_game("hanabi", {"players": players})
    played(game, seen=seen)
    moves, start = 0, time.process_time()
    while (spent := time.process_time() - start) < seconds:
        moves += sum(played(game, seen=seen) for _ in range(BLOCK))
    return {"moves": moves, "cpu": spent}


def played(game: pyspiel.Game, *, seen: bool) -> int:
    """Play one game at random and return its moves; dealt cards are none, though their time counts.

    `seen`: before each move, what the one on turn may know is written out.
    """
    state, moves = game.new_initial_state(), 0
    while not state.is_terminal():
        if state.is_chance_node():
            cards, odds = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(CHANCE.choices(cards, odds)[0])
            continue
        if seen:
            state.observation_string(state.current_player())
        actions = state.legal_actions()
        state.apply_action(actions[int(CHANCE.random() * len(actions))])
        moves += 1
    return moves


if __name__ == "__main__":
    main()
