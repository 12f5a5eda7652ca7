"""Ends games that nobody goes on with, as they stand, without a score."""

from majokko_cards.sessions import store, views
from majokko_cards.sessions.committing import end
from majokko_cards.sessions.service import Held, Sessions
from majokko_cards.showing import outcomes
from majokko_cards.table.folds import Folds
from majokko_kit.operations import Asked, Done, Nothing
from majokko_rules.errors import GameOver, RuleError

ABANDONED = "abandoned"


class Abandoning:
    def __init__(self, sessions: Sessions, folds: Folds) -> None:
        self._sessions = sessions
        self._folds = folds

    async def end(self, asked: Asked[Nothing]) -> Done[views.Session]:
        """End a game for its host, whether it waits, runs or rests.

        Raises GameOver, Forbidden, NotFound, TokenMissing.
        """

        async def stop(held: Held) -> views.Session:
            if held.before.over:
                raise GameOver("ended")
            await self.abandon(held)
            self._sessions.settle(held)
            return views.session(held.now, await store.seats(held.work.sql, held.now.id))

        return await self._sessions.held(asked, views.Session, stop, "host")

    async def abandon(self, held: Held) -> None:
        """End a game that is not over; nobody has won it, and nobody has lost it."""
        end(held, outcomes.stopped("ended", ABANDONED), await self._misplays(held))

    async def _misplays(self, held: Held) -> int:
        """Count them; there are none where the ruleset is gone, for it can be ended all the same.

        It was replaced by a file, so that nobody can go on with this game, nor look at it.
        """
        if held.before.started_at is None:
            return 0
        try:
            return (await self._folds.now(held.work.sql, held.before)).misplays
        except RuleError:
            return 0
