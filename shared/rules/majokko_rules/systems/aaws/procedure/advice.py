"""What the rules recommend: told to everyone, never a reason to refuse."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from majokko_rules.systems.aaws.procedure.choosing import pool
from majokko_rules.systems.aaws.procedure.state import OVER, RULES, State, Terms

_ANTI = RULES["anti"]

Code = Literal[
    "anti_above_recommended",
    "anti_above_most",
    "shared_anti_several",
    "shared_anti_unavoidable",
    "unit_not_reviewed",
    "needless_risk",
]


@dataclass(frozen=True, slots=True)
class Advice:
    """A key of the system's `warnings`, and the unit it is about."""

    code: Code
    unit: str | None = None


def advice(state: State, *, target_known: bool) -> tuple[Advice, ...]:
    """Return what is worth a thought now; what depends on a target is for those who know it."""
    if state.step in OVER:
        return ()
    found = list(_unreviewed(state))
    if state.terms:
        found += _about_antis(state, state.terms)
        if target_known and state.step == "choosing" and _needless(state, state.terms):
            found.append(Advice("needless_risk"))
    return tuple(found)


def _unreviewed(state: State) -> Iterator[Advice]:
    """Before play the GM goes over each unit's factors for over-general ones."""
    return (Advice("unit_not_reviewed", p.unit) for p in state.parties if not p.reviewed)


def _about_antis(state: State, terms: Terms) -> Iterator[Advice]:
    """One anti factor a unit, two at most; one for all, if it can be avoided; none for a fumble."""
    for party in state.parties:
        given = sum(one.unit == party.unit and not one.fumble for one in terms.antis)
        if given > _ANTI["most"]:
            yield Advice("anti_above_most", party.unit)
        elif given > _ANTI["recommended"]:
            yield Advice("anti_above_recommended", party.unit)
    shared = [one for one in terms.antis if one.unit is None and not one.fumble]
    if len(shared) > _ANTI["shared"]:
        yield Advice("shared_anti_several")
    if any(one.avoid is None for one in shared):
        yield Advice("shared_anti_unavoidable")


def _needless(state: State, terms: Terms) -> bool:
    """Say that fixed factors alone reach the target, so that rolling only risks a fumble."""
    factors = pool(state)
    return bool(factors.count and terms.goal.reached(factors.certain))
