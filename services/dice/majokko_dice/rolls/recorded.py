"""Results as they are kept: free of any language, a die in a few characters, worded once for all.

A die that was asked for and counts is `[sides, face]`; others add whether they count and why they
were thrown.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from pydantic import TypeAdapter

from majokko_dice import answers
from majokko_rules import render
from majokko_rules.catalog import LOCALES
from majokko_rules.results import Comparison, Die, Outcome, Result
from majokko_rules.systems import SYSTEMS

Json = Mapping[str, Any]
Told = Mapping[str, Sequence[str]]
"""One line for each result, by locale."""

_OUTCOMES: Mapping[str, type[Outcome]] = {
    Comparison.system: Comparison,
    **{system.id: system.outcome for system in SYSTEMS.values()},
}


def recorded(results: Sequence[Result]) -> list[Json]:
    return [_recorded(result) for result in results]


def told(results: Sequence[Result]) -> Told:
    """Word results in every language; what was said once stays said, whatever we learn to say."""
    return {locale: [render.text(result, locale) for result in results] for locale in LOCALES}


def dice_in(result: Json) -> list[Die]:
    """Return the dice of a recorded result."""
    return [Die(sides, face, *more) for sides, face, *more in result["dice"]]


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
        "dice": [_die(die) for die in result.dice],
        "parts": [[part.label, part.total] for part in result.parts],
        "outcome": result.outcome and answers.outcome(result.outcome),
        "warnings": list(result.warnings),
    }


def _die(die: Die) -> Sequence[object]:
    plain = die.kept and die.cause == "base"
    return (die.sides, die.face) if plain else tuple(die)
