"""One who follows a session: what she is told, and when she has to go."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress

from majokko_cards.live.logs import Known, Log, Logs
from majokko_cards.records import Me
from majokko_cards.showing import events as showing
from majokko_cards.showing.viewers import shown_version, viewer_of
from majokko_kit.clock import rfc3339
from majokko_kit.database import Event
from majokko_kit.live import Gone, Item, Reading
from majokko_kit.live.items import cursor
from majokko_kit.refusals import DependencyAway

GENERATION = 1
"""Which log the numbers are of. Whoever writes the events of a session anew raises it: then all who
resume are told the whole state again."""

BATCH = 50
"""Events that are told at once."""


class Follower:
    """Reads the log of a session for one viewer.

    `token` is the hash of hers; None for whoever watches without one. Of the streams of a seat the
    newest one goes on: each takes a number when it begins, and ends when there is a greater one.
    """

    def __init__(self, logs: Logs, session: str, token: bytes | None) -> None:
        self.subject = session
        self._logs = logs
        self._token = token
        self._log: Log | None = None
        self._number: int | None = None

    @asynccontextmanager
    async def around(self) -> AsyncIterator[None]:
        """Follow from here on; a database that is away is asked for a number later."""
        async with self._logs.followed(self.subject) as self._log:
            with suppress(DependencyAway):
                await self._begin()
            yield

    async def after(self, seq: int) -> Reading:
        """Read what happened after a number, as far as the viewer may know of it by now.

        Raises Gone, DependencyAway.
        """
        assert self._log is not None, "followed, as long as anything is read"
        await self._begin()
        known = await self._log.look(seq)
        me = self._me(known)
        last = await self._last(self._log, known, me)
        if seq >= last:
            return self._reading(known, (), seq)
        events = await self._events(self._log, seq, last)
        viewer = viewer_of(known.session, me, locked=True)
        items = [_item(each, showing.shown(each, viewer, known.table)) for each in events]
        return self._reading(known, items, events[-1].seq if events else seq)

    async def _begin(self) -> None:
        """Let this be the newest stream of its seat, if it has one and is not yet."""
        if self._token is not None and self._number is None:
            self._number = await self._logs.claim(self.subject, self._token)

    def _me(self, known: Known) -> Me:
        me = known.rights.of(self._token)
        if me.seat is not None and me.seat.epoch > (self._number or 0):
            raise Gone("superseded")
        return me

    async def _last(self, log: Log, known: Known, me: Me) -> int:
        """Return the number of the last event that a viewer may hear of by now."""
        version = shown_version(known.session, viewer_of(known.session, me, locked=True))
        if version >= known.session.version:
            return known.session.seq
        last = log.last_of(version)
        return await self._logs.last_of(self.subject, version) if last is None else last

    async def _events(self, log: Log, seq: int, last: int) -> Sequence[Event]:
        last = min(last, seq + BATCH)
        at_hand = log.between(seq, last)
        if at_hand is None:
            return await self._logs.older(self.subject, seq, last - seq)
        return at_hand

    def _reading(self, known: Known, items: Sequence[Item], seq: int) -> Reading:
        over = "closed" if known.session.over else None
        return Reading(items, seq, known.session.seq, over)


def _item(event: Event, data: showing.Json) -> Item:
    return Item(
        type=event.type,
        subject=event.subject,
        data=data,
        id=event.id,
        v=event.v,
        at=rfc3339(event.at),
        seq=event.seq,
        cursor=cursor(event.subject, GENERATION, event.seq),
    )
