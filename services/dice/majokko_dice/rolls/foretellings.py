"""What somebody wants to try, and what the game master says of it before any die is thrown."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, cast

from majokko_dice.ports import Surroundings
from majokko_dice.rolls import showing
from majokko_dice.rolls.characters import rolled_for
from majokko_dice.rolls.feed import NEWEST
from majokko_dice.rolls.records import Foretelling, Named
from majokko_dice.rolls.shapes import ForetellingAnswer, ForetellingIn
from majokko_dice.rolls.showing import Viewer
from majokko_dice.rolls.stores import foretellings as store
from majokko_dice.rolls.stores import rolls
from majokko_dice.rolls.story_views import RoomForetelling
from majokko_dice.rolls.texts import line
from majokko_dice.rooms import store as rooms
from majokko_dice.rooms.ports import GM, Look, Room, Seat
from majokko_dice.rooms.service import Rooms
from majokko_kit.clock import rfc3339
from majokko_kit.cursors import Cursors, Paging
from majokko_kit.database import Fact
from majokko_kit.operations import Asked, Done, Page
from majokko_kit.refusals import Forbidden, NotFound
from majokko_rules.errors import IllegalAction, InvalidValue

_LIST = "foretellings"
_NO_ROLL = {"needless": "check_needless", "impossible": "check_impossible"}


async def under(seat: Seat, foretelling: str) -> Foretelling:
    """Return the answer that a roll may be made under.

    Raises InvalidValue, Forbidden, IllegalAction.
    """
    found = await store.one(seat.work.sql, seat.room.id, foretelling)
    if found is None:
        raise InvalidValue("unknown_id", pointer="/foretelling")
    if found.by.id != seat.me.id and seat.me.role != "gm":
        raise Forbidden("other_member", pointer="/foretelling")
    if found.verdict is None:
        raise IllegalAction("foretelling_waits", pointer="/foretelling")
    if found.verdict in _NO_ROLL:
        raise IllegalAction(_NO_ROLL[found.verdict], pointer="/foretelling")
    _unused(found, "/foretelling")
    return found


def of_one_mind(character: Named | None, under: Foretelling | None) -> Named | None:
    """Return whom a roll is for, which was said when it was foretold, when it is made, or both."""
    before = None if under is None else under.character
    if character and before and character.id != before.id:
        raise InvalidValue("said_otherwise", pointer="/character/id", name="character")
    return character or before


class Foretellings:
    def __init__(self, rooms: Rooms, cursors: Cursors, surroundings: Surroundings) -> None:
        self._rooms = rooms
        self._cursors = cursors
        self._new_id = surroundings.new_id

    async def ask(self, asked: Asked[ForetellingIn]) -> Done[RoomForetelling]:
        """Say what is wanted, before a roll; a game master may answer at once.

        Raises InvalidValue, Forbidden and what `Rooms.seated` raises.
        """

        async def ask(seat: Seat) -> RoomForetelling:
            told = await self._asked(seat, asked.body)
            number = await store.add(seat.work.sql, seat.room.id, told)
            told = replace(told, number=number)
            seat.tell(_fact_asked(told))
            if asked.body.answer:
                told = await _answered(seat, told, asked.body.answer, "/answer")
            return _shown(seat.room, told, Viewer.of(seat, asked.locale), may_see_roll=True)

        return await self._rooms.seated(asked, RoomForetelling, ask)

    async def answer(self, asked: Asked[ForetellingAnswer]) -> Done[RoomForetelling]:
        """Answer, or answer better, as long as no die was thrown under it.

        Raises NotFound, IllegalAction and what `Rooms.seated` raises.
        """

        async def answer(seat: Seat) -> RoomForetelling:
            told = await _one(seat, asked.path["foretelling"])
            _unused(told)
            told = await _answered(seat, told, asked.body)
            return _shown(seat.room, told, Viewer.of(seat, asked.locale), may_see_roll=True)

        return await self._rooms.seated(asked, RoomForetelling, answer, roles=GM)

    async def show(self, asked: Asked[Any]) -> Done[RoomForetelling]:
        """Let all know what was foretold.

        Raises NotFound, IllegalAction and what `Rooms.seated` raises.
        """

        async def show(seat: Seat) -> RoomForetelling:
            told = await _one(seat, asked.path["foretelling"])
            if told.verdict is None:
                raise IllegalAction("foretelling_waits")
            if not told.shown:
                await store.show(seat.work.sql, told.id)
                seat.tell(Fact("foretelling.shown", {"foretelling": told.id, "text": told.text}))
            told = replace(told, shown=True)
            return _shown(seat.room, told, Viewer.of(seat, asked.locale), may_see_roll=True)

        return await self._rooms.seated(asked, RoomForetelling, show, roles=GM)

    async def page(self, asked: Asked[Any]) -> Page[RoomForetelling]:
        """List them, the newest first.

        Raises NotFound, TokenMissing, InvalidValue.
        """
        paging: Paging = asked.query
        async with self._rooms.looking(asked) as look:
            listed = (_LIST, look.room.id)
            before = NEWEST
            if paging.cursor is not None:
                before = cast("int", self._cursors.place(paging.cursor, *listed))
            found = await store.listed(look.sql, look.room.id, before, paging.limit + 1)
            part = self._cursors.page(found, paging.limit, lambda told: told.number, *listed)
            shown = await _all_shown(look, part.items, asked.locale)
        return Page(shown, part.next_cursor)

    async def get(self, asked: Asked[Any]) -> RoomForetelling:
        """Raises NotFound, TokenMissing."""
        async with self._rooms.looking(asked) as look:
            found = await store.one(look.sql, look.room.id, asked.path["foretelling"])
            if found is None:
                raise NotFound("thing")
            (shown,) = await _all_shown(look, [found], asked.locale)
            return shown

    async def _asked(self, seat: Seat, body: ForetellingIn) -> Foretelling:
        if seat.me.role != "gm" and (body.member is not None or body.answer is not None):
            raise Forbidden("role", pointer="/answer" if body.answer else "/member")
        character = await rolled_for(seat, None if body.character is None else body.character.id)
        return Foretelling(
            id=self._new_id("for"),
            number=0,
            by=await _asker(seat, body.member),
            character=character,
            aim=line(body.aim, "/aim"),
            means=None if body.means is None else line(body.means, "/means"),
            asked_at=seat.work.at,
        )


async def _asker(seat: Seat, member: str | None) -> Named:
    if member in (None, seat.me.id):
        return Named(seat.me.id, seat.me.name)
    found = await rooms.member(seat.work.sql, seat.room.id, str(member))
    if found is None:
        raise InvalidValue("unknown_id", pointer="/member")
    return Named(found.id, found.name)


async def _one(seat: Seat, foretelling: str) -> Foretelling:
    found = await store.one(seat.work.sql, seat.room.id, foretelling)
    if found is None:
        raise NotFound("thing")
    return found


def _unused(told: Foretelling, at: str = "") -> None:
    if told.roll is not None:
        raise IllegalAction("foretelling_used", pointer=at)


async def _answered(
    seat: Seat, told: Foretelling, answer: ForetellingAnswer, at: str = ""
) -> Foretelling:
    text = None if answer.text is None else line(answer.text, f"{at}/text")
    await store.answer(
        seat.work.sql, told.id, answer.verdict, text, shown=answer.shown, at=seat.work.at
    )
    seat.tell(await _fact_answered(seat, told, answer, text))
    return replace(
        told, verdict=answer.verdict, text=text, shown=answer.shown, answered_at=seat.work.at
    )


def _fact_asked(told: Foretelling) -> Fact:
    data = {
        "foretelling": told.id,
        "by": told.by.id,
        "character": told.character and told.character.id,
        "aim": told.aim,
        "means": told.means,
    }
    return Fact("foretelling.asked", data)


async def _fact_answered(
    seat: Seat, told: Foretelling, answer: ForetellingAnswer, text: str | None
) -> Fact:
    data = {"foretelling": told.id, "verdict": answer.verdict, "shown": answer.shown}
    if answer.shown:
        return Fact("foretelling.answered", {**data, "text": text})
    gms = await rooms.gms(seat.work.sql, seat.room.id)
    return Fact("foretelling.answered", {**data, "text": None}, {"text": text}, gms)


async def _all_shown(
    look: Look, found: Sequence[Foretelling], locale: str
) -> Sequence[RoomForetelling]:
    viewer = Viewer.of(look, locale)
    made = await rolls.some(look.sql, look.room.id, [told.roll for told in found if told.roll])
    return [
        _shown(
            look.room,
            told,
            viewer,
            may_see_roll=told.roll is not None and showing.may_see(made[told.roll], viewer),
        )
        for told in found
    ]


def _shown(room: Room, told: Foretelling, viewer: Viewer, *, may_see_roll: bool) -> RoomForetelling:
    return RoomForetelling(
        id=told.id,
        room=room.id,
        number=told.number,
        by=showing.person(told.by),
        character=showing.rolled_for(told.character),
        aim=told.aim,
        means=told.means,
        verdict=told.verdict,
        text=told.text if told.shown or viewer.leads else None,
        shown=told.shown,
        roll=told.roll if may_see_roll else None,
        asked_at=rfc3339(told.asked_at),
        answered_at=showing.instant(told.answered_at),
    )
