"""Brings characters into a room as units. Their sheets are kept by another service.

A room calls factors by ids of its own, for two sheets may call theirs alike.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from majokko_contracts.units import FindUnit, UnitFound
from majokko_dice.checks.building import NewId
from majokko_dice.checks.ports import Asking
from majokko_dice.checks.unit_shapes import UnitIn
from majokko_dice.rooms.ports import PLAYING, Look
from majokko_dice.rooms.service import Rooms
from majokko_kit.operations import Asked
from majokko_kit.refusals import Forbidden, RoomClosed
from majokko_rules.errors import InvalidValue
from majokko_rules.systems.aaws.procedure import Unit
from majokko_rules.systems.aaws.procedure.units import Anti, Factor, Original

PATIENCE = 3.0
"""Seconds that the characters service may take."""


@dataclass(frozen=True, slots=True)
class Linked:
    """A unit of a character; `ids` says how her sheet calls what the room calls otherwise."""

    unit: Unit
    character: str
    ids: Mapping[str, str]


class Bringing:
    def __init__(self, rooms: Rooms, bus: Asking, new_id: NewId) -> None:
        self._rooms = rooms
        self._bus = bus
        self._new_id = new_id

    async def found(self, asked: Asked[UnitIn]) -> UnitFound | None:
        """Return the unit that a character is, by the right of the member who brings her; None
        where no character is named.

        This comes before the room is locked, for others may be slow. Raises NotFound, TokenMissing,
        Forbidden, RoomClosed, InvalidValue, IllegalAction, DependencyAway.
        """
        if asked.body.character is None:
            return None
        _says_nothing_else(asked.body)
        async with self._rooms.looking(asked) as look:
            request = _request(asked, look, asked.body.character)
        return await self._bus.ask(request, timeout=PATIENCE)

    def linked(self, found: UnitFound, key: str, player: str | None) -> Linked:
        """Return the unit of the room that a character becomes."""
        ids: dict[str, str] = {}

        def own(kind: str, of_sheet: str) -> str:
            mine = self._new_id(kind)
            ids[mine] = of_sheet
            return mine

        originals: list[Original] = []
        factors: list[Factor] = []
        for one in found.originals:
            original = Original(own("ori", one.id), one.name, one.level, one.note)
            originals.append(original)
            factors += [
                Factor(own("fac", each.id), original.id, each.name, each.first_used)
                for each in one.factors
            ]
        unit = Unit(
            id=key,
            name=found.name,
            player=player,
            originals=tuple(originals),
            factors=tuple(factors),
            antis=tuple(Anti(own("fac", each.id), each.name, each.fumble) for each in found.antis),
            reviewed=found.reviewed,
        )
        return Linked(unit, found.character, ids)


def _says_nothing_else(body: UnitIn) -> None:
    """Whatever else there is to say of a character stands on her sheet."""
    for name in ("name", "originals", "antis"):
        if getattr(body, name):
            names = f"character, {name}"
            raise InvalidValue("not_together", pointer=f"/{name}", names=names)


def _request(asked: Asked[UnitIn], look: Look, character: str) -> FindUnit:
    role = look.me.role
    if role not in PLAYING:
        raise Forbidden("role")
    if look.room.state == "closed":
        raise RoomClosed("closed")
    assert asked.token is not None
    assert role != "spectator"
    return FindUnit(
        tenant=asked.tenant,
        character=character,
        room=look.room.id,
        member=look.me.id,
        role=role,
        token=asked.token.hex(),
        locale=asked.locale,
    )
