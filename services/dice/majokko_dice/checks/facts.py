"""What is told of checks, units and shared factors.

A move is told as the rules show it to everybody; where the GM sees more, that is told to her alone.
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from majokko_dice.checks.ports import KeptCheck, KeptMove, KeptUnit
from majokko_kit.clock import rfc3339
from majokko_kit.database import Fact
from majokko_rules.systems.aaws.procedure import Effect, Move, moves, seen, view

_PAST: Mapping[type[Move], str] = {
    moves.Accept: "accepted",
    moves.Decline: "declined",
    moves.CallOff: "called_off",
    moves.Announce: "announced",
    moves.Declare: "declared",
    moves.Withdraw: "withdrawn",
    moves.AskPremise: "premise_asked",
    moves.AnswerPremise: "premise_answered",
    moves.Judge: "judged",
    moves.Propose: "name_proposed",
    moves.Agree: "name_agreed",
    moves.Resist: "name_resisted",
    moves.Strike: "factor_struck",
    moves.Choose: "chosen",
    moves.Roll: "rolled",
    moves.Reveal: "told",
    moves.Hinder: "fumble_answered",
}
_RESULTS = (moves.Roll, moves.Reveal)
"""Moves after which there is something to tell of the result."""

_SHEETS = ("characters",)
"""Who keeps sheets: of other changes to units it need not hear, nor where it is not installed."""

_IDS = ("factor", "original", "anti")
"""Members of effects that name what a sheet may call otherwise."""


def opened(kept: KeptCheck, by: str) -> Fact:
    state = kept.state
    units = [party.unit for party in state.parties]
    told = {"kind": state.kind, "action": state.action, "units": units}
    return Fact("check.opened", {**_place(kept), "by": by, **told})


def moved(kept: KeptCheck, move: Move, by: str, gms: Sequence[str]) -> Fact:
    """Tell a move that led to the check as it is now."""
    public, private = _told(kept, move, gm=False), _told(kept, move, gm=True)
    data = {**_place(kept), "by": by, **public}
    hidden = private if private != public else None
    return Fact(f"check.{_PAST[type(move)]}", data, hidden, gms if hidden else ())


def kept_move(kept: KeptCheck, fact: Fact, by: str, at: int) -> KeptMove:
    """What is kept beside the check, for those who missed it."""
    data = {"type": fact.type, **fact.data}
    return KeptMove(kept.state.version, by, at, data, fact.private)


def noted(move: KeptMove, *, gm: bool) -> Mapping[str, Any]:
    """Tell a move to somebody who missed it."""
    private = move.private if gm and move.private else {}
    at = rfc3339(move.at)
    return {"version": move.version, "by": move.member, "at": at, **move.data, **private}


def unit_created(kept: KeptUnit) -> Fact:
    return Fact("unit.created", {**_unit(kept), "player": kept.unit.player})


def unit_removed(kept: KeptUnit) -> Fact:
    return Fact("unit.removed", {"unit": kept.unit.id, "version": kept.version})


def unit_changed(kept: KeptUnit, check: str | None = None, effect: Effect | None = None) -> Fact:
    """Tell what a member or a check did to a unit; her sheet may call factors otherwise."""
    told = None if effect is None else asdict(effect)
    named = [told[name] for name in _IDS if name in told] if told else []
    ids = {name: kept.ids[name] for name in named if name in kept.ids}
    data = {**_unit(kept), "check": check, "effect": told, "ids": ids}
    concerns_sheets = kept.character is not None and effect is not None
    return Fact("unit.changed", data, spares=() if concerns_sheets else _SHEETS)


def shared_changed(kind: str, shared: str, **told: Any) -> Fact:  # noqa: ANN401 - JSON
    return Fact(f"shared_factor.{kind}", {"shared_factor": shared, **told})


def _unit(kept: KeptUnit) -> dict[str, Any]:
    unit = kept.unit
    place = {"unit": unit.id, "version": kept.version}
    return {**place, "name": unit.name, "character": kept.character}


def _place(kept: KeptCheck) -> dict[str, Any]:
    return {"check": kept.id, "version": kept.state.version, "step": kept.state.step}


def _told(kept: KeptCheck, move: Move, *, gm: bool) -> dict[str, Any]:
    told: dict[str, Any] = {"move": asdict(seen(move, gm=gm))}
    if isinstance(move, _RESULTS):
        result = view(kept.state, gm=gm).result
        told |= {"roll": kept.roll, "result": asdict(result) if result else None}
    return told
