"""What a seat does on its turn.

Whoever may not act is told so before anything is looked at that she may not see: the checks go from
the token to the session, its state, its version, the turn, and only then the rules.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from majokko_cards.records import Session
from majokko_cards.sessions import views
from majokko_cards.sessions.committing import Committing
from majokko_cards.sessions.service import Held, Sessions, mine
from majokko_cards.sessions.shapes import ActionIn
from majokko_cards.sessions.viewing import Viewing
from majokko_cards.showing import events
from majokko_cards.showing.viewers import viewer_of
from majokko_cards.table.folds import Folds
from majokko_kit.operations import Asked, Done
from majokko_kit.refusals import (
    NotRunning,
    PreconditionFailed,
    PreconditionRequired,
    StaleVersion,
)
from majokko_rules.cards import magion
from majokko_rules.errors import ChoicePending, GameOver, NotYourTurn

MOST_MISSED = 100
"""Events that a refusal tells; whoever has missed more looks at the view."""


@dataclass(frozen=True, slots=True)
class Acted:
    """What is kept of an action, to be told again: its answer, and the tag of the view in it."""

    taken: views.ActionTaken
    tag: str | None


class Acting:
    def __init__(
        self, sessions: Sessions, folds: Folds, committing: Committing, viewing: Viewing
    ) -> None:
        self._sessions = sessions
        self._folds = folds
        self._committing = committing
        self._viewing = viewing

    async def act(self, asked: Asked[ActionIn]) -> Done[views.ActionTaken]:
        """Raises GameOver, NotRunning, StaleVersion, PreconditionFailed, PreconditionRequired,
        NotYourTurn, ChoicePending, IllegalAction, InvalidValue, UnknownField, Forbidden, NotFound,
        TokenMissing.
        """
        action = magion.read(asked.body.said())

        async def act(held: Held) -> Acted:
            playing(held.before)
            await self._current(held, asked)
            state = await self._folds.now(held.work.sql, held.before)
            on_turn(state, mine(held).number, action)
            state, told = self._committing.move(held, state, action, "player")
            return await self._answer(held, state, told, asked.locale)

        done = await self._sessions.held(asked, Acted, act, "seat")
        return Done(done.answer.taken, done.replayed, done.answer.tag)

    async def _current(self, held: Held, asked: Asked[ActionIn]) -> None:
        """Refuse whoever acts on something older than what there is."""
        expected = asked.body.expected_version
        if expected is None and asked.if_match is None:
            raise PreconditionRequired("version")
        if asked.if_match not in (None, self._viewing.tag(held.before, held.me)):
            raise PreconditionFailed("stale")
        if expected not in (None, held.before.version):
            raise await self._stale(held, expected or 0)

    async def _stale(self, held: Held, expected: int) -> StaleVersion:
        session = held.before
        after = max(session.seq - MOST_MISSED, 0)
        told = await self._sessions.told(held.work.sql, session, after)
        missed = [each for each in told if each.data.get("version", 0) > expected]
        viewer, table = viewer_of(session, held.me, locked=True), None
        if session.started_at is not None:
            table = await self._folds.table(held.work.sql, session)
        refusal = StaleVersion("version", version=session.version)
        return refusal.without(events.listed(missed, viewer, table))

    async def _answer(
        self, held: Held, state: magion.State, told: Sequence[Any], locale: str
    ) -> Acted:
        table = await self._folds.table(held.work.sql, held.now)
        viewer = viewer_of(held.now, held.me, locked=True)
        view = await self._viewing.after(held, state, table, locale)
        taken = views.ActionTaken(
            version=held.now.version,
            events=events.listed(told, viewer, table),
            view=view.answer,
        )
        return Acted(taken, view.etag)


def playing(session: Session) -> None:
    """Refuse what is done in a game that is over, waits or rests."""
    if session.over:
        raise GameOver("ended")
    if session.status != "running":
        raise NotRunning("paused" if session.status == "paused" else "waiting")


def on_turn(state: magion.State, seat: int, action: magion.Action) -> None:
    """Refuse whoever is not on turn, or has to choose first."""
    if state.turn != seat:
        raise NotYourTurn("other_seat", seat=state.turn)
    if state.pending is not None and not isinstance(action, magion.Choose):
        raise ChoicePending("girl", seat=state.pending.seat)
