"""What the dice service tells of rooms, those who sit in them, their streams and their rolls.

The subject is the room. Only what everybody in it may know is told: of a secret roll, that it was
made.
"""

from typing import Any, ClassVar, Literal

from pydantic import BaseModel, ConfigDict, Field, JsonValue

from majokko_contracts.events import Happened
from majokko_contracts.ids import PATTERN

_HEX = r"^[0-9a-f]{64}$"
_ROOM = "roo_01KB9Q1V5S3V9D0QH3S3YB8N4E"
_GM = "mem_01KB9Q1V5S3V9D0QH3S3YB8N4E"
_MADOKA = "mem_01KB9Q1V6J8QZ3F5V6W7X8Y9Z0"
_ROLL = "rol_01KB9Q1V8S3V9D0QH3S3YB8N4E"
_STREAM = "str_01KB9Q1V5S3V9D0QH3S3YB8N4E"
_UNIT = "uni_01KB9Q1V9S3V9D0QH3S3YB8N4E"
_SOME_HEX = "4f2c" * 16
_DEMANDED: dict[str, JsonValue] = {
    "check": "chk_01KB9Q1VAS3V9D0QH3S3YB8N4E",
    "version": 0,
    "step": "demanded",
}

Json = dict[str, Any]


def _example(**data: JsonValue) -> ConfigDict:
    return ConfigDict(json_schema_extra={"examples": [data]})


class Member(BaseModel):
    """Somebody in a room."""

    model_config = ConfigDict(frozen=True, strict=True, extra="ignore")

    id: str = Field(pattern=PATTERN)
    name: str
    role: Literal["gm", "player", "spectator"]


class OfRooms(Happened):
    service: ClassVar = "dice"


class RoomCreated(OfRooms):
    """A room was made, by its game master."""

    type: ClassVar = "room.created"
    model_config = _example(room=_ROOM, member={"id": _GM, "name": "Kyubey", "role": "gm"})

    room: str = Field(pattern=PATTERN)
    member: Member


class RoomClosed(OfRooms):
    """A room was closed for ever: its streams and secret rolls may be known from now on."""

    type: ClassVar = "room.closed"
    model_config = _example(room=_ROOM, by=_GM)

    room: str = Field(pattern=PATTERN)
    by: str = Field(pattern=PATTERN)


class MemberJoined(OfRooms):
    """Somebody came in."""

    type: ClassVar = "member.joined"
    model_config = _example(member={"id": _MADOKA, "name": "Madoka", "role": "player"})

    member: Member


class MemberChanged(OfRooms):
    """Somebody has another name or another role."""

    type: ClassVar = "member.changed"
    model_config = _example(member={"id": _MADOKA, "name": "Madoka", "role": "spectator"}, by=_GM)

    member: Member
    by: str = Field(pattern=PATTERN)


class MemberLeft(OfRooms):
    """Somebody left, or was removed: then `by` is somebody else."""

    type: ClassVar = "member.left"
    model_config = _example(member={"id": _MADOKA, "name": "Madoka", "role": "player"}, by=_MADOKA)

    member: Member
    by: str = Field(pattern=PATTERN)


class StreamCommitted(OfRooms):
    """A further stream was promised: whoever keeps `commitment` can check all that it will give."""

    type: ClassVar = "stream.committed"
    model_config = _example(stream=_STREAM, index=1, commitment=_SOME_HEX, receipt={"v": 1})

    stream: str
    index: int = Field(ge=0)
    commitment: str = Field(pattern=_HEX)
    receipt: Json


class Seed(BaseModel):
    """What somebody contributed to a stream."""

    model_config = ConfigDict(frozen=True, strict=True, extra="ignore")

    label: str
    seed: str


class StreamOpened(OfRooms):
    """The first draw has fixed what a stream gives: nobody can contribute to it any more."""

    type: ClassVar = "stream.opened"
    model_config = _example(
        stream=_STREAM,
        index=0,
        client_seed_source="client",
        client_seeds=[{"label": _MADOKA, "seed": "cheese"}],
        head=_SOME_HEX,
    )

    stream: str
    index: int = Field(ge=0)
    client_seed_source: Literal["client", "server"]
    client_seeds: tuple[Seed, ...]
    head: str = Field(pattern=_HEX)


class StreamClosed(OfRooms):
    """A stream gives no more. `closing` binds what was asked of it; of a secret stream it is told
    when the room closes.
    """

    type: ClassVar = "stream.closed"
    model_config = _example(
        stream=_STREAM, index=0, draws=10_000, head=_SOME_HEX, closing=_SOME_HEX
    )

    stream: str
    index: int = Field(ge=0)
    draws: int = Field(ge=0)
    head: str = Field(pattern=_HEX)
    closing: str | None


class RollMade(OfRooms):
    """Dice were rolled in a room."""

    type: ClassVar = "roll.made"
    model_config = _example(roll=_ROLL)

    roll: str = Field(pattern=PATTERN)


class RollRevealed(OfRooms):
    """A roll that was made in secret may be known from now on."""

    type: ClassVar = "roll.revealed"
    model_config = _example(roll=_ROLL, by=_GM)

    roll: str = Field(pattern=PATTERN)
    by: str = Field(pattern=PATTERN)


class OfChecks(OfRooms):
    """`step` is where the check stands now, `by` whose move led there."""

    check: str = Field(pattern=PATTERN)
    version: int = Field(ge=0)
    step: str
    by: str = Field(pattern=PATTERN)


class CheckOpened(OfChecks):
    """A check of A-AWs was demanded or wished for."""

    type: ClassVar = "check.opened"
    model_config = _example(
        **_DEMANDED, kind="single", action="cross the bridge", units=[_UNIT], by=_GM
    )

    kind: Literal["single", "joint"]
    action: str
    units: tuple[str, ...]


class CheckRolled(OfChecks):
    """The dice of a check fell. `result` is null where nobody but the game master may know it."""

    type: ClassVar = "check.rolled"
    model_config = _example(
        **(_DEMANDED | {"version": 7, "step": "done"}),
        by=_MADOKA,
        roll=_ROLL,
        move={"faces": []},
        result={"value": 6, "fumble": False},
    )

    roll: str | None
    move: Json
    result: Json | None


class UnitChanged(OfRooms):
    """A unit of A-AWs is another. If a check did it, `check` and `effect` say so.

    `character` is whom the unit was made from. Factors that her sheet calls otherwise than the
    effect does stand in `ids`, by what the effect calls them.
    """

    type: ClassVar = "unit.changed"
    model_config = _example(
        unit=_UNIT,
        version=4,
        name="Sayaka",
        character="chr_01KB9Q1Z4G2E6T8K0N3R5W7Y1C",
        check=_DEMANDED["check"],
        effect={"kind": "struck", "unit": _UNIT, "factor": "fac_01KB9Q1VBS3V9D0QH3S3YB8N4E"},
        ids={"fac_01KB9Q1VBS3V9D0QH3S3YB8N4E": "weapon_2"},
    )

    unit: str = Field(pattern=PATTERN)
    version: int = Field(ge=1)
    name: str
    character: str | None = Field(pattern=PATTERN)
    check: str | None = Field(pattern=PATTERN)
    effect: Json | None
    ids: dict[str, str]


DICE_EVENTS: tuple[type[Happened], ...] = (
    RoomCreated,
    RoomClosed,
    MemberJoined,
    MemberChanged,
    MemberLeft,
    StreamCommitted,
    StreamOpened,
    StreamClosed,
    RollMade,
    RollRevealed,
    CheckOpened,
    CheckRolled,
    UnitChanged,
)
