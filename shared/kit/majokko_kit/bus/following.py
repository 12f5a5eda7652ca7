"""Gives the events of another service their effect, each once and in its subject's order.

The effect and the note that the event was had are one transaction. What fails is tried again, and
given up after a few times, so that it does not keep back the events behind it for ever.
"""

import logging
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from typing import Any, NamedTuple

import orjson

from majokko_contracts.events import Event, Happened
from majokko_kit.database.engines import Database, Work
from majokko_kit.database.inbox import Inbox
from majokko_kit.refusals import DependencyAway

MAX_TRIES = 5
"""An event that failed so often is dead: it stays among the troubles, and those behind it go on."""

_MAX_ERROR = 500

log = logging.getLogger(__name__)

Handler = Callable[[Work, Event, Any], Awaitable[None]]
"""Takes the transaction, the event, and its data as what the contract says.

All that it does, it does in this transaction. When it raises DependencyAway, it is tried again for
ever; after anything else, a few times.
"""


@dataclass(frozen=True, slots=True)
class Followed:
    """One type of events, in one version; `handler` takes a `kind`."""

    kind: type[Happened]
    handler: Handler


class Fate(Enum):
    """What became of an event that was delivered."""

    HAD = auto()
    """Its effect is committed, now or before; or it is dead."""

    EARLY = auto()
    """The one before it has not come yet."""

    LATER = auto()
    """It could not be handled now; it will come again."""


class Outcome(NamedTuple):
    """`last` is the number of the last event of the subject that was had."""

    fate: Fate
    last: int


class Following:
    def __init__(self, database: Database, inbox: Inbox, followed: Iterable[Followed]) -> None:
        self._database = database
        self._inbox = inbox
        self._followed = {(each.kind.type, each.kind.v): each for each in followed}

    async def handle_together(
        self, events: Iterable[tuple[Event, int]]
    ) -> Sequence[Outcome] | None:
        """Give events their effect in one transaction, which is quicker; each comes with its
        `before`, in order.

        Returns None when that does not work; then nothing has happened.
        """
        try:
            async with self._database.work() as work:
                return [await self._apply(work, *each) for each in events]
        except Exception as error:  # noqa: BLE001 - one by one, it is seen which of them it is
            log.debug("events do not go together: %r", error)
            return None

    async def handle(self, event: Event, before: int, *, left: bool = False) -> Outcome:
        """Give an event its effect if that is due: if the one of the same subject with the number
        `before` was had. `left` says that whoever took it before may have died of it.

        Raises DependencyAway.
        """
        try:
            if left and await self._is_deadly(event, before):
                return Outcome(Fate.HAD, event.seq)
            async with self._database.work() as work:
                return await self._apply(work, event, before)
        except DependencyAway:
            raise
        except Exception as error:
            log.exception("%s %d of %s failed", event.type, event.seq, event.subject)
            return await self._fail(event, f"{type(error).__name__}: {error}"[:_MAX_ERROR])

    async def _apply(self, work: Work, event: Event, before: int) -> Outcome:
        followed = self._followed.get((event.type, event.v))
        if followed is None:
            log.warning("%s v%d is left to those who know it", event.type, event.v)
            return Outcome(Fate.LATER, 0)
        last = await self._inbox.last(work, event.subject)
        if event.seq <= last:
            return Outcome(Fate.HAD, last)
        if before > last:
            return Outcome(Fate.EARLY, last)
        data = followed.kind.model_validate_json(orjson.dumps(event.data))
        await followed.handler(work, event, data)
        await self._inbox.pass_over(work, event)
        await self._inbox.mend(work, event)
        return Outcome(Fate.HAD, event.seq)

    async def _is_deadly(self, event: Event, before: int) -> bool:
        """Note, before it is begun, that an event is begun once more; too often, and it is dead."""
        async with self._database.work() as work:
            last = await self._inbox.last(work, event.subject)
            if not before <= last < event.seq:
                return False
            tries = await self._inbox.note_try(work, event, "left by one that may have died of it")
            if tries > MAX_TRIES:
                await self._give_up(work, event)
            return tries > MAX_TRIES

    async def _fail(self, event: Event, error: str) -> Outcome:
        async with self._database.work() as work:
            last = await self._inbox.last(work, event.subject)
            if event.seq <= last:  # somebody else had better luck
                return Outcome(Fate.HAD, last)
            if await self._inbox.note_try(work, event, error) < MAX_TRIES:
                return Outcome(Fate.LATER, last)
            await self._give_up(work, event)
            return Outcome(Fate.HAD, event.seq)

    async def _give_up(self, work: Work, event: Event) -> None:
        log.error("%s %d of %s is dead: see the troubles", event.type, event.seq, event.subject)
        await self._inbox.pass_over(work, event)
        await self._inbox.bury(work, event)
