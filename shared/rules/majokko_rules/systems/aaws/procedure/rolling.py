"""The roll: one die for each rolled factor of all units, and what the factors are used for."""

from collections.abc import Mapping
from dataclasses import replace

from majokko_rules.chance import Scripted
from majokko_rules.errors import IllegalAction, NotYours
from majokko_rules.systems.aaws.checks import Achievement
from majokko_rules.systems.aaws.factors import FUMBLE, Goal
from majokko_rules.systems.aaws.procedure.choosing import (
    counted,
    extra,
    owed,
    pool,
    removed,
    terms_of,
    undecided,
)
from majokko_rules.systems.aaws.procedure.effects import Effect, Used
from majokko_rules.systems.aaws.procedure.moves import Roll
from majokko_rules.systems.aaws.procedure.state import Offer, Party, State, Thrown
from majokko_rules.systems.aaws.procedure.turn import Turn


def may_roll(turn: Turn) -> None:
    """Let the GM or any player in the check roll once all have chosen."""
    turn.at("choosing")
    units = [turn.cast.unit(party.unit) for party in turn.state.parties]
    if not turn.by.gm and not any(turn.by.plays(unit) for unit in units):
        raise NotYours("only_player")
    missing = [party for party in turn.state.parties if undecided(turn.state, party)]
    if missing:
        raise IllegalAction("not_chosen", unit=missing[0].unit)
    short = owed(turn.state) - sum(extra(turn.state, party) for party in turn.state.parties)
    if short:
        raise IllegalAction("anti_factors_of_all", count=short)


def question(state: State) -> Mapping[str, object]:
    """Return the check to roll, as one asks for it; a secret target is no part of it."""
    terms = terms_of(state)
    goal = Goal() if terms.hidden else terms.goal
    asked: dict[str, object] = {"system": "aaws", "kind": state.kind}
    if state.kind == "joint":
        asked["units"] = [_brought(state, party) for party in state.parties]
    else:
        asked |= counted(state, state.parties[0])
    if gone := removed(state):
        asked["anti"] = gone
    if goal.target is not None:
        asked["target"] = goal.target
    if goal.tiers:
        asked["tiers"] = list(goal.tiers)
    return asked


def _brought(state: State, party: Party) -> dict[str, int]:
    standing = sum(1 for _ in state.standing(party.unit))
    return counted(state, party) | {
        "rejected": standing - len(state.approved(party.unit)),
        "temporary": state.temporaries(party.unit, party.unit),
    }


def roll(turn: Turn, move: Roll) -> State:
    """Take the dice as they fell, unit by unit, in the order in which their factors are rolled.

    Raises FacesTooFew, FacesTooMany and FaceOutOfRange.
    """
    may_roll(turn)
    state = turn.state
    factors = pool(state)
    dice = Scripted(move.faces)
    result = Achievement("", factors, Goal()).roll(dice)
    dice.finish()
    thrown = Thrown(
        faces=move.faces,
        value=result.total,
        fumble=FUMBLE in move.faces,
        rolled=factors.rolled,
        fixed=factors.fixed,
        removed=removed(state),
    )
    secret = terms_of(state).hidden and not thrown.fumble
    after = replace(state, thrown=thrown, step="rolled" if secret else "done")
    return after.causing(*_first_uses(turn))


def _first_uses(turn: Turn) -> list[Effect]:
    return [
        Used(offer.unit, offer.ref or "", turn.state.action)
        for party in turn.state.parties
        for offer in turn.state.approved(party.unit)
        if _never_used(turn, offer)
    ]


def _never_used(turn: Turn, offer: Offer) -> bool:
    factor = turn.cast.unit(offer.unit).factor(offer.ref or "")
    return offer.kind in ("own", "new") and factor is not None and factor.first_used is None
