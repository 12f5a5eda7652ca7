"""Exact odds of attempts by several girls, the next one made only when the last has failed."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import prod

from majokko_rules.odds import Distribution, Odds
from majokko_rules.systems.collapse import levels
from majokko_rules.systems.collapse.d100 import D100
from majokko_rules.systems.collapse.levels import LEVELS, Mark

Girl = tuple[int, Mark]
"""Her place in the request, and what her roll is held against."""

Attempt = tuple[Girl, ...]
"""Girls who roll at once."""

_ROLL = D100().distribution()

Counts = Mapping[int, Fraction]
"""How likely so many successes are."""


def odds_of(attempts: Sequence[Attempt], *, every: bool) -> Odds:
    """Return the odds; the distribution counts the successes of all attempts made."""
    won: dict[int, Fraction] = {}
    lost: Counts = {0: Fraction(1)}
    shares = dict.fromkeys(LEVELS, Fraction(0))
    for attempt in attempts:
        made = sum(lost.values())
        for level, chance in _levels(attempt, every=every).items():
            if levels.succeeds(level) or attempt is attempts[-1]:
                shares[level] += made * chance
        lost = _after(lost, attempt, len(attempt) if every else 1, won)
    whole = _ROLL.whole ** sum(len(attempt) for attempt in attempts)
    success = sum(won.values(), Fraction(0))
    return Odds(_weighed(_sum(won, lost), whole), success, shares, _weighed(won, whole))


def _after(lost: Counts, attempt: Attempt, enough: int, won: dict[int, Fraction]) -> Counts:
    """Let `attempt` follow what was `lost` so far: add to `won`, return what is lost still."""
    still: dict[int, Fraction] = {}
    for successes, chance in _successes(attempt).items():
        into = won if successes >= enough else still
        for already, reached in lost.items():
            total = already + successes
            into[total] = into.get(total, Fraction(0)) + chance * reached
    return still


def _sum(one: Counts, other: Counts) -> Counts:
    return {n: one.get(n, Fraction(0)) + other.get(n, Fraction(0)) for n in {*one, *other}}


def _successes(attempt: Attempt) -> Counts:
    total = Distribution.certain(0)
    for _, mark in attempt:
        shares = levels.weights(_ROLL, mark.level)
        succeeding = sum(share for level, share in shares.items() if levels.succeeds(level))
        total += Distribution.of_list((_ROLL.whole - succeeding, succeeding), _ROLL.whole)
    return dict(total.items())


def _levels(attempt: Attempt, *, every: bool) -> Mapping[str, Fraction]:
    """Return the odds of the worst (`every`) or the best level of girls who roll at once."""
    shares = [levels.weights(_ROLL, mark.level) for _, mark in attempt]
    order = LEVELS if every else LEVELS[::-1]
    found: dict[str, Fraction] = {}
    for place, level in enumerate(order):
        this_far = _all_within(shares, order[place:])
        found[level] = this_far - _all_within(shares, order[place + 1 :])
    return found


def _all_within(shares: Sequence[Mapping[str, int]], allowed: Sequence[str]) -> Fraction:
    return prod(
        (Fraction(sum(share[level] for level in allowed), _ROLL.whole) for share in shares),
        start=Fraction(1),
    )


def _weighed(counts: Counts, whole: int) -> Distribution:
    return Distribution({n: int(chance * whole) for n, chance in counts.items() if chance}, whole)
