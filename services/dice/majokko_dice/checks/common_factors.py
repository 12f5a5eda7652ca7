"""Shared factors of a room: everyone's who was present, or who meets a condition."""

from typing import Any

from majokko_dice.checks import building, facts, showing, store, unit_views
from majokko_dice.checks.building import NewId
from majokko_dice.checks.ports import KeptShared
from majokko_dice.checks.unit_shapes import SharedFactorIn
from majokko_dice.rooms.ports import GM, Seat
from majokko_dice.rooms.service import Rooms
from majokko_kit.operations import Asked, Done
from majokko_kit.refusals import NotFound, TooMany

MAX_SHARED = 100


class SharedFactors:
    def __init__(self, rooms: Rooms, new_id: NewId) -> None:
        self._rooms = rooms
        self._new_id = new_id

    async def create(self, asked: Asked[SharedFactorIn]) -> Done[unit_views.SharedFactor]:
        """Give a factor to several units; the GM does.

        Raises TooMany, InvalidValue and what `Rooms.seated` raises.
        """

        async def make(seat: Seat) -> unit_views.SharedFactor:
            sql, at = seat.work.sql, seat.work.at
            room = await store.gathered(sql, seat.room.id)
            if len(room.shared) >= MAX_SHARED:
                raise TooMany("limit", limit=MAX_SHARED)
            units = [kept.unit.id for kept in room.units]
            shared = building.shared(asked.body, self._new_id("fac"), units)
            await store.add_shared(sql, seat.room.id, shared, at)
            seat.tell(facts.shared_changed("created", shared.id, name=shared.name))
            return showing.shared(KeptShared(shared, at), seat.room.id)

        return await self._rooms.seated(asked, unit_views.SharedFactor, make, roles=GM)

    async def every(self, asked: Asked[Any]) -> unit_views.SharedFactors:
        async with self._rooms.looking(asked) as look:
            room = await store.gathered(look.sql, look.room.id)
        shown = [showing.shared(kept, look.room.id) for kept in room.shared]
        return unit_views.SharedFactors(shown)

    async def get(self, asked: Asked[Any]) -> unit_views.SharedFactor:
        """Raises NotFound, TokenMissing."""
        factors = await self.every(asked)
        for factor in factors.items:
            if factor.id == asked.path["factor"]:
                return factor
        raise NotFound("thing")

    async def remove(self, asked: Asked[Any]) -> Done[None]:
        """Take a shared factor away: it was avoided, removed, or is used up.

        Raises NotFound and what `Rooms.seated` raises.
        """

        async def remove(seat: Seat) -> None:
            key = asked.path["factor"]
            room = await store.gathered(seat.work.sql, seat.room.id)
            if key not in room.cast.shared:
                raise NotFound("thing")
            await store.remove_shared(seat.work.sql, key)
            seat.tell(facts.shared_changed("removed", key))

        return await self._rooms.seated(asked, type(None), remove, roles=GM)
