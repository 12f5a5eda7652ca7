"""Rolls in a room: make one, read them, reveal a secret one."""

from dataclasses import replace
from typing import Any, cast

from majokko_dice.rolls import characters, foretellings, showing, views
from majokko_dice.rolls.feed import NEWEST, Feed
from majokko_dice.rolls.making import Maker, wanted
from majokko_dice.rolls.reading import RoomRollAsked, SheetAsked
from majokko_dice.rolls.records import About
from majokko_dice.rolls.sheets import Sheets
from majokko_dice.rolls.showing import Since, Viewer
from majokko_dice.rolls.stores import foretellings as foretelling_store
from majokko_dice.rolls.stores import rolls as store
from majokko_dice.rolls.stores.rolls import Kept
from majokko_dice.rooms.ports import Seat
from majokko_dice.rooms.service import Rooms
from majokko_kit.cursors import Cursors, Paging
from majokko_kit.database import Fact, Spent
from majokko_kit.operations import Asked, Done, Page
from majokko_kit.refusals import Forbidden

_FEED = "rolls"


class Rolls:
    def __init__(
        self, rooms: Rooms, maker: Maker, feed: Feed, cursors: Cursors, sheets: Sheets
    ) -> None:
        self._rooms = rooms
        self._maker = maker
        self._feed = feed
        self._cursors = cursors
        self._sheets = sheets

    async def create(self, asked: Asked[Any]) -> Done[views.RoomRoll]:
        """Roll.

        What only the dice could refuse is written down before it is refused. Raises RuleError, what
        `Rooms.seated` raises, and what `Sheets.filled` raises.
        """
        body = cast("RoomRollAsked | SheetAsked", asked.body)
        if isinstance(body, SheetAsked):
            if earlier := await self._rooms.earlier(asked, views.RoomRoll):
                return earlier
            body = await self._sheets.filled(asked, body)
        return await self._roll(asked, body)

    async def _roll(self, asked: Asked[Any], body: RoomRollAsked) -> Done[views.RoomRoll]:

        async def roll(seat: Seat) -> views.RoomRoll | Spent:
            about, under = await _about(seat, body)
            made = await self._maker.make(seat, wanted(body.roll, about, secret=body.secret))
            if under and (body.secret or not made.refusal):  # how a secret one ended stays secret
                under = replace(under, roll=made.roll.id)
                await foretelling_store.use(seat.work.sql, under.id, made.roll.id)
            if made.refusal:
                return Spent(made.refusal)
            kept = Kept(made.roll, made.draw, under, revealed=False)
            return showing.roll(kept, Viewer.of(seat, asked.locale), Since())

        return await self._rooms.seated(asked, views.RoomRoll, roll)

    async def page(self, asked: Asked[Any]) -> Page[views.RoomRoll]:
        """List the rolls of a room, the newest first.

        Raises NotFound, TokenMissing, InvalidValue.
        """
        paging: Paging = asked.query
        async with self._rooms.looking(asked) as look:
            room = look.room
            before = NEWEST
            if paging.cursor is not None:
                before = cast("int", self._cursors.place(paging.cursor, _FEED, room.id))
            viewer = Viewer.of(look, asked.locale)
            part = await self._feed.page(look.sql, room, viewer, before, paging.limit)
        if not part.more:
            return Page(part.rolls)
        return Page(part.rolls, self._cursors.after(part.rolls[-1].number, _FEED, room.id))

    async def get(self, asked: Asked[Any]) -> views.RoomRoll:
        """Raises NotFound, TokenMissing."""
        async with self._rooms.looking(asked) as look:
            kept = await self._feed.one(look.sql, look.room, asked.path["roll"])
            viewer = Viewer.of(look, asked.locale)
            return await self._feed.now(look.sql, look.room, viewer, kept)

    async def reveal(self, asked: Asked[Any]) -> Done[views.RoomRoll]:
        """Show a secret roll to all; one that was shown before stays as it is.

        Raises NotFound, Forbidden and what `Rooms.seated` raises.
        """

        async def reveal(seat: Seat) -> views.RoomRoll:
            kept = await self._feed.one(seat.work.sql, seat.room, asked.path["roll"])
            may_decide(seat, kept)
            if kept.roll.secret and not kept.revealed:
                await store.reveal(seat.work.sql, kept.roll.id, seat.me.id, seat.work.at)
                seat.tell(Fact("roll.revealed", {"roll": kept.roll.id, "by": seat.me.id}))
                kept = replace(kept, revealed=True)
            viewer = Viewer.of(seat, asked.locale)
            return await self._feed.now(seat.work.sql, seat.room, viewer, kept)

        return await self._rooms.seated(asked, views.RoomRoll, reveal)


def may_decide(seat: Seat, kept: Kept) -> None:
    """Refuse unless the roll is hers, or she is a game master."""
    if kept.roll.by.id != seat.me.id and seat.me.role != "gm":
        raise Forbidden("other_member")


async def _about(seat: Seat, body: RoomRollAsked) -> tuple[About, Any]:
    under = await foretellings.under(seat, body.foretelling) if body.foretelling else None
    character = body.sheet or await characters.rolled_for(seat, body.character)
    about = About(
        reason=body.roll.reason,
        character=foretellings.of_one_mind(character, under),
        foretold=body.foretold,
        open=under is not None and under.shown,
    )
    return about, under
