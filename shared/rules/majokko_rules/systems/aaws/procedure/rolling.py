"""The choice of what to roll, the roll, and what comes of it."""

from collections.abc import Mapping
from dataclasses import replace

from majokko_rules.chance import Scripted
from majokko_rules.errors import IllegalAction, InvalidValue, NotYours
from majokko_rules.systems.aaws.checks import Achievement
from majokko_rules.systems.aaws.factors import FUMBLE, Factors, Goal, Level
from majokko_rules.systems.aaws.procedure.announcing import whole_target
from majokko_rules.systems.aaws.procedure.effects import Effect, Hindered, Used
from majokko_rules.systems.aaws.procedure.moves import Choose, Hinder, Reveal, Roll
from majokko_rules.systems.aaws.procedure.state import (
    Choice,
    Offer,
    Party,
    State,
    Terms,
    Thrown,
    Told,
)
from majokko_rules.systems.aaws.procedure.turn import Turn
from majokko_rules.systems.aaws.procedure.units import unknown


def terms_of(state: State) -> Terms:
    assert state.terms, "what comes after the announcement has terms"
    return state.terms


def forced(state: State, unit: str) -> int:
    """How many of a unit's approved factors its own anti factors take.

    In a joint check those of everyone act on the pool of all; see `owed`.
    """
    terms = terms_of(state)
    against = terms.against(unit)
    if state.kind == "single":
        against += terms.against(None)
    return min(against, len(state.approved(unit)))


def owed(state: State) -> int:
    """How many factors everyone's anti factors take from a joint pool, beyond what is `forced`."""
    if state.kind == "single":
        return 0
    left = sum(len(state.approved(p.unit)) - forced(state, p.unit) for p in state.parties)
    return min(terms_of(state).against(None), left)


def may_choose(turn: Turn, unit: str) -> None:
    turn.party(unit)
    turn.only_player(unit)
    turn.at("choosing")


def choose(turn: Turn, move: Choose) -> State:
    """Decide on all factors of a unit at once, before any die falls; until then, ask again."""
    may_choose(turn, move.unit)
    state = turn.state
    approved = [offer.id for offer in state.approved(move.unit)]
    for name, numbers in (("rolled", move.rolled), ("taken", move.taken)):
        for place, number in enumerate(numbers):
            if number not in approved:
                raise unknown(approved, f"/{name}/{place}")
    _each_once(move)
    _as_many_as_needed(state, move)
    party = turn.party(move.unit)
    return state.with_party(replace(party, choice=Choice(move.rolled, move.taken)))


def _each_once(move: Choose) -> None:
    named = (*move.rolled, *move.taken)
    if len(set(named)) < len(named):
        raise InvalidValue("not_together", pointer="/taken", names="rolled, taken")


def _as_many_as_needed(state: State, move: Choose) -> None:
    """A unit gives what its own anti factors take; in a joint check, also for everyone's."""
    needed = forced(state, move.unit)
    others = (party for party in state.parties if party.unit != move.unit)
    spare = owed(state) - sum(_extra(state, party) for party in others)
    if not needed <= len(move.taken) <= needed + spare:
        raise IllegalAction("anti_factors_take", pointer="/taken", count=needed)


def _extra(state: State, party: Party) -> int:
    taken = len(party.choice.taken) if party.choice else forced(state, party.unit)
    return taken - forced(state, party.unit)


def may_roll(turn: Turn) -> None:
    """Let the GM or any player in the check roll once all have chosen."""
    turn.at("choosing")
    units = [turn.cast.unit(party.unit) for party in turn.state.parties]
    if not turn.by.gm and not any(turn.by.plays(unit) for unit in units):
        raise NotYours("only_player")
    missing = [party for party in turn.state.parties if _undecided(turn.state, party)]
    if missing:
        raise IllegalAction("not_chosen", unit=missing[0].unit)
    short = owed(turn.state) - sum(_extra(turn.state, party) for party in turn.state.parties)
    if short:
        raise IllegalAction("anti_factors_of_all", count=short)


def _undecided(state: State, party: Party) -> bool:
    """Whether a choice is missing, where there is one."""
    return not party.choice and len(state.approved(party.unit)) > forced(state, party.unit)


def question(state: State) -> Mapping[str, object]:
    """Return the check to roll, as one asks for it; a secret target is no part of it."""
    terms = terms_of(state)
    goal = Goal() if terms.hidden else terms.goal
    asked: dict[str, object] = {"system": "aaws", "kind": state.kind}
    if state.kind == "joint":
        asked["units"] = [_brought(state, party) for party in state.parties]
    else:
        asked |= _counted(state, state.parties[0])
    if taken := _taken(state):
        asked["anti"] = taken
    if goal.target is not None:
        asked["target"] = goal.target
    if goal.tiers:
        asked["tiers"] = list(goal.tiers)
    return asked


def _brought(state: State, party: Party) -> dict[str, int]:
    standing = sum(1 for _ in state.standing(party.unit))
    return _counted(state, party) | {
        "rejected": standing - len(state.approved(party.unit)),
        "temporary": state.temporaries(party.unit, party.unit),
    }


def _counted(state: State, party: Party) -> dict[str, int]:
    """What anti factors take counts as fixed here, for it is fixed ones that go first."""
    rolled = len(party.choice.rolled) if party.choice else 0
    return {"rolled": rolled, "fixed": len(state.approved(party.unit)) - rolled}


def _taken(state: State) -> int:
    return sum(
        len(party.choice.taken) if party.choice else forced(state, party.unit)
        for party in state.parties
    )


def pool(state: State) -> Factors:
    """All factors that are left."""
    counts = [_counted(state, party) for party in state.parties]
    rolled = sum(count["rolled"] for count in counts)
    return Factors(rolled, sum(count["fixed"] for count in counts) - _taken(state))


def roll(turn: Turn, move: Roll) -> State:
    """Take the dice as they fell. Raises FacesTooFew, FacesTooMany and FaceOutOfRange."""
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
        removed=_taken(state),
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


def level(state: State) -> Level | None:
    """What the roll reached; the GM's secret where the target is."""
    assert state.thrown, "there is a roll"
    return terms_of(state).goal.level(state.thrown.value, fumbled=state.thrown.fumble)


def may_reveal(turn: Turn) -> None:
    turn.only_gm()
    turn.at("rolled", "done")
    told = turn.state.told
    if not terms_of(turn.state).hidden or (told and told.target):
        raise IllegalAction("nothing_hidden")


def reveal(turn: Turn, move: Reveal) -> State:
    """Tell what was secret; a target that was unknown may be set now, and is marked for it."""
    may_reveal(turn)
    state, terms = turn.state, terms_of(turn.state)
    if state.told and move.show == "result":
        raise IllegalAction("nothing_hidden", pointer="/show")
    late = bool(state.told and state.told.set_late)
    if move.target is not None:
        if terms.hidden != "unknown" or terms.goal.target is not None:
            raise IllegalAction("target_stands", pointer="/target")
        target = whole_target(move.target)
        terms, late = replace(terms, goal=replace(terms.goal, target=target)), True
    told = Told(target=move.show == "target", set_late=late)
    return replace(state, step="done", terms=terms, told=told)


def may_hinder(turn: Turn) -> None:
    """Let the GM answer a fumble once."""
    turn.only_gm()
    turn.at("done")
    if turn.state.thrown is None or not turn.state.thrown.fumble:
        raise IllegalAction("no_fumble")
    if turn.state.answered:
        raise IllegalAction("fumble_answered")


def hinder(turn: Turn, move: Hinder) -> State:
    """Give an anti factor, beyond the recommended one or two, to a unit of the check or to all."""
    may_hinder(turn)
    if move.unit is not None:
        turn.party(move.unit)
    answered = replace(turn.state, answered=True)
    return answered.causing(Hindered(move.unit, move.id, move.name))
