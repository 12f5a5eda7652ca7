"""The units of a room, which their players and the GM make and change."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from majokko_contracts.units import UnitFound
from majokko_dice.checks import facts, showing, store, unit_views
from majokko_dice.checks.bringing import Bringing
from majokko_dice.checks.building import Builder, NewId
from majokko_dice.checks.ports import Gathered, KeptUnit
from majokko_dice.checks.unit_shapes import UnitChange, UnitIn
from majokko_dice.rooms import store as rooms
from majokko_dice.rooms.names import named
from majokko_dice.rooms.ports import PLAYING, Seat
from majokko_dice.rooms.service import Rooms
from majokko_kit.operations import Asked, Done
from majokko_kit.refusals import Forbidden, NotFound, PreconditionFailed, TooMany
from majokko_rules.errors import IllegalAction, InvalidValue, NotYours
from majokko_rules.systems.aaws.procedure import State, Unit
from majokko_rules.systems.aaws.procedure.units import unknown

MAX_UNITS = 100


class Units:
    def __init__(self, rooms: Rooms, bringing: Bringing, new_id: NewId) -> None:
        self._rooms = rooms
        self._bringing = bringing
        self._new_id = new_id

    async def create(self, asked: Asked[UnitIn]) -> Done[unit_views.RoomUnit]:
        """Make a unit: a player for herself, the GM for anybody.

        Raises TooMany, InvalidValue, IllegalAction, NotYours, what `Bringing.found` raises and what
        `Rooms.seated` raises.
        """
        if earlier := await self._rooms.earlier(asked, unit_views.RoomUnit):
            return earlier  # a retry asks nobody
        found = await self._bringing.found(asked)

        async def make(seat: Seat) -> unit_views.RoomUnit:
            room = await store.gathered(seat.work.sql, seat.room.id)
            if len(room.units) >= MAX_UNITS:
                raise TooMany("limit", limit=MAX_UNITS)
            kept = await self._new(asked.body, seat, found, room)
            await store.add_unit(seat.work.sql, kept)
            seat.tell(facts.unit_created(kept))
            return showing.unit(kept)

        return await self._rooms.seated(asked, unit_views.RoomUnit, make)

    async def every(self, asked: Asked[Any]) -> unit_views.RoomUnits:
        async with self._rooms.looking(asked) as look:
            room = await store.gathered(look.sql, look.room.id)
        return unit_views.RoomUnits([showing.unit(kept) for kept in room.units])

    async def one(self, asked: Asked[Any]) -> Done[unit_views.RoomUnit]:
        """Raises NotFound and what `Rooms.looking` raises."""
        async with self._rooms.looking(asked) as look:
            room = await store.gathered(look.sql, look.room.id)
        kept = _found(room.unit(asked.path["unit"]))
        return Done(showing.unit(kept), etag=str(kept.version))

    async def change(self, asked: Asked[UnitChange]) -> Done[unit_views.RoomUnit]:
        """Change a unit: its player her own, the GM every one.

        Raises NotFound, Forbidden, PreconditionFailed, InvalidValue, IllegalAction, NotYours.
        """

        async def change(seat: Seat) -> unit_views.RoomUnit:
            kept = await self._own(seat, asked.path["unit"])
            if asked.if_match != str(kept.version):
                raise PreconditionFailed("stale")
            unit = await self._changed(seat, kept.unit, asked.body)
            after = replace(kept, unit=unit, version=kept.version + 1)
            await store.change_unit(seat.work.sql, unit, after.version)
            seat.tell(facts.unit_changed(after))
            return showing.unit(after)

        return await self._rooms.seated(asked, unit_views.RoomUnit, change)

    async def remove(self, asked: Asked[Any]) -> Done[None]:
        """Take a unit away, unless a check is about it. Raises as `change` does."""

        async def remove(seat: Seat) -> None:
            kept = await self._own(seat, asked.path["unit"])
            await _not_in_check(seat, kept.unit.id)
            await store.remove_unit(seat.work.sql, kept.unit.id)
            seat.tell(facts.unit_removed(kept))

        return await self._rooms.seated(asked, type(None), remove, roles=PLAYING)

    async def _new(
        self, body: UnitIn, seat: Seat, found: UnitFound | None, room: Gathered
    ) -> KeptUnit:
        if found is None:
            unit = self._made(body, seat, await self._player(seat, body.player))
            return KeptUnit(unit, seat.room.id, 1, seat.work.at)
        if room.of_character(found.character):
            raise IllegalAction("unit_of_character", pointer="/character")
        player = await self._player_of(seat, body, found)
        linked = self._bringing.linked(found, self._new_id("uni"), player)
        at, room_id = seat.work.at, seat.room.id
        return KeptUnit(linked.unit, room_id, 1, at, linked.character, linked.ids)

    def _made(self, body: UnitIn, seat: Seat, player: str | None) -> Unit:
        if body.name is None:
            raise InvalidValue("required", pointer="/name")
        gm = seat.me.role == "gm"
        unit = Unit(self._new_id("uni"), named(body.name, "/name"), player, reviewed=gm)
        unit = Builder(unit, self._new_id, gm=gm).with_originals(body.originals)
        return Builder(unit, self._new_id, gm=gm).with_antis(body.antis)

    async def _player_of(self, seat: Seat, body: UnitIn, found: UnitFound) -> str | None:
        """Whoever rolls for a character plays her unit, too, unless the GM says otherwise."""
        if seat.me.role != "gm" or "player" in body.model_fields_set:
            return await self._player(seat, body.player)
        players = [each for each in await _players(seat) if each != seat.me.id]
        return found.member if found.member in players else None

    async def _player(self, seat: Seat, asked: str | None) -> str | None:
        """Whose unit it is: a player's own, or whoever's the GM says."""
        if seat.me.role != "gm":
            if asked not in (None, seat.me.id):
                raise NotYours("only_gm", pointer="/player")
            return seat.me.id
        players = await _players(seat)
        if asked is not None and asked not in players:
            raise unknown(players, "/player")
        return asked

    async def _own(self, seat: Seat, key: str) -> KeptUnit:
        room = await store.gathered(seat.work.sql, seat.room.id)
        kept = _found(room.unit(key))
        if seat.me.role != "gm" and kept.unit.player != seat.me.id:
            raise Forbidden("role")
        return kept

    async def _changed(self, seat: Seat, unit: Unit, body: UnitChange) -> Unit:
        gm = seat.me.role == "gm"
        if body.name is not None:
            unit = replace(unit, name=named(body.name, "/name"))
        if "player" in body.model_fields_set:
            unit = replace(unit, player=await self._player(seat, body.player))
        if body.originals is not None:
            if not gm:
                await _not_in_check(seat, unit.id)
            changed = Builder(unit, self._new_id, gm=gm).with_originals(body.originals)
            unit = replace(changed, reviewed=unit.reviewed and (gm or changed == unit))
        if body.antis is not None:
            unit = Builder(unit, self._new_id, gm=gm).with_antis(body.antis)
        return _reviewed(unit, body.reviewed, gm=gm)


async def _players(seat: Seat) -> Sequence[str]:
    members = await rooms.members(seat.work.sql, seat.room.id)
    return [member.id for member in members if member.role in PLAYING]


def _found(kept: KeptUnit | None) -> KeptUnit:
    if kept is None:
        raise NotFound("thing")
    return kept


def _reviewed(unit: Unit, reviewed: bool | None, *, gm: bool) -> Unit:  # noqa: FBT001
    if reviewed is None:
        return unit
    if not gm:
        raise NotYours("only_gm", pointer="/reviewed")
    return replace(unit, reviewed=reviewed)


async def _not_in_check(seat: Seat, unit: str) -> None:
    """Raises IllegalAction while a check is going on that the unit takes part in, or helps in."""
    checks = await store.open_checks(seat.work.sql, seat.room.id)
    if any(unit in _taking_part(kept.state) for kept in checks):
        raise IllegalAction("unit_in_check")


def _taking_part(state: State) -> Sequence[str]:
    return [party.unit for party in state.parties] + [offer.unit for offer in state.offers]
