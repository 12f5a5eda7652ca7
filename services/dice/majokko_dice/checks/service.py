"""Checks of a room: opened, moved on by what the rules allow, shown to each as she may see them."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from majokko_dice.checks import facts, reading, showing, store, views
from majokko_dice.checks.building import NewId
from majokko_dice.checks.consequences import happened
from majokko_dice.checks.ports import Gathered, KeptCheck, KeptMove, Thrower
from majokko_dice.checks.reading import Place
from majokko_dice.checks.shapes import CheckMoveIn, CheckOpeningIn, CheckRollIn
from majokko_dice.rooms import store as rooms
from majokko_dice.rooms.ports import Look, Seat
from majokko_dice.rooms.service import Rooms
from majokko_kit.cursors import Cursors, Paging
from majokko_kit.operations import Asked, Done, Page
from majokko_kit.refusals import NotFound, StaleVersion, TooMany
from majokko_rules.systems.aaws.procedure import (
    Actor,
    Move,
    may_roll,
    moves,
    opened,
    play,
    question,
)

MAX_OPEN = 50
"""Checks of a room that are not over."""

_NEWEST = 2**31 - 1
"""Above the number of any check."""


@dataclass(slots=True)
class Sitting:
    """A check on the table of a room that nobody else can change now."""

    seat: Seat
    gathered: Gathered
    kept: KeptCheck

    @property
    def by(self) -> Actor:
        return actor(self.seat)

    def view(self, locale: str) -> views.RoomCheck:
        return showing.check(self.kept, self.gathered.cast, self.by, locale)

    async def play(self, move: Move, roll: str | None = None) -> None:
        """Make a move, and let happen what it does to units. Raises what the rules raise."""
        before, seat = self.kept.state, self.seat
        state = play(before, move, self.by, self.gathered.cast)
        roll = roll or self.kept.roll
        self.kept = replace(self.kept, state=state, roll=roll, changed_at=seat.work.at)
        gms = await rooms.gms(seat.work.sql, seat.room.id)
        fact = facts.moved(self.kept, move, seat.me.id, gms)
        seat.tell(fact)
        await store.change_check(seat.work.sql, self.kept)
        noted = facts.kept_move(self.kept, fact, seat.me.id, seat.work.at)
        await store.add_move(seat.work.sql, self.kept.id, noted)
        new = state.effects[len(before.effects) :]
        self.gathered = await happened(seat, self.gathered, self.kept, new)


class Checks:
    def __init__(self, rooms: Rooms, thrower: Thrower, cursors: Cursors, new_id: NewId) -> None:
        self._rooms = rooms
        self._thrower = thrower
        self._cursors = cursors
        self._new_id = new_id

    async def open(self, asked: Asked[CheckOpeningIn]) -> Done[views.RoomCheck]:
        """Demand a check, or declare an action.

        Raises TooMany, InvalidValue, IllegalAction, NotYours and what `Rooms.seated` raises.
        """

        async def begin(seat: Seat) -> views.RoomCheck:
            sql, room, at = seat.work.sql, seat.room.id, seat.work.at
            if len(await store.open_checks(sql, room)) >= MAX_OPEN:
                raise TooMany("limit", limit=MAX_OPEN)
            gathered = await store.gathered(sql, room)
            state = opened(reading.opening(asked.body), actor(seat), gathered.cast)
            number = await store.last_number(sql, room) + 1
            kept = KeptCheck(self._new_id("chk"), room, number, state, None, at, at)
            await store.add_check(sql, kept)
            seat.tell(facts.opened(kept, seat.me.id))
            return Sitting(seat, gathered, kept).view(asked.locale)

        return await self._rooms.seated(asked, views.RoomCheck, begin)

    async def move(self, asked: Asked[CheckMoveIn]) -> Done[views.RoomCheck]:
        """Make the move that the operation is named for.

        Raises NotFound, StaleVersion, InvalidValue, IllegalAction, NotYours, NotYourTurn and what
        `Rooms.seated` raises.
        """

        async def go(seat: Seat) -> views.RoomCheck:
            sitting = await _sit(seat, asked)
            await sitting.play(reading.READERS[asked.operation](asked.body, self._place(sitting)))
            return sitting.view(asked.locale)

        return await self._rooms.seated(asked, views.RoomCheck, go)

    async def roll(self, asked: Asked[CheckRollIn]) -> Done[views.RoomCheck]:
        """Roll for a check from the stream of the room, as any other roll that everybody sees.

        The rules are asked before any die is drawn. Raises as `move` does.
        """

        async def throw(seat: Seat) -> views.RoomCheck:
            sitting = await _sit(seat, asked)
            if choice := reading.choice_of_roll(asked.body, self._place(sitting)):
                await sitting.play(choice)
            may_roll(sitting.kept.state, sitting.by, sitting.gathered.cast)
            thrown = await self._thrower.throw(seat, _roll_body(sitting.kept, asked.body))
            await sitting.play(moves.Roll(thrown.faces), thrown.roll)
            return sitting.view(asked.locale)

        return await self._rooms.seated(asked, views.RoomCheck, throw)

    def _place(self, sitting: Sitting) -> Place:
        return Place(sitting.kept.state, sitting.by, sitting.gathered.cast, self._new_id)

    async def one(self, asked: Asked[Any]) -> Done[views.RoomCheck]:
        """Raises NotFound and what `Rooms.looking` raises."""
        async with self._rooms.looking(asked) as look:
            kept = await store.check(look.sql, look.room.id, asked.path["check"])
            if kept is None:
                raise NotFound("thing")
            gathered = await store.gathered(look.sql, look.room.id)
        shown = showing.check(kept, gathered.cast, actor(look), asked.locale)
        return Done(shown, etag=f"{look.room.seq}-{look.me.id}-{asked.locale}")

    async def every(self, asked: Asked[Any]) -> Page[views.RoomCheck]:
        """List the checks of a room, the newest first.

        Raises InvalidValue for a cursor of another list, and what `Rooms.looking` raises.
        """
        paging: Paging = asked.query
        async with self._rooms.looking(asked) as look:
            listed = ("checks", look.room.id)
            before = self._cursors.place(paging.cursor, *listed) if paging.cursor else _NEWEST
            assert isinstance(before, int), "we wrote the cursor of this list"
            found = await store.page(look.sql, look.room.id, before, paging.limit + 1)
            gathered = await store.gathered(look.sql, look.room.id)
        page = self._cursors.page(found, paging.limit, lambda kept: kept.number, *listed)
        by, cast = actor(look), gathered.cast
        items = [showing.check(kept, cast, by, asked.locale) for kept in page.items]
        return Page(items, page.next_cursor)

    async def going_on(self, look: Look, locale: str) -> Sequence[views.RoomCheck]:
        """Show the checks that are not over, as a part of a room's snapshot."""
        found = await store.open_checks(look.sql, look.room.id)
        cast = (await store.gathered(look.sql, look.room.id)).cast
        return [showing.check(kept, cast, actor(look), locale) for kept in found]


def actor(seat: Seat | Look) -> Actor:
    return Actor(seat.me.id, gm=seat.me.role == "gm")


async def _sit(seat: Seat, asked: Asked[Any]) -> Sitting:
    """Raises NotFound, and StaleVersion when the check has moved on since the caller looked."""
    sql, room = seat.work.sql, seat.room.id
    kept = await store.check(sql, room, asked.path["check"])
    if kept is None:
        raise NotFound("thing")
    expected = asked.body.expected_version
    if expected is not None and expected != kept.state.version:
        missed = await store.moves_after(sql, kept.id, expected)
        raise _stale(kept, missed, gm=seat.me.role == "gm")
    return Sitting(seat, await store.gathered(sql, room), kept)


def _stale(kept: KeptCheck, missed: Sequence[KeptMove], *, gm: bool) -> StaleVersion:
    told = [facts.noted(move, gm=gm) for move in missed]
    version = kept.state.version
    return StaleVersion("version", version=version, pointer="/expected_version").without(told)


def _roll_body(kept: KeptCheck, body: CheckRollIn) -> dict[str, object]:
    """Ask for the dice as `POST …/rolls` would be asked; a secret target is no part of it."""
    asked: dict[str, object] = {"check": question(kept.state), "reason": kept.state.action}
    return asked if body.faces is None else asked | {"faces": body.faces}
