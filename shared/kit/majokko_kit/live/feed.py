"""Follows a log: a snapshot or the place where somebody stopped, then all that happens, in order.

Everything told was read from the database after the number told last, so nothing is missed,
doubled or held in memory for somebody slow. Between two reads no connection is held.
"""

import asyncio
import secrets
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import AbstractAsyncContextManager, nullcontext
from dataclasses import dataclass, replace
from typing import Protocol

from majokko_kit.live.bell import Bell
from majokko_kit.live.items import Item, bye
from majokko_kit.refusals import DependencyAway

Items = Sequence[Item]
"""What is told together; none of them is a sign of life."""

Around = Callable[[], AbstractAsyncContextManager[object]]


@dataclass(frozen=True, slots=True)
class Reading:
    """What one look at a log found.

    `seq` is the number that `items` lead to, `last` that of the last event there is. `over` says
    why nothing more will come after that one.
    """

    items: Items
    seq: int
    last: int
    over: str | None = None


class Gone(Exception):
    """Whoever follows may not any more; `reason` is what the goodbye says."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class Source(Protocol):
    """A log as one viewer may see it."""

    @property
    def subject(self) -> str: ...

    async def after(self, seq: int) -> Reading:
        """Read what happened after a number, as much as is read at once.

        Raises Gone, DependencyAway.
        """


@dataclass(frozen=True, slots=True)
class Pace:
    """Seconds: `poll` is how long a lost ring may go unnoticed, `alive` how long a line may be
    silent; proxies cut those that are silent for a minute, browsers' tabs notice nothing.
    """

    poll: float = 2.0
    alive: float = 15.0

    def soon(self) -> float:
        """Return when to look again; not everybody at the same time."""
        return self.poll * (0.75 + secrets.randbelow(250) / 1000)


PACE = Pace()


@dataclass(frozen=True, slots=True)
class Feed:
    """A log that somebody has begun to follow.

    `viewer` is the one who does, for limits and for spreading reconnections; `ended` says that
    there is nothing to tell, now or later. `around` is entered before the first item is told, and
    left after the last one; a HEAD, or whoever is refused, never gets so far.
    """

    source: Source
    first: Reading
    bell: Bell
    viewer: str
    pace: Pace = PACE
    around: Around = nullcontext

    @property
    def ended(self) -> bool:
        first = self.first
        return not first.items and first.over is not None and first.seq >= first.last

    def items(self) -> AsyncGenerator[Items]:
        """Return all there is to tell, to the end."""
        return follow(self)


async def follow(feed: Feed) -> AsyncGenerator[Items]:
    """Yield what was found first, then what happens; `bye` is the last thing said."""
    source, bell, pace = feed.source, feed.bell, feed.pace
    now = asyncio.get_running_loop().time
    async with feed.around():
        with bell.listening(source.subject) as ear:
            ear.wake()  # for what has happened since the first look
            reading, said = feed.first, now()
            yield reading.items
            while not (reason := _over(reading, bell)):
                if not (reading.items and reading.seq < reading.last):
                    await ear.wait(min(pace.soon(), said + pace.alive - now()))
                    if bell.leaving:
                        continue
                ear.clear()  # before looking, so that what rings from here on is heard
                reading = await _next(source, reading)
                if reading.items or now() - said >= pace.alive:
                    yield reading.items
                    said = now()
            yield [bye(source.subject, reason)]


def _over(reading: Reading, bell: Bell) -> str | None:
    if bell.leaving:
        return "shutdown"
    return reading.over if reading.seq >= reading.last else None


async def _next(source: Source, before: Reading) -> Reading:
    """Read on; a database that is away is waited for, as is everything else here."""
    try:
        return await source.after(before.seq)
    except DependencyAway:
        return replace(before, items=())
    except Gone as gone:
        return Reading((), before.seq, before.seq, gone.reason)
