"""What players say to each other: before and after the game, and while it runs if they agreed so.

It is a game of silence: words are for those who play, and for others once the game is over. What is
said is no move, so it makes no version.
"""

from majokko_cards.records import Me
from majokko_cards.sessions.service import Held, Look, Sessions
from majokko_cards.sessions.viewing import may_watch
from majokko_cards.showing.events import CHAT
from majokko_cards.talk import store, views
from majokko_cards.talk.shapes import MOST_TEXT, ChatIn, ChatQuery
from majokko_kit.clock import rfc3339
from majokko_kit.cursors import Cursors
from majokko_kit.database import Event, EventLog, Fact
from majokko_kit.names import named
from majokko_kit.operations import Asked, Done, Page
from majokko_kit.refusals import Forbidden, TooMany

MOST_SAID = 2000
"""Messages in one session."""

_ALL = 2**31 - 1


class Chat:
    def __init__(self, sessions: Sessions, events: EventLog, cursors: Cursors) -> None:
        self._sessions = sessions
        self._events = events
        self._cursors = cursors

    async def say(self, asked: Asked[ChatIn]) -> Done[views.SessionMessage]:
        """Say something to all who play.

        Raises Forbidden, TooMany, InvalidValue, NotFound, TokenMissing.
        """
        text = named(asked.body.text, "/text", MOST_TEXT)

        async def say(held: Held) -> views.SessionMessage:
            if held.before.silent:
                raise Forbidden("no_talk")
            if await store.count(held.work.sql, held.before.id) >= MOST_SAID:
                raise TooMany("limit", limit=MOST_SAID)
            said = Fact(
                CHAT,
                {"version": held.before.version, "seat": held.me.number},
                private={"text": text},
            )
            (event,) = self._events.write(held.work, held.before.id, held.before.seq, [said])
            held.become(seq=event.seq)
            return _message(event)

        return await self._sessions.held(asked, views.SessionMessage, say)

    async def every(self, asked: Asked[None]) -> Page[views.SessionMessage]:
        """List what was said, the newest first.

        Raises Forbidden, InvalidValue, NotFound, TokenMissing.
        """
        query: ChatQuery = asked.query
        listed = ("chat", asked.tenant, asked.path["session"])
        before = self._cursors.place(query.cursor, *listed) if query.cursor else _ALL
        assert isinstance(before, int), "as it is listed"
        async with self._sessions.looking(asked) as look:
            _may_listen(look)
            found = await store.said(look.sql, look.session.id, before, query.limit + 1)
        page = self._cursors.page(found, query.limit, lambda event: event.seq, *listed)
        return Page([_message(each) for each in page.items], page.next_cursor)


def _may_listen(look: Look) -> None:
    """Players and their host hear all; others may read it once the game is over, as watchers."""
    if look.me != Me():
        return
    may_watch(look)
    if not look.session.over:
        raise Forbidden("role")


def _message(event: Event) -> views.SessionMessage:
    assert event.private is not None, "as `say` writes it"
    return views.SessionMessage(
        seq=event.seq,
        version=event.data["version"],
        at=rfc3339(event.at),
        seat=event.data["seat"],
        text=event.private["text"],
    )
