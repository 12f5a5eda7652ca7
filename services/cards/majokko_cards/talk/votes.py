"""The hidden vote to end a game: to wish for the end would say too much about one's cards.

A vote leaves no trace that others see: no event, no version, no change of the session's row. It
passes with more than half of the humans who sit there; who voted is told once the game is over.
"""

from collections.abc import Sequence

from majokko_cards.records import Seat
from majokko_cards.sessions import store as sessions_store
from majokko_cards.sessions.committing import end
from majokko_cards.sessions.service import Held, Sessions, mine
from majokko_cards.sessions.viewing import may_watch
from majokko_cards.showing import outcomes
from majokko_cards.table.folds import Folds
from majokko_cards.talk import store, views
from majokko_cards.talk.pauses import begun
from majokko_cards.talk.shapes import VoteIn
from majokko_kit.operations import Asked, Done, Nothing


class Votes:
    def __init__(self, sessions: Sessions, folds: Folds) -> None:
        self._sessions = sessions
        self._folds = folds

    async def vote(self, asked: Asked[VoteIn]) -> Done[views.SessionVotes]:
        """Want to end a game, or want so no more.

        Raises GameOver, NotRunning, Forbidden, NotFound, TokenMissing.
        """
        wants = asked.body.end

        async def vote(held: Held) -> views.SessionVotes:
            begun(held.before)
            sql, seat = held.work.sql, mine(held)
            await sessions_store.withdraw_vote(sql, seat)
            if wants:
                await store.vote(sql, seat, held.work.at)
            wanted = await self._wanted(held)
            if wanted:
                await self._end(held, wanted)
            return views.SessionVotes(held.now.id, held.now.status, wants, wanted or None)

        return await self._sessions.held(asked, views.SessionVotes, vote, "seat")

    async def every(self, asked: Asked[Nothing]) -> Done[views.SessionVotes]:
        """Return one's own vote; once the game is over, all that there were.

        Raises Forbidden, NotFound, TokenMissing.
        """
        async with self._sessions.looking(asked) as look:
            may_watch(look)
            wanted = await store.votes(look.sql, look.session.id)
            session, number = look.session, look.me.number
            own = None if number is None else number in wanted
            return Done(
                views.SessionVotes(
                    session.id, session.status, own, wanted if session.over else None
                )
            )

    async def _wanted(self, held: Held) -> Sequence[int]:
        """Return the seats that end the game; nobody if they are too few."""
        sql, session = held.work.sql, held.before.id
        wanted = await store.votes(sql, session)
        humans = [each for each in await sessions_store.seats(sql, session) if _may_vote(each)]
        passed = [each.number for each in humans if each.number in wanted]
        return passed if 2 * len(passed) > len(humans) else ()

    async def _end(self, held: Held, wanted: Sequence[int]) -> None:
        state = await self._folds.now(held.work.sql, held.before)
        held.tell("vote.passed", seats=list(wanted))
        end(held, outcomes.stopped("ended", "vote"), misplays=state.misplays)


def _may_vote(seat: Seat) -> bool:
    """Whoever has left counts no more, so that the others may go home, too."""
    return seat.bot is None and seat.left_at is None
