"""What the GM announces, and what makes him announce it anew."""

from collections.abc import Iterator
from dataclasses import replace

from majokko_rules import catalog
from majokko_rules.errors import IllegalAction, InvalidValue
from majokko_rules.systems.aaws.factors import Goal, Target
from majokko_rules.systems.aaws.procedure.moves import (
    Against,
    Announce,
    AnswerPremise,
    AskPremise,
)
from majokko_rules.systems.aaws.procedure.state import (
    RULES,
    Applied,
    State,
    Terms,
    Wish,
)
from majokko_rules.systems.aaws.procedure.turn import Turn
from majokko_rules.systems.aaws.procedure.units import Cast, unknown
from majokko_rules.values import integer

_FIELDS = catalog.table("majokko_rules.systems.aaws", "checks")["fields"]
_MOST_AGAINST: int = RULES["budget"]["against"]


def may_announce(turn: Turn) -> None:
    turn.only_gm()
    turn.at("accepted")


def announce(turn: Turn, move: Announce) -> State:
    """Set target and condition, with middle values and anti factors.

    A target stays secret if there is none to name, or if it cannot be known beforehand; what is
    infinite never does.
    """
    may_announce(turn)
    target = whole_target(move.target)
    if move.hidden and target == "infinite":
        raise IllegalAction("infinite_hidden", pointer="/hidden")
    if move.hidden == "open_ended" and target is not None:
        raise InvalidValue("not_together", pointer="/target", names="target, hidden")
    goal = _goal(turn.state, target, move)
    terms = Terms(move.condition, goal, move.hidden, tuple(_antis(turn, move)))
    return replace(turn.state, step="declaring", terms=terms, told=None)


def whole_target(target: Target) -> Target:
    """Return the target if it lies within the bounds of a check."""
    if isinstance(target, int):
        field = _FIELDS["target"]
        return integer(target, "/target", field["min"], field["max"])
    return target


def _goal(state: State, target: Target, move: Announce) -> Goal:
    if move.tiers == "half":
        if target is None:
            raise InvalidValue("required", pointer="/target")
        return Goal.half(target, state.options.half)
    field = _FIELDS["tiers"]
    if len(move.tiers) > field["max"]:
        raise InvalidValue("too_long", pointer="/tiers", limit=field["max"])
    for place, tier in enumerate(move.tiers):
        integer(tier, f"/tiers/{place}", field["items_min"], field["items_max"])
    return Goal(target, tuple(sorted(set(move.tiers))))


def _antis(turn: Turn, move: Announce) -> Iterator[Applied]:
    if len(move.antis) > _MOST_AGAINST:
        raise InvalidValue("too_long", pointer="/antis", limit=_MOST_AGAINST)
    for place, against in enumerate(move.antis):
        pointer = f"/antis/{place}"
        if against.anti and against in move.antis[:place]:
            raise IllegalAction("anti_twice", pointer=pointer)
        if against.unit is not None:
            turn.party(against.unit, f"{pointer}/unit")
        yield _applied(against, turn.cast, pointer)


def _applied(against: Against, cast: Cast, pointer: str) -> Applied:
    """Look up an anti factor that somebody carries, or take one of the moment."""
    if (against.anti is None) == (against.name is None):
        raise InvalidValue("exactly_one_of", pointer=pointer, names="anti, name")
    if against.name is not None:
        return Applied(against.name, against.unit, avoid=against.avoid)
    assert against.anti is not None
    if against.unit is None:
        return _shared(against.anti, cast, f"{pointer}/anti")
    unit = cast.unit(against.unit)
    anti = unit.anti(against.anti)
    if anti is None:
        raise unknown([one.id for one in unit.antis], f"{pointer}/anti")
    return Applied(anti.name, unit.id, anti.id, fumble=anti.fumble, avoid=against.avoid)


def _shared(key: str, cast: Cast, pointer: str) -> Applied:
    antis = {one.id: one for one in cast.shared.values() if one.anti}
    if key not in antis:
        raise unknown(antis, pointer)
    return Applied(antis[key].name, None, key, avoid=antis[key].avoid)


def may_ask(turn: Turn, unit: str) -> None:
    """Let whoever is declaring ask for other conditions."""
    turn.party(unit)
    turn.only_player(unit)
    turn.at("declaring")
    turn.acting(unit)


def ask_premise(turn: Turn, move: AskPremise) -> State:
    """Ask for a change of premise; ask again to say it better, or without a text to let it be."""
    may_ask(turn, move.unit)
    wish = None if move.text is None else Wish(move.unit, move.text)
    return replace(turn.state, wish=wish)


def may_answer_premise(turn: Turn) -> None:
    turn.only_gm()
    turn.at("declaring")
    if turn.state.wish is None:
        raise IllegalAction("no_premise")


def answer_premise(turn: Turn, move: AnswerPremise) -> State:
    """Go back to the announcement, or on with the declaration.

    What was declared stays, to be taken back by whoever finds it unfit for the new condition, and
    all units declare once more.
    """
    may_answer_premise(turn)
    state = replace(turn.state, wish=None)
    if not move.approved:
        return state
    parties = tuple(replace(party, finished=False) for party in state.parties)
    return replace(
        state, step="accepted", terms=None, parties=parties, renegotiated=state.renegotiated + 1
    )
