"""d20 as its users call it; run by the Python of an environment of its own."""

import json
import sys
import time
from collections.abc import Callable

import d20

BLOCK = 50


def main() -> None:
    for line in sys.stdin:
        asked = json.loads(line)
        throw = told if asked["told"] else rolled
        sys.stdout.write(json.dumps(measure(throw, asked["notation"], asked["seconds"])) + "\n")
        sys.stdout.flush()


def rolled(notation: str) -> int:
    total: int = d20.roll(notation).total
    return total


def told(notation: str) -> str:
    sentence: str = d20.roll(notation).result
    return sentence


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
