"""Results as they are kept: free of any language, dice in few characters, worded once for all.

Dice that differ in nothing but their faces are kept together, `[sides, [face, …]]`; those that do
not count, or were not simply asked for, add whether they count and why they were thrown. A list for
each die would take twenty times as long to read.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import groupby
from operator import attrgetter
from typing import Any

from pydantic import TypeAdapter

from majokko_dice import answers
from majokko_rules import render
from majokko_rules.catalog import LOCALES
from majokko_rules.results import Cause, Comparison, Die, Outcome, Result
from majokko_rules.systems import SYSTEMS

Json = Mapping[str, Any]
Told = Mapping[str, Sequence[str]]
"""One line for each result, by locale."""

_OUTCOMES: Mapping[str, type[Outcome]] = {
    Comparison.system: Comparison,
    **{system.id: system.outcome for system in SYSTEMS.values()},
}


_KIND = attrgetter("sides", "kept", "cause")
_PLAIN = [True, "base"]


def recorded(results: Sequence[Result]) -> list[Json]:
    return [_recorded(result) for result in results]


def told(results: Sequence[Result]) -> Told:
    """Word results in every language; what was said once stays said, whatever we learn to say."""
    return {locale: [render.text(result, locale) for result in results] for locale in LOCALES}


def dice_in(result: Json) -> Iterator[Die]:
    """Return the dice of a recorded result, in order.

    >>> list(dice_in({"dice": [[6, [3, 4]], [6, [1], False, "base"]]}))[2]
    Die(sides=6, face=1, kept=False, cause='base')
    """
    for sides, faces, *more in result["dice"]:
        for face in faces:
            yield _laid(sides, face, *more)


def dice_count(result: Json) -> int:
    return sum(len(faces) for _, faces, *_ in result["dice"])


@lru_cache(maxsize=4096)
def _laid(sides: int, face: int, kept: bool = True, cause: Cause = "base") -> Die:  # noqa: FBT001, FBT002 - as kept
    return Die(sides, face, kept, cause)


def outcome_of(told: Json | None) -> Outcome | None:
    """Return what the rules said of a result: its shape is that of its system."""
    if told is None:
        return None
    members = {name: value for name, value in told.items() if name != "system"}
    outcome: Outcome = _reader(told["system"]).validate_python(members)
    return outcome


@cache
def _reader(system: str) -> TypeAdapter[Any]:
    return TypeAdapter(_OUTCOMES[system])


def _recorded(result: Result) -> Json:
    return {
        "notation": result.notation,
        "total": result.total,
        "dice": [_run(*alike) for alike in groupby(result.dice, _KIND)],
        "parts": [[part.label, part.total] for part in result.parts],
        "outcome": result.outcome and answers.outcome(result.outcome),
        "warnings": list(result.warnings),
    }


def _run(kind: tuple[int, bool, Cause], dice: Iterable[Die]) -> Sequence[object]:
    sides, *more = kind
    faces = [die.face for die in dice]
    return (sides, faces) if more == _PLAIN else (sides, faces, *more)
