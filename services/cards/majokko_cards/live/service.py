"""Begins to follow sessions: the first look, which is refused or answered with a snapshot."""

from dataclasses import replace
from typing import Any

from majokko_cards.live import store
from majokko_cards.live.followers import GENERATION, Follower
from majokko_cards.live.logs import Logs
from majokko_cards.live.views import SessionTicket
from majokko_cards.records import Me, Session
from majokko_cards.sessions.looking import Looking
from majokko_cards.sessions.service import Held, Look, Sessions
from majokko_cards.sessions.viewing import Viewing, may_watch
from majokko_cards.showing.viewers import shown_version, viewer_of
from majokko_kit import auth
from majokko_kit.live import Bell, Feed, Item, Reading, Since
from majokko_kit.live.items import cursor, place
from majokko_kit.live.tickets import Tickets
from majokko_kit.operations import Asked, Done, Nothing


class Live:
    def __init__(  # noqa: PLR0913, PLR0917 - what snapshots and streams are made of
        self,
        sessions: Sessions,
        looking: Looking,
        viewing: Viewing,
        logs: Logs,
        bell: Bell,
        tickets: Tickets,
    ) -> None:
        self._sessions = sessions
        self._looking = looking
        self._viewing = viewing
        self.logs = logs
        self._bell = bell
        self._tickets = tickets

    async def follow(self, asked: Asked[Nothing]) -> Feed:
        """Begin to follow a session.

        Raises Forbidden, NotFound, TokenMissing.
        """
        since: Since = asked.query
        asked = await self._with_token(asked, since.ticket)
        async with self._sessions.looking(asked) as look:
            may_watch(look)
            first = await self._first(look, since.since, asked.locale)
        follower = Follower(self.logs, look.session.id, asked.token)
        viewer = _named(look.session, look.me)
        return Feed(follower, first, self._bell, viewer, around=follower.around)

    async def ticket(self, asked: Asked[Any]) -> Done[SessionTicket]:
        """Make a ticket for a stream of whoever asks; also of a game that is over.

        Raises NotFound, TokenMissing.
        """

        async def issue(held: Held) -> SessionTicket:
            token = auth.required(asked.token)
            return SessionTicket(await self._tickets.issue(held.work, held.before.id, token))

        return await self._sessions.held(asked, SessionTicket, issue)

    async def _with_token(self, asked: Asked[Nothing], ticket: str | None) -> Asked[Nothing]:
        """Put the token in the place of its ticket; one that is spent opens nothing, not even what
        anybody may watch.
        """
        if asked.token is None and ticket is not None:
            token = await self._tickets.redeem(asked.path["session"], ticket)
            return replace(asked, token=token)
        return asked

    async def _first(self, look: Look, since: str | None, locale: str) -> Reading:
        """Return a snapshot, or nothing yet for one who goes on from a place that we know."""
        session = look.session
        last = await self._last(look)
        over = "closed" if session.over else None
        seq = place(since, session.id, GENERATION, last)
        if seq is not None:
            return Reading((), seq, session.seq, over)
        item = await self._state(look, "resync" if since else "snapshot", last, locale)
        return Reading([item], last, session.seq, over)

    async def _last(self, look: Look) -> int:
        session = look.session
        version = shown_version(session, viewer_of(session, look.me, locked=True))
        if version >= session.version:
            return session.seq
        return await store.last_of(look.sql, session.id, version)

    async def _state(self, look: Look, kind: str, seq: int, locale: str) -> Item:
        """Tell all that can be seen, in the place of the events that led there."""
        facts = await self._looking.facts(look)
        view = await self._viewing.of(look, locale)
        return Item(
            type=kind,
            subject=look.session.id,
            data={"session": facts.answer, "view": view.answer},
            seq=seq,
            cursor=cursor(look.session.id, GENERATION, seq),
        )


def _named(session: Session, me: Me) -> str:
    """Name who follows, for limits: those who only watch are one."""
    if me.number is not None:
        return f"{session.id}.{me.number}"
    return f"{session.id}.host" if me.host else session.id
