"""The players' choice: what of the approved factors is rolled, fixed, or given to anti factors."""

from dataclasses import replace

from majokko_rules.errors import IllegalAction, InvalidValue
from majokko_rules.systems.aaws.factors import Factors
from majokko_rules.systems.aaws.procedure.moves import Choose
from majokko_rules.systems.aaws.procedure.state import Choice, Party, State, Terms
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
    spare = owed(state) - sum(extra(state, party) for party in others)
    if not needed <= len(move.taken) <= needed + spare:
        raise IllegalAction("anti_factors_take", pointer="/taken", count=needed)


def extra(state: State, party: Party) -> int:
    taken = len(party.choice.taken) if party.choice else forced(state, party.unit)
    return taken - forced(state, party.unit)


def undecided(state: State, party: Party) -> bool:
    """Whether a choice is missing, where there is one."""
    return not party.choice and len(state.approved(party.unit)) > forced(state, party.unit)


def counted(state: State, party: Party) -> dict[str, int]:
    """What anti factors take counts as fixed here, for it is fixed ones that go first."""
    rolled = len(party.choice.rolled) if party.choice else 0
    return {"rolled": rolled, "fixed": len(state.approved(party.unit)) - rolled}


def removed(state: State) -> int:
    return sum(
        len(party.choice.taken) if party.choice else forced(state, party.unit)
        for party in state.parties
    )


def rolled(state: State) -> tuple[int, ...]:
    """Return the factors that are rolled, in the order of their dice."""
    return tuple(n for party in state.parties if party.choice for n in party.choice.rolled)


def pool(state: State) -> Factors:
    """All factors that are left."""
    counts = [counted(state, party) for party in state.parties]
    rolled = sum(count["rolled"] for count in counts)
    return Factors(rolled, sum(count["fixed"] for count in counts) - removed(state))
