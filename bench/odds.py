"""Exact odds against icepool: processor time of the first answer to a question, and of later ones.

Each contender runs in a process of its own, because both keep what they once computed:

    python -m bench.odds majokko 20a9k8   →  {"cold": …, "warm": …}, seconds
"""

import json
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from statistics import median

from bench.race import interleave, ratio, typical
from bench.report import Row

SECTION = "Exact odds, CPU µs (lower is better)"
AGAIN = 20
"""How often icepool follows an exploding die; it knows no closed form."""

WARM = 5

QUESTIONS = ("20a9k8", "4d6kh3", "AMGC 12d10")


def measure(rounds: int) -> list[Row]:
    return [_row(name, rounds, when) for name in QUESTIONS for when in ("cold", "warm")]


def _row(question: str, rounds: int, when: str) -> Row:
    contenders = {name: partial(_ask, name, question, when) for name in CONTENDERS}
    results = interleave(rounds, contenders)
    return Row(
        SECTION,
        f"{question}, {when}",
        {name: typical(results, name) * 1e6 for name in contenders},
        {"icepool/majokko": ratio(results, "icepool", "majokko")},
    )


def _ask(name: str, question: str, when: str) -> float:
    command = [sys.executable, "-m", "bench.odds", name, question]
    answer: dict[str, float] = json.loads(subprocess.check_output(command))
    return answer[when]


def main() -> None:
    name, question = sys.argv[1:]
    compute = CONTENDERS[name](question)
    cold = _timed(compute)
    sys.stdout.write(
        json.dumps({"cold": cold, "warm": median(_timed(compute) for _ in range(WARM))})
    )


def _timed(compute: Callable[[], object]) -> float:
    start = time.process_time()
    compute()
    return time.process_time() - start


def _majokko(question: str) -> Callable[[], object]:
    """Return a call that reads the question anew and answers it whole."""
    from majokko_rules import dice, systems  # noqa: PLC0415 - only this contender is loaded

    dice.parse("2d4").odds()  # loads what is loaded on first use

    def asked() -> object:
        if question == "AMGC 12d10":
            return systems.check({"system": "amgc", "stat": 24}, {}).odds()
        return (systems.command(question) or dice.parse(question)).odds()

    return asked


def _icepool(question: str) -> Callable[[], object]:
    from icepool import Again, Die, d4, d6  # noqa: PLC0415 - as above

    _ = 2 @ d4
    pool = [1 + Again if face >= 9 else int(face >= 8) for face in range(1, 11)]
    amgc = [0] * 6 + [1, 1, 1, 2]
    return {
        "20a9k8": lambda: 20 @ Die(pool, again_depth=AGAIN),
        "4d6kh3": lambda: d6.highest(4, 3),
        "AMGC 12d10": lambda: 12 @ Die(amgc),
    }[question]


CONTENDERS = {"majokko": _majokko, "icepool": _icepool}


if __name__ == "__main__":
    main()
