"""What anybody may read of sessions: a list of them, and the facts of one."""

from typing import Any

from majokko_cards.records import Session
from majokko_cards.sessions import store, views
from majokko_cards.sessions.service import Sessions
from majokko_cards.sessions.shapes import SessionsQuery
from majokko_kit.cursors import Cursors
from majokko_kit.database import Database
from majokko_kit.operations import Asked, Done, Page


class Looking:
    def __init__(self, database: Database, sessions: Sessions, cursors: Cursors) -> None:
        self._database = database
        self._sessions = sessions
        self._cursors = cursors

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

    async def one(self, asked: Asked[Any]) -> Done[views.Session]:
        """Raises NotFound, TokenMissing."""
        async with self._sessions.looking(asked) as look:
            seats = await store.seats(look.sql, look.session.id)
        return Done(views.session(look.session, seats))


def _place(session: Session) -> tuple[int, str]:
    return session.created_at, session.id
