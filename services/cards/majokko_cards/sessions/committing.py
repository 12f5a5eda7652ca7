"""Writes a move down: the log, what is told of it, whose turn it is now, and how it ended.

Whoever moves for a seat (a player, a bot, a clock) holds the session, works out the next state, and
commits it here.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from majokko_cards import clocks
from majokko_cards.records import By, Move
from majokko_cards.sessions.service import Held, Sessions
from majokko_cards.sessions.starting import awaited
from majokko_cards.showing import events, outcomes
from majokko_cards.table import store
from majokko_cards.table.folds import Folds
from majokko_kit.database import Event
from majokko_rules.cards import magion


class Committing:
    def __init__(self, sessions: Sessions, folds: Folds) -> None:
        self._sessions = sessions
        self._folds = folds

    def move(
        self, held: Held, state: magion.State, action: magion.Action, by: By
    ) -> tuple[magion.State, Sequence[Event]]:
        """Do an action of the seat whose turn it is, and return where it leads, with what is told.

        Raises what the rules refuse.
        """
        after = magion.play(state, action)
        for what in after.happened:
            type_, data = events.written(after.rules, what)
            held.tell(type_, **data)
        move = Move(
            version=held.before.version + 1,
            number=held.before.moves + 1,
            seat=state.turn,
            action=magion.write(action),
            by=by,
            at=held.work.at,
        )
        store.add_move(held.work.sql, held.before.id, move)
        self._pass_on(held, after)
        session = held.before.id
        held.work.once_true(lambda: self._folds.moved(session, move, after))
        return after, self._sessions.settle(held)

    def _pass_on(self, held: Held, after: magion.State) -> None:
        at, moves = held.work.at, held.before.moves + 1
        outcome = magion.outcome(after)
        if outcome is not None:
            held.become(moves=moves)
            end(held, outcomes.written(outcome), misplays=after.misplays)
            return
        held.become(
            moves=moves,
            turn=after.turn,
            awaits=awaited(held.before, after.turn),
            **clocks.moved(held.before, after.turn, at),
        )
        if held.now.clock is not None:
            held.tell("clock.changed", seat=after.turn, reason="move", **clocks.told(held.now))


def end(held: Held, outcome: Mapping[str, Any], misplays: int) -> None:
    """End a game for good. Its stream is closed as soon as dice can be told (`closing`)."""
    session, at = held.now, held.work.at
    own = session.stream is not None and session.board is None
    held.become(
        status=outcome["status"],
        outcome={**outcome, "misplays": misplays},
        turn=None,
        awaits=None,
        dealing=False,
        ended_at=at,
        closing="due" if own else None,
        **clocks.stopped(held.before, at),
    )
    held.tell(
        "session.ended",
        session=session.id,
        status=outcome["status"],
        reason=outcome["reason"],
        score=outcome["score"],
        rank=outcome["rank"],
        players=session.players,
        ruleset=session.ruleset,
        board=session.board,
        source=session.source,
        moves=held.now.moves,
        misplays=misplays,
    )
