"""Moves, one after another: `play` makes one."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from majokko_rules.systems.aaws.procedure import (
    announcing,
    choosing,
    judging,
    moves,
    naming,
    offering,
    opening,
    rolling,
    telling,
)
from majokko_rules.systems.aaws.procedure.moves import Move
from majokko_rules.systems.aaws.procedure.state import State
from majokko_rules.systems.aaws.procedure.turn import Actor, Turn
from majokko_rules.systems.aaws.procedure.units import Cast

_HANDLERS: Mapping[type[Move], Callable[[Turn, Any], State]] = {
    moves.Accept: opening.accept,
    moves.Decline: opening.decline,
    moves.CallOff: opening.call_off,
    moves.Announce: announcing.announce,
    moves.Declare: offering.declare,
    moves.Withdraw: offering.withdraw,
    moves.AskPremise: announcing.ask_premise,
    moves.AnswerPremise: announcing.answer_premise,
    moves.Judge: judging.judge,
    moves.Propose: naming.propose,
    moves.Agree: naming.agree,
    moves.Resist: naming.resist,
    moves.Strike: naming.strike,
    moves.Choose: choosing.choose,
    moves.Roll: rolling.roll,
    moves.Reveal: telling.reveal,
    moves.Hinder: telling.hinder,
}


def play(state: State, move: Move, by: Actor, cast: Cast) -> State:
    """Return the check after one move.

    Raises NotYours for what others decide, NotYourTurn, IllegalAction with the rule that refuses,
    and InvalidValue for what does not exist. `cast` is the table as it is now; what the move does
    to it are the effects that the new state has more.
    """
    after = _HANDLERS[type(move)](Turn(state, by, cast), move)
    return replace(after, version=state.version + 1)


def may_roll(state: State, by: Actor, cast: Cast) -> None:
    """Say whether somebody may roll now, before any die is thrown.

    Raises as `play` does.
    """
    rolling.may_roll(Turn(state, by, cast))
