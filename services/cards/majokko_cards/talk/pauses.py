"""Breaks: whoever may pause a game, by what the table agreed upon, may resume it, too.

There is one break, however many want it; whoever comes second is told that the game rests already.
"""

from majokko_cards import clocks
from majokko_cards.records import Session
from majokko_cards.sessions.service import Held, Sessions
from majokko_cards.talk import views
from majokko_kit.operations import Asked, Done, Nothing
from majokko_kit.refusals import Forbidden, NotRunning
from majokko_rules.errors import GameOver


class Pauses:
    def __init__(self, sessions: Sessions) -> None:
        self._sessions = sessions

    async def pause(self, asked: Asked[Nothing]) -> Done[views.SessionPause]:
        """Let a game rest, and its clock.

        Raises GameOver, NotRunning, Forbidden, NotFound, TokenMissing.
        """

        async def pause(held: Held) -> views.SessionPause:
            _may(held)
            begun(held.before)
            if held.before.status == "paused":
                raise NotRunning("paused")
            rest(held, held.me.number, by="player" if held.me.seat else "host")
            return self._answer(held)

        return await self._sessions.held(asked, views.SessionPause, pause)

    async def resume(self, asked: Asked[Nothing]) -> Done[views.SessionPause]:
        """Let a game go on.

        Raises GameOver, NotRunning, Forbidden, NotFound, TokenMissing.
        """

        async def resume(held: Held) -> views.SessionPause:
            _may(held)
            begun(held.before)
            if held.before.status != "paused":
                raise NotRunning("not_paused")
            held.become(status="running", **clocks.resumed(held.before, held.work.at))
            held.tell("session.resumed", seat=held.me.number, **clocks.told(held.now))
            return self._answer(held)

        return await self._sessions.held(asked, views.SessionPause, resume)

    async def give_time(self, asked: Asked[clocks.TimeIn]) -> Done[views.SessionPause]:
        """Give whoever is awaited more time.

        Raises GameOver, NotRunning, Forbidden, NotFound, TokenMissing.
        """
        span = asked.body.ms

        async def give(held: Held) -> views.SessionPause:
            begun(held.before)
            if held.before.clock is None:
                raise NotRunning("no_clock")
            held.become(**clocks.given(held.before, span, held.work.at))
            seat = held.before.turn
            held.tell("clock.changed", seat=seat, reason="gift", **clocks.told(held.now))
            return self._answer(held)

        return await self._sessions.held(asked, views.SessionPause, give, "host")

    def _answer(self, held: Held) -> views.SessionPause:
        self._sessions.settle(held)
        now = held.now
        return views.SessionPause(now.id, now.version, now.status, clocks.shown(now))


def rest(held: Held, seat: int | None, by: str) -> None:
    """Let a game rest; `by` is whose wish that was: player, host, or timeout."""
    held.become(status="paused", **clocks.stopped(held.before, held.work.at))
    held.tell("session.paused", seat=seat, by=by, **clocks.told(held.now))


def begun(session: Session) -> None:
    """Refuse what is done only in a game that has begun and is not over."""
    if session.over:
        raise GameOver("ended")
    if session.started_at is None:
        raise NotRunning("waiting")


def _may(held: Held) -> None:
    if held.before.house["pause"] == "host" and not held.me.host:
        raise Forbidden("role")
