"""How a check begins: one side wants it, the other agrees, or declines."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from majokko_rules.errors import IllegalAction, InvalidValue, NotYours
from majokko_rules.systems.aaws.procedure.moves import Accept, CallOff, Decline
from majokko_rules.systems.aaws.procedure.state import RULES, Kind, Options, Party, State
from majokko_rules.systems.aaws.procedure.turn import Actor, Turn
from majokko_rules.systems.aaws.procedure.units import Cast, Unit

_JOINT_UNITS: int = RULES["units"]["joint"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Opening:
    """What somebody wants to do; `units` stand in the order in which they will declare."""

    kind: Kind = "single"
    action: str
    units: tuple[str, ...]
    options: Options = field(default_factory=Options)


def opened(wanted: Opening, by: Actor, cast: Cast) -> State:
    """Open a check: demanded by the GM of any units, or declared by a player for hers.

    Raises InvalidValue, IllegalAction and NotYours.
    """
    units = [cast.unit(key, f"/units/{place}") for place, key in enumerate(wanted.units)]
    _right_number(wanted.kind, wanted.units)
    if not by.gm and not _may_declare(wanted.kind, units, by):
        raise NotYours("only_player", pointer="/units")
    state = State(
        kind=wanted.kind,
        step="demanded" if by.gm else "declared",
        opened_by="gm" if by.gm else "player",
        opener=by.member,
        action=wanted.action,
        parties=tuple(_party(unit, by) for unit in units),
        gm_accepted=by.gm,
        options=wanted.options,
    )
    return _settled(state)


def _right_number(kind: Kind, units: Sequence[str]) -> None:
    least = _JOINT_UNITS if kind == "joint" else 1
    if len(units) < least:
        raise InvalidValue("too_short", pointer="/units", limit=least)
    if kind == "single" and len(units) > 1:
        raise InvalidValue("too_long", pointer="/units", limit=1)
    for place, key in enumerate(units):
        if key in units[:place]:
            raise IllegalAction("unit_twice", pointer=f"/units/{place}")


def _may_declare(kind: Kind, units: Sequence[Unit], by: Actor) -> bool:
    hers = [by.plays(unit) for unit in units]
    return any(hers) if kind == "joint" else all(hers)


def _party(unit: Unit, by: Actor) -> Party:
    return Party(unit.id, unit.name, accepted=by.plays(unit), reviewed=unit.reviewed)


def may_answer(turn: Turn, unit: str | None) -> None:
    """Let each side agree or decline, once."""
    if unit is None:
        turn.only_gm()
    else:
        turn.party(unit)
        turn.only_player(unit)
    turn.at("demanded", "declared")
    agreed = turn.state.gm_accepted if unit is None else turn.party(unit).accepted
    if agreed:
        raise IllegalAction("accepted_before", pointer="" if unit is None else "/unit")


def accept(turn: Turn, move: Accept) -> State:
    may_answer(turn, move.unit)
    if move.unit is None:
        return _settled(replace(turn.state, gm_accepted=True))
    return _settled(turn.state.with_party(replace(turn.party(move.unit), accepted=True)))


def decline(turn: Turn, move: Decline) -> State:
    """End the check; leave a joint one to the others; or put another action in its place."""
    may_answer(turn, move.unit)
    state = replace(turn.state, reason=move.reason)
    if move.unit is None:
        return _declined_by_gm(state, move)
    if move.verdict:
        raise NotYours("only_gm", pointer="/verdict")
    if move.instead is not None:
        return _instead(state, move.instead)
    left = tuple(party for party in state.parties if party.unit != move.unit)
    if len(left) < _JOINT_UNITS:
        return replace(state, step="declined")
    return _settled(replace(state, parties=left))


def _declined_by_gm(state: State, move: Decline) -> State:
    if move.instead is not None:
        raise NotYours("only_player", pointer="/instead")
    return replace(state, step="declined", verdict=move.verdict)


def _instead(state: State, action: str) -> State:
    """A player may refuse a demand and declare another action, which the GM may accept."""
    if state.kind == "joint":
        raise IllegalAction("instead_of_joint", pointer="/instead")
    parties = tuple(replace(party, accepted=True) for party in state.parties)
    return replace(
        state,
        step="declared",
        opened_by="player",
        action=action,
        declined=(*state.declined, state.action),
        parties=parties,
        gm_accepted=False,
    )


def _settled(state: State) -> State:
    """Go on once everybody has agreed."""
    agreed = state.gm_accepted and all(party.accepted for party in state.parties)
    return replace(state, step="accepted") if agreed else state


def may_call_off(turn: Turn) -> None:
    """Let the GM end a check before its roll, and its opener until he announces the target."""
    turn.at("demanded", "declared", "accepted", "declaring", "judging", "choosing")
    if turn.by.gm:
        return
    if turn.by.member != turn.state.opener:
        raise NotYours("only_gm")
    turn.at("demanded", "declared", "accepted")


def call_off(turn: Turn, move: CallOff) -> State:
    may_call_off(turn)
    return replace(turn.state, step="called_off", reason=move.reason, wish=None)
