"""Fair comparison on a busy machine: interleaved rounds, medians, processor time.

Processor time moves far less than wall time when something else wants the core, and a ratio taken
inside one round is untouched by what happened in another.
"""

import json
import random
import subprocess
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Self

Round = Mapping[str, float]
"""What each contender reached in one round."""


def interleave(rounds: int, contenders: Mapping[str, Callable[[], float]]) -> list[Round]:
    """Let every contender run once a round, in an order that changes from round to round."""
    order = list(contenders)
    shuffle = random.Random(rounds).shuffle  # noqa: S311 - an order of measuring, not a die
    results: list[Round] = []
    for _ in range(rounds):
        shuffle(order)
        results.append({name: contenders[name]() for name in order})
    return results


def typical(rounds: Sequence[Round], name: str) -> float:
    """Return the median over all rounds."""
    return median(each[name] for each in rounds)


def ratio(rounds: Sequence[Round], over: str, under: str) -> float:
    """Return the median of the ratios taken round by round."""
    return median(each[over] / each[under] for each in rounds)


@dataclass(frozen=True, slots=True)
class Engine:
    """An engine in a process of its own that answers one line of JSON with another."""

    name: str
    process: subprocess.Popen[str]

    @classmethod
    def start(cls, name: str, command: Sequence[str], folder: str | None = None) -> Self:
        pipe = subprocess.PIPE
        return cls(name, subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True, cwd=folder))

    def measure(self, notation: str, *, told: bool, seconds: float) -> float:
        """Return rolls per second of processor time; `told` builds the sentence as well."""
        answer = self._ask({"notation": notation, "told": told, "seconds": seconds})
        return answer["rolls"] / answer["cpu"]

    def play(self, players: int, *, seen: bool, seconds: float) -> float:
        """Return moves per second of processor time; `seen` looks with the mover's eyes as well."""
        answer = self._ask({"players": players, "seen": seen, "seconds": seconds})
        return answer["moves"] / answer["cpu"]

    def _ask(self, question: Mapping[str, object]) -> dict[str, float]:
        stdin, stdout = self.process.stdin, self.process.stdout
        if stdin is None or stdout is None:
            raise RuntimeError(f"{self.name} was started without pipes")
        stdin.write(json.dumps(question) + "\n")
        stdin.flush()
        answer: dict[str, float] = json.loads(stdout.readline())
        return answer

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Close its input, which ends it, and wait."""
        self.process.communicate()
