"""What rooms are asked."""

from typing import Annotated, Literal

from pydantic import Field

from majokko_dice.rooms.names import MAX_NAME
from majokko_dice.rooms.ports import Role
from majokko_kit.operations.operation import Shape

_MAX_INVITE = 100

Name = Annotated[str, Field(min_length=1, max_length=MAX_NAME)]
Label = Annotated[
    str,
    Field(
        min_length=1,
        max_length=MAX_NAME,
        description="A chat bot's own id of this room; no two open rooms share one.",
    ),
]


class RoomIn(Shape):
    name: Name
    label: Label | None = None
    gm: Annotated[Name, Field(description="What the game master is called.")] = "GM"


class RoomsQuery(Shape):
    label: Label


class MemberIn(Shape):
    name: Name
    invite: Annotated[str, Field(min_length=1, max_length=_MAX_INVITE)]
    role: Literal["player", "spectator"] = "player"


class MemberChange(Shape):
    name: Name | None = None
    role: Annotated[
        Role | None, Field(description="Only the game master gives roles, her own included.")
    ] = None


class SeedIn(Shape):
    seed: Annotated[str, Field(description="1–64 of A–Z a–z 0–9 . _ ~ -", examples=["my-cat.7"])]
