"""Who acts in the story of a room, and who rolls for her."""

from dataclasses import replace
from typing import Any

from majokko_dice.ports import Surroundings
from majokko_dice.rolls.records import Character, Named
from majokko_dice.rolls.shapes import CharacterChange, CharacterIn
from majokko_dice.rolls.stores import characters as store
from majokko_dice.rolls.story_views import RoomCharacter, RoomCharacters
from majokko_dice.rooms import store as rooms
from majokko_dice.rooms.names import named
from majokko_dice.rooms.ports import Room, Seat
from majokko_dice.rooms.service import Rooms
from majokko_kit.clock import rfc3339
from majokko_kit.database import Fact
from majokko_kit.operations import Asked, Done
from majokko_kit.refusals import Forbidden, NotFound, TooMany
from majokko_rules.errors import InvalidValue

MAX_CHARACTERS = 200


async def rolled_for(seat: Seat, character: str | None) -> Named | None:
    """Return whom a roll is for: her own player rolls, or a game master.

    Raises InvalidValue, Forbidden.
    """
    if character is None:
        return None
    found = await store.one(seat.work.sql, seat.room.id, character)
    if found is None:
        raise InvalidValue("unknown_id", pointer="/character/id")
    if not _is_hers(seat, found):
        raise Forbidden("other_player", pointer="/character/id")
    return Named(found.id, found.name)


class Characters:
    def __init__(self, rooms: Rooms, surroundings: Surroundings) -> None:
        self._rooms = rooms
        self._new_id = surroundings.new_id

    async def add(self, asked: Asked[CharacterIn]) -> Done[RoomCharacter]:
        """Raises InvalidValue, Forbidden, TooMany and what `Rooms.seated` raises."""

        async def add(seat: Seat) -> RoomCharacter:
            sql, room = seat.work.sql, seat.room.id
            if await store.how_many(sql, room) >= MAX_CHARACTERS:
                raise TooMany("limit", limit=MAX_CHARACTERS)
            character = Character(
                id=self._new_id("chr"),
                name=named(asked.body.name, "/name"),
                player=await _player(seat, asked.body),
                created_at=seat.work.at,
            )
            await store.add(sql, room, character)
            seat.tell(_told("character.added", character))
            return _shown(seat.room, character)

        return await self._rooms.seated(asked, RoomCharacter, add)

    async def every(self, asked: Asked[Any]) -> RoomCharacters:
        """Raises NotFound, TokenMissing."""
        async with self._rooms.looking(asked) as look:
            found = await store.listed(look.sql, look.room.id)
        return RoomCharacters([_shown(look.room, each) for each in found])

    async def get(self, asked: Asked[Any]) -> RoomCharacter:
        """Raises NotFound, TokenMissing."""
        async with self._rooms.looking(asked) as look:
            found = await store.one(look.sql, look.room.id, asked.path["character"])
        if found is None:
            raise NotFound("thing")
        return _shown(look.room, found)

    async def change(self, asked: Asked[CharacterChange]) -> Done[RoomCharacter]:
        """Raises InvalidValue, Forbidden, NotFound and what `Rooms.seated` raises."""
        body = asked.body

        async def change(seat: Seat) -> RoomCharacter:
            before = await _hers(seat, asked.path["character"])
            after = before
            if body.name is not None:
                after = replace(after, name=named(body.name, "/name"))
            if "player" in body.model_fields_set:
                after = replace(after, player=await _given_to(seat, before, body.player))
            if after != before:
                await store.change(seat.work.sql, after)
                seat.tell(_told("character.changed", after))
            return _shown(seat.room, after)

        return await self._rooms.seated(asked, RoomCharacter, change)

    async def remove(self, asked: Asked[Any]) -> Done[None]:
        """Raises Forbidden, NotFound and what `Rooms.seated` raises."""

        async def remove(seat: Seat) -> None:
            character = await _hers(seat, asked.path["character"])
            await store.remove(seat.work.sql, character.id)
            seat.tell(Fact("character.removed", {"character": character.id}))

        return await self._rooms.seated(asked, type(None), remove)


def _is_hers(seat: Seat, character: Character) -> bool:
    return seat.me.role == "gm" or character.player == seat.me.id


async def _hers(seat: Seat, character: str) -> Character:
    found = await store.one(seat.work.sql, seat.room.id, character)
    if found is None:
        raise NotFound("thing")
    if not _is_hers(seat, found):
        raise Forbidden("other_player")
    return found


async def _player(seat: Seat, body: CharacterIn) -> str | None:
    """Return who is to play a new character: oneself, or whomever the game master says."""
    if seat.me.role == "gm":
        return await _member(seat, body.player)
    if body.player not in (None, seat.me.id):
        raise Forbidden("role", pointer="/player")
    return seat.me.id


async def _given_to(seat: Seat, before: Character, player: str | None) -> str | None:
    if player == before.player:
        return player
    if seat.me.role != "gm":
        raise Forbidden("role", pointer="/player")
    return await _member(seat, player)


async def _member(seat: Seat, member: str | None) -> str | None:
    if member not in (None, seat.me.id):
        found = await rooms.member(seat.work.sql, seat.room.id, str(member))
        if found is None:
            raise InvalidValue("unknown_id", pointer="/player")
    return member


def _told(kind: str, character: Character) -> Fact:
    told = {"id": character.id, "name": character.name, "player": character.player}
    return Fact(kind, {"character": told})


def _shown(room: Room, character: Character) -> RoomCharacter:
    created_at = rfc3339(character.created_at)
    return RoomCharacter(character.id, room.id, character.name, character.player, created_at)
