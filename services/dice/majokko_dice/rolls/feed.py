"""Reads rolls for whoever looks: single ones, a page, those of events."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy.ext.asyncio import AsyncConnection

from majokko_dice.fairness import store as streams
from majokko_dice.fairness.ports import Opened
from majokko_dice.rolls import recorded, showing, views
from majokko_dice.rolls.showing import Since, Viewer
from majokko_dice.rolls.stores import pushes, rolls
from majokko_dice.rolls.stores.rolls import Kept
from majokko_dice.rooms.ports import Look, Room
from majokko_dice.rooms.streams import Streams
from majokko_kit.database import Event
from majokko_kit.refusals import NotFound

DICE_IN_A_PAGE = 20_000
"""A page ends early when its rolls show more dice than this together.

Dice that are hidden from the one who looks do not count: where her page ends would tell how many.
"""

NEWEST = 2**31 - 1
"""A number before which all rolls are."""

LATEST = 50
"""Rolls that a snapshot shows."""


class Feed:
    def __init__(self, streams: Streams) -> None:
        self._streams = streams

    async def one(self, sql: AsyncConnection, room: Room, roll: str) -> Kept:
        """Raises NotFound."""
        found = (await rolls.some(sql, room.id, [roll])).get(roll)
        if found is None:
            raise NotFound("thing")
        return found

    async def page(
        self, sql: AsyncConnection, room: Room, viewer: Viewer, before: int, most: int
    ) -> "Slice":
        """Return at most so many rolls, the newest first."""
        found = await rolls.feed(sql, room.id, before, most + 1)
        taken = _within(found[:most], viewer)
        shown = await self.shown(sql, room, viewer, taken)
        return Slice(shown, more=len(taken) < len(found))

    async def shown(
        self, sql: AsyncConnection, room: Room, viewer: Viewer, found: Sequence[Kept]
    ) -> Sequence[views.RoomRoll]:
        """Show rolls as they stand now."""
        pushed = await pushes.last_of(sql, [kept.roll.id for kept in found]) if found else {}
        salts = await self._salts(sql, room, found)
        return [
            showing.roll(kept, viewer, Since(pushed.get(kept.roll.id), salts.get(kept.roll.id)))
            for kept in found
        ]

    async def now(
        self, sql: AsyncConnection, room: Room, viewer: Viewer, kept: Kept
    ) -> views.RoomRoll:
        """Show one roll as it stands now."""
        (shown,) = await self.shown(sql, room, viewer, [kept])
        return shown

    async def made(
        self, look: Look, events: Sequence[Event], locale: str
    ) -> Sequence[Mapping[str, object]]:
        """Show the rolls of events as they were made."""
        viewer = Viewer.of(look, locale)
        found = await self._of_events(look, events)
        return [{"roll": showing.as_made(kept, viewer)} for kept in found]

    async def revealed(
        self, look: Look, events: Sequence[Event], locale: str
    ) -> Sequence[Mapping[str, object]]:
        """Show the rolls of events as they stand now, which is revealed."""
        viewer = Viewer.of(look, locale)
        found = await self._of_events(look, events)
        shown = await self.shown(look.sql, look.room, viewer, found)
        told = zip(events, shown, strict=True)
        return [{"by": event.data["by"], "roll": roll} for event, roll in told]

    async def latest(self, look: Look, locale: str) -> Sequence[views.RoomRoll]:
        """Show the newest rolls, as a snapshot does."""
        viewer = Viewer.of(look, locale)
        return (await self.page(look.sql, look.room, viewer, NEWEST, LATEST)).rolls

    async def _of_events(self, look: Look, events: Sequence[Event]) -> Sequence[Kept]:
        ids = [event.data["roll"] for event in events]
        found = await rolls.some(look.sql, look.room.id, ids)
        return [found[each] for each in ids]

    async def _salts(
        self, sql: AsyncConnection, room: Room, found: Sequence[Kept]
    ) -> Mapping[str, str]:
        """Return what opens the secret rolls that were revealed."""
        closed = room.state == "closed"
        due = {
            kept.roll.id: drawn_at
            for kept in found
            if showing.is_revealed(kept, closed=closed) and (drawn_at := kept.roll.drawn_at)
        }
        places = {stream for stream, _ in due.values()}
        opened = {place: await self._opened(sql, room.tenant, *place) for place in places}
        return {roll: opened[stream].salt(nonce) for roll, (stream, nonce) in due.items()}

    async def _opened(self, sql: AsyncConnection, tenant: str, stream: str, index: int) -> Opened:
        found = await streams.one(sql, tenant, stream, index)
        assert found, "a roll was drawn from it"
        return await self._streams.opened(sql, found)


@dataclass(frozen=True, slots=True)
class Slice:
    """Part of a feed; `more` says that older rolls follow."""

    rolls: Sequence[views.RoomRoll]
    more: bool


def _within(found: Sequence[Kept], viewer: Viewer) -> Sequence[Kept]:
    """Take rolls until they show enough dice; the first is always taken."""
    dice = 0
    for taken, kept in enumerate(found, 1):
        if showing.may_see(kept, viewer):
            dice += sum(map(recorded.dice_count, kept.roll.results))
        if dice >= DICE_IN_A_PAGE:
            return found[:taken]
    return found
