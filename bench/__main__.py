"""One command for all comparisons: `make bench`, or `python -m bench rolls odds --json`."""

import argparse
import json
import sys
from collections.abc import Callable, Mapping

from bench import cards, limits, odds, rolls, rooms, served, sessions
from bench.report import Row, as_data, as_table

SECTIONS: Mapping[str, Callable[[int], list[Row]]] = {
    "rolls": rolls.measure,
    "odds": odds.measure,
    "cards": cards.measure,
    "http": served.measure,
    "limits": limits.measure,
    "rooms": rooms.measure,
    "sessions": sessions.measure,
}


def main() -> None:
    asked = _arguments()
    rows = [row for name in asked.sections or SECTIONS for row in SECTIONS[name](asked.rounds)]
    print(json.dumps(as_data(rows), indent=1) if asked.json else as_table(rows))


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="bench", description=__doc__)
    parser.add_argument("sections", nargs="*", choices=[*SECTIONS, []], help="all by default")
    parser.add_argument("--rounds", type=int, default=5, help="interleaved rounds (5)")
    parser.add_argument("--json", action="store_true", help="rows for a machine")
    return parser.parse_args()


if __name__ == "__main__":
    main()
    sys.exit()
