"""The life of the streams of a room, as its members move it on: contribute, replace, end."""

from dataclasses import replace
from typing import Any

from majokko_dice.fairness import store as ledgers
from majokko_dice.fairness.views import FairnessStream, shown
from majokko_dice.rooms import facts, store, views
from majokko_dice.rooms.closings import Closings, Foresight
from majokko_dice.rooms.ports import ANYONE, GM, Look, Seat
from majokko_dice.rooms.service import Rooms
from majokko_dice.rooms.shapes import SeedIn
from majokko_dice.rooms.streams import Streams
from majokko_kit.operations import Asked, Done
from majokko_kit.refusals import NotFound, PreconditionRequired, TokenMissing


class Life:
    def __init__(self, rooms: Rooms, streams: Streams, foresight: Foresight) -> None:
        self._rooms = rooms
        self._streams = streams
        self._foresight = foresight

    async def contribute(self, asked: Asked[SeedIn]) -> Done[FairnessStream]:
        """Add a seed to the stream whose commitment If-Match names.

        Raises PreconditionFailed, StreamClosed, InvalidValue and what `Rooms.seated` raises.
        """

        async def give(seat: Seat) -> FairnessStream:
            if asked.if_match is None:
                raise PreconditionRequired("if_match")
            stream = await self._streams.contribute(seat, asked.if_match, asked.body.seed)
            return shown(stream, await ledgers.given(seat.work.sql, stream))

        return await self._rooms.seated(asked, FairnessStream, give, roles=ANYONE)

    async def rotate(self, asked: Asked[Any]) -> Done[FairnessStream]:
        """Close the public stream, so that it can be checked; return the one that follows.

        Raises what `Rooms.seated` raises.
        """

        async def follow(seat: Seat) -> FairnessStream:
            stream = await self._streams.rotate(seat)
            return shown(stream, await ledgers.given(seat.work.sql, stream))

        return await self._rooms.seated(asked, FairnessStream, follow, roles=GM)

    async def close(self, asked: Asked[Any]) -> Done[views.Room]:
        """End a room: it gives no more dice, and every secret of it comes out.

        Raises what `Rooms.seated` raises.
        """
        known = await self._foreseen(asked)

        async def end(seat: Seat) -> views.Room:
            work, room = seat.work, seat.room
            await store.close(work.sql, room.id, work.at)
            await self._streams.close(seat, known)
            seat.tell(facts.closed(room, seat.me))
            seq = room.seq + len(seat.facts)
            ended = replace(room, state="closed", closed_at=work.at, seq=seq)
            return await self._rooms.view(Look(work.sql, ended, seat.me))

        return await self._rooms.seated(asked, views.Room, end, roles=GM)

    async def _foreseen(self, asked: Asked[Any]) -> Closings:
        """Work out what takes long before the room is locked, if the one who asks may close it."""
        try:
            async with self._rooms.looking(asked) as look:
                may = look.leads and look.room.state == "open"
        except (NotFound, TokenMissing):  # the command says so, or tells an earlier answer again
            return {}
        return await self._foresight.closings(look.room.id, self._streams.opened) if may else {}
