"""What anybody may read of sessions: the games there are, a list, and the facts of one."""

from typing import Any

from majokko_cards.fairness import Fairness
from majokko_cards.games import Games
from majokko_cards.records import ANYBODY, Session
from majokko_cards.sessions import store, views
from majokko_cards.sessions.service import Look, Sessions
from majokko_cards.sessions.shapes import SessionsQuery
from majokko_cards.showing.tags import Tags
from majokko_cards.table import store as tables
from majokko_kit.cursors import Cursors
from majokko_kit.database import Database
from majokko_kit.operations import Asked, Done, Page
from majokko_rules.cards.magion import PUBLIC


class Looking:
    def __init__(  # noqa: PLR0913, PLR0917 - what one may look at
        self,
        database: Database,
        sessions: Sessions,
        cursors: Cursors,
        games: Games,
        fairness: Fairness,
        tags: Tags,
    ) -> None:
        self._database = database
        self._sessions = sessions
        self._cursors = cursors
        self._games = games
        self._fairness = fairness
        self._tags = tags

    async def games(self, asked: Asked[Any]) -> views.Games:
        """List the games that can be played."""
        found = [
            views.game(each, list(self._games.players(each)), asked.locale)
            for each in self._games.rulesets()
        ]
        return views.Games(found)

    async def every(self, asked: Asked[Any]) -> Page[views.Session]:
        """List sessions, the newest first.

        Raises InvalidValue for a cursor that leads nowhere.
        """
        query: SessionsQuery = asked.query
        listed = ("sessions", asked.tenant, str(query.status), str(query.open))
        before = self._cursors.place(query.cursor, *listed) if query.cursor else None
        async with self._database.reading() as sql:
            found = await store.listed(
                sql, asked.tenant, query.status, query.open, before, query.limit + 1
            )
            seats = await store.seats_of(sql, found)
        page = self._cursors.page(found, query.limit, _place, *listed)
        return Page([views.session(each, seats[each.id]) for each in page.items], page.next_cursor)

    async def one(self, asked: Asked[Any]) -> Done[views.SessionFacts]:
        """Raises NotFound, TokenMissing."""
        async with self._sessions.looking(asked) as look:
            return await self.facts(look)

    async def facts(self, look: Look) -> Done[views.SessionFacts]:
        """Show what everybody may know of the session that is looked at."""
        session = look.session
        seats = await store.seats(look.sql, session.id)
        began = session.started_at is not None
        dealt = await tables.deals(look.sql, session.deal) if began else []
        promise, deal = self._fairness.promise(session), self._fairness.deal(dealt)
        tag = self._tags.of(session, session.version, PUBLIC, ANYBODY, "facts")
        return Done(views.facts(session, seats, promise, deal), etag=tag)


def _place(session: Session) -> tuple[int, str]:
    return session.created_at, session.id
