"""Majokko's rules as a bot would call them: text in, dice (and a sentence) out."""

import json
import sys
import time
from collections.abc import Callable

from majokko_rules import questions, render
from majokko_rules.chance import Entropy

BLOCK = 50
CHANCE = Entropy()


def main() -> None:
    for line in sys.stdin:
        asked = json.loads(line)
        throw = told if asked["told"] else rolled
        sys.stdout.write(json.dumps(measure(throw, asked["notation"], asked["seconds"])) + "\n")
        sys.stdout.flush()


def rolled(notation: str) -> int:
    return questions.of_notation(notation).roll(CHANCE).total


def told(notation: str) -> str:
    return render.text(questions.of_notation(notation).roll(CHANCE), "en")


def measure(throw: Callable[[str], object], notation: str, seconds: float) -> dict[str, float]:
    throw(notation)  # fills the parse cache
    rolls, start = 0, time.process_time()
    while (spent := time.process_time() - start) < seconds:
        for _ in range(BLOCK):
            throw(notation)
        rolls += BLOCK
    return {"rolls": rolls, "cpu": spent}


if __name__ == "__main__":
    main()
