"""Shapes what the service knows into the JSON that REST and the bus promise.

The shapes are documented in `models/`; a test holds both to each other.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields
from fractions import Fraction
from functools import cache, lru_cache
from operator import attrgetter
from typing import Any

from majokko_dice.service import OddsTold, Rolled
from majokko_rules import render
from majokko_rules.odds import Distribution, Odds
from majokko_rules.results import Die, Outcome, Result

Json = dict[str, Any]


def roll(rolled: Rolled, receipt: Mapping[str, object] | None, locale: str) -> Json:
    return {
        "id": rolled.id,
        "source": rolled.source,
        "reason": rolled.asked.reason,
        "results": [result(one, locale) for one in rolled.results],
        "receipt": receipt,
    }


def result(one: Result, locale: str) -> Json:
    return {
        "notation": one.notation,
        "total": one.total,
        "dice": [_die(die) for die in one.dice],
        "parts": [{"label": part.label, "total": part.total} for part in one.parts],
        "outcome": one.outcome and outcome(one.outcome),
        "warnings": warnings(one, locale),
        "text": render.text(one, locale),
    }


def warnings(one: Result, locale: str) -> Sequence[Json]:
    return [{"code": code, "detail": render.warning(code, locale)} for code in one.warnings]


def outcome(told: Outcome) -> Json:
    """Every field of the outcome's system, null where the kind of check has none."""
    names, values = _members(type(told))  # type: ignore[arg-type]
    return dict(zip(names, (told.system, *values(told)), strict=True))


def odds(told: OddsTold, *, exact: bool) -> Json:
    """Probabilities as floats; with `exact` also as fractions `"n/d"` in lowest terms."""
    known = told.odds
    if exact:
        known.check_exact()
    answer: Json = {
        "notation": told.asked.question.notation,
        "distribution": _values(known.distribution, exact=exact),
        **_figures(known, float),
    }
    if exact:
        answer["exact"] = _figures(known, str)
    return answer


def _figures(odds: Odds, told: Callable[[Fraction], object]) -> Json:
    """Return what sums the odds up, each figure told as a float or as a fraction."""
    return {
        "mean": told(odds.mean),
        "variance": told(odds.variance),
        "success": None if odds.success is None else told(odds.success),
        "levels": {level: told(chance) for level, chance in odds.levels.items()},
        "tail": told(odds.distribution.tail),
    }


def _values(distribution: Distribution, *, exact: bool) -> list[Json]:
    weights, whole = distribution.weights, distribution.whole
    # Dividing two whole numbers is correctly rounded at any size, and much faster than fractions.
    values: list[Json] = [{"value": v, "probability": weights[v] / whole} for v in sorted(weights)]
    if exact:
        for entry in values:
            entry["fraction"] = str(Fraction(weights[entry["value"]], whole))
    return values


@lru_cache(maxsize=4096)
def _die(die: Die) -> Json:
    return die._asdict()


@cache
def _members(kind: type[Outcome]) -> tuple[Sequence[str], Callable[[Outcome], tuple[Any, ...]]]:
    """Return what an outcome's members are called, and how to get all but the system's at once."""
    names = [field.name for field in fields(kind)]
    return ("system", *names), attrgetter(*names)
