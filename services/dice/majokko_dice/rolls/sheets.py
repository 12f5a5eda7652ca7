"""Sheets of characters, which another service keeps: they fill checks, so that nobody copies."""

from typing import Any, Protocol

from majokko_contracts.characters import LookedUp, LookUp
from majokko_dice.rolls.reading import RoomRollAsked, SheetAsked
from majokko_dice.rolls.records import Named
from majokko_dice.rooms.ports import PLAYING, Look
from majokko_dice.rooms.service import Rooms
from majokko_kit.operations import Asked
from majokko_kit.refusals import Forbidden, RoomClosed

PATIENCE = 3.0
"""Seconds that the characters service may take."""


class Asking(Protocol):
    """The bus, as far as this needs it."""

    async def ask(self, request: LookUp, *, timeout: float) -> LookedUp:  # noqa: ASYNC109
        """Raises what the other service refuses, and DependencyAway."""
        ...


class Sheets:
    def __init__(self, rooms: Rooms, bus: Asking) -> None:
        self._rooms = rooms
        self._bus = bus

    async def filled(self, asked: Asked[Any], roll: SheetAsked) -> RoomRollAsked:
        """Fill the check of a roll from the sheet, by the right of the member who rolls.

        This comes before the room is locked, for others may be slow. Raises NotFound, TokenMissing,
        Forbidden, RoomClosed, what the characters service refuses, DependencyAway, RuleError.
        """
        async with self._rooms.looking(asked) as look:
            request = _request(asked, look, roll)
        found = await self._bus.ask(request, timeout=PATIENCE)
        return roll.filled(Named(found.id, found.name), found.check)


def _request(asked: Asked[Any], look: Look, roll: SheetAsked) -> LookUp:
    role = look.me.role
    if role not in PLAYING:
        raise Forbidden("role")
    if look.room.state == "closed":
        raise RoomClosed("closed")
    assert asked.token is not None
    assert role != "spectator"
    return LookUp(
        tenant=asked.tenant,
        character=roll.character,
        room=look.room.id,
        member=look.me.id,
        role=role,
        token=asked.token.hex(),
        check=dict(roll.check),
        **{roll.kind: roll.entry},
    )
