"""What each side sees of a check. What the GM keeps secret is taken out here, and nowhere else."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from majokko_rules.systems.aaws.factors import Level, Target
from majokko_rules.systems.aaws.procedure.advice import Advice, advice
from majokko_rules.systems.aaws.procedure.choosing import rolled
from majokko_rules.systems.aaws.procedure.effects import Effect
from majokko_rules.systems.aaws.procedure.moves import Announce, Move, Reveal
from majokko_rules.systems.aaws.procedure.state import (
    Applied,
    Kind,
    Offer,
    Options,
    Party,
    Secrecy,
    Side,
    State,
    Step,
    Terms,
    Thrown,
    Verdict,
    Wish,
)
from majokko_rules.systems.aaws.procedure.telling import level

GM = "gm"


@dataclass(frozen=True, slots=True)
class TermsSeen:
    """What was announced; `known` says whether target and middle values are told here."""

    condition: str
    hidden: Secrecy | None
    known: bool
    target: Target
    tiers: tuple[int, ...]
    antis: tuple[Applied, ...]


@dataclass(frozen=True, slots=True)
class ResultSeen:
    """The dice, which everybody sees, and what they reached, as far as it is known.

    `factors` says which declared factor each of the `faces` belongs to.
    `margin` is value − target. `set_late` says that the target was set after the roll.
    """

    faces: tuple[int, ...]
    factors: tuple[int, ...]
    value: int
    fumble: bool
    rolled: int
    fixed: int
    removed: int
    known: bool
    level: Level | None = None
    success: bool | None = None
    tier: int | None = None
    margin: int | None = None
    set_late: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """`awaits` are those who have to do something: ids of units, or `gm`."""

    version: int
    kind: Kind
    step: Step
    opened_by: Side
    opener: str
    action: str
    declined: tuple[str, ...]
    verdict: Verdict | None
    reason: str | None
    options: Options
    parties: tuple[Party, ...]
    gm_accepted: bool
    terms: TermsSeen | None
    renegotiated: int
    wish: Wish | None
    offers: tuple[Offer, ...]
    result: ResultSeen | None
    answered: bool
    effects: tuple[Effect, ...]
    advice: tuple[Advice, ...]
    awaits: tuple[str, ...]


def view(state: State, *, gm: bool) -> View:
    """Show a check to the GM, or to anybody else."""
    terms = state.terms
    known = terms is not None and _known(state, terms, gm=gm)
    return View(
        version=state.version,
        kind=state.kind,
        step=state.step,
        opened_by=state.opened_by,
        opener=state.opener,
        action=state.action,
        declined=state.declined,
        verdict=state.verdict,
        reason=state.reason,
        options=state.options,
        parties=state.parties,
        gm_accepted=state.gm_accepted,
        terms=_terms(terms, known=known) if terms else None,
        renegotiated=state.renegotiated,
        wish=state.wish,
        offers=state.offers,
        result=_result(state, state.thrown, known=known) if state.thrown else None,
        answered=state.answered,
        effects=state.effects,
        advice=advice(state, target_known=known),
        awaits=tuple(awaited(state)),
    )


def seen(move: Move, *, gm: bool) -> Move:
    """Show a single move to the GM, or to anybody else.

    >>> seen(Announce(condition="at night", target=9, hidden="unknown"), gm=False).target
    """
    if gm:
        return move
    if isinstance(move, Announce) and move.hidden:
        return replace(move, target=None, tiers=())
    if isinstance(move, Reveal) and move.show == "result":
        return replace(move, target=None)
    return move


def awaited(state: State) -> Iterator[str]:
    """Name those who have to do something before the check goes on."""
    match state.step:
        case "demanded" | "declared":
            yield from (party.unit for party in state.parties if not party.accepted)
            if not state.gm_accepted:
                yield GM
        case "declaring" if state.wish is None and state.acting:
            yield state.acting.unit
        case "choosing":
            units = [party.unit for party in state.parties]
            undecided = [party.unit for party in state.parties if not party.choice]
            yield from undecided or units
        case "accepted" | "declaring" | "judging" | "rolled":
            yield GM
        case _:
            return


def _known(state: State, terms: Terms, *, gm: bool) -> bool:
    return gm or not terms.hidden or (state.told is not None and state.told.target)


def _terms(terms: Terms, *, known: bool) -> TermsSeen:
    return TermsSeen(
        condition=terms.condition,
        hidden=terms.hidden,
        known=known,
        target=terms.goal.target if known else None,
        tiers=terms.goal.tiers if known else (),
        antis=terms.antis,
    )


def _result(state: State, thrown: Thrown, *, known: bool) -> ResultSeen:
    """Tell what is known: the dice; with the GM's word the level; with the target the margin."""
    lying = ResultSeen(
        faces=thrown.faces,
        factors=rolled(state),
        value=thrown.value,
        fumble=thrown.fumble,
        rolled=thrown.rolled,
        fixed=thrown.fixed,
        removed=thrown.removed,
        known=known or state.told is not None,
        level="fumble" if thrown.fumble else None,
        set_late=bool(state.told and state.told.set_late),
    )
    return _judged(state, lying, with_margin=known) if lying.known else lying


def _judged(state: State, lying: ResultSeen, *, with_margin: bool) -> ResultSeen:
    assert state.terms, "what was rolled had terms"
    goal, reached = state.terms.goal, level(state)
    margin = lying.value - goal.target if with_margin and isinstance(goal.target, int) else None
    return replace(
        lying,
        level=reached,
        success=None if goal.target is None else reached == "success",
        tier=goal.tier(lying.value) if reached == "middle" else None,
        margin=margin,
    )
