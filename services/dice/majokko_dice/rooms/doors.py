"""How people come in: a room is made, found by its label, and joined by invitation."""

from typing import Any

from sqlalchemy.exc import IntegrityError

from majokko_dice.fairness.views import shown
from majokko_dice.ports import Surroundings
from majokko_dice.rooms import facts, store, views
from majokko_dice.rooms.names import named
from majokko_dice.rooms.ports import Member, Room, Seat
from majokko_dice.rooms.seats import Seats
from majokko_dice.rooms.shapes import MemberIn, RoomIn, RoomsQuery
from majokko_dice.rooms.streams import Streams
from majokko_kit import auth
from majokko_kit.clock import rfc3339
from majokko_kit.database import Commands, Database, Work
from majokko_kit.operations import Asked, Done
from majokko_kit.refusals import LabelTaken, NotFound, RoomClosed, TooMany

MAX_MEMBERS = 100


class Doors:
    def __init__(
        self,
        database: Database,
        commands: Commands,
        seats: Seats,
        streams: Streams,
        surroundings: Surroundings,
    ) -> None:
        self._database = database
        self._commands = commands
        self._seats = seats
        self._streams = streams
        self._new_id = surroundings.new_id

    async def create(self, asked: Asked[RoomIn]) -> Done[views.RoomCreated]:
        """Make a room; whoever does is its game master.

        Raises LabelTaken, InvalidValue.
        """
        return await self._commands.run(
            asked, views.RoomCreated, lambda work: self._create(work, asked)
        )

    async def join(self, asked: Asked[MemberIn]) -> Done[views.MemberJoined]:
        """Take a seat by invitation.

        Raises NotFound, RoomClosed, TooMany, InvalidValue.
        """
        return await self._commands.run(
            asked, views.MemberJoined, lambda work: self._join(work, asked)
        )

    async def find(self, asked: Asked[Any]) -> views.RoomsFound:
        """Find the open room with a label: there is at most one."""
        query: RoomsQuery = asked.query
        label = named(query.label, "/label")
        async with self._database.reading() as sql:
            rooms = await store.labelled(sql, asked.tenant, label)
        return views.RoomsFound([views.found(room) for room in rooms])

    async def _create(self, work: Work, asked: Asked[RoomIn]) -> views.RoomCreated:
        room = self._room(work, asked)
        me = Member(self._new_id("mem"), named(asked.body.gm, "/gm"), "gm", work.at)
        token, invite = auth.new_token("member"), auth.new_token("invite")
        await _add(work, room, auth.hashed(invite))
        await store.add_member(work.sql, room.id, me, auth.hashed(token))
        public, secret = await self._streams.begin(work, room)
        await self._told(Seat(work, room, me, [facts.created(room, me)]))
        return views.created(room, me, token, invite, shown(public, []), shown(secret, []))

    def _room(self, work: Work, asked: Asked[RoomIn]) -> Room:
        body = asked.body
        return Room(
            id=self._new_id("roo"),
            tenant=asked.tenant,
            name=named(body.name, "/name"),
            label=None if body.label is None else named(body.label, "/label"),
            state="open",
            stream=self._new_id("str"),
            seq=0,
            rolls=0,
            created_at=work.at,
            closed_at=None,
        )

    async def _join(self, work: Work, asked: Asked[MemberIn]) -> views.MemberJoined:
        body = asked.body
        invite = auth.hashed(body.invite)
        room = await store.invited(work.sql, asked.path["room"], asked.tenant, invite)
        if room is None:  # whether there is such a room, only its invitation tells
            raise NotFound("thing", pointer="/invite")
        if room.state == "closed":
            raise RoomClosed("closed")
        if await store.how_many(work.sql, room.id) >= MAX_MEMBERS:
            raise TooMany("limit", limit=MAX_MEMBERS)
        me = Member(self._new_id("mem"), named(body.name, "/name"), body.role, work.at)
        token = auth.new_token("member")
        await store.add_member(work.sql, room.id, me, auth.hashed(token))
        await self._told(Seat(work, room, me, [facts.joined(me)]))
        return views.MemberJoined(me.id, room.id, me.name, me.role, token, rfc3339(me.joined_at))

    async def _told(self, seat: Seat) -> None:
        await self._seats.settle(seat)


async def _add(work: Work, room: Room, invite: bytes) -> None:
    try:
        await store.add_room(work.sql, room, invite)
    except IntegrityError:
        if room.label is None:
            raise
        raise LabelTaken("taken", pointer="/label") from None
