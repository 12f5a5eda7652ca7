"""What a room asks for a unit of A-AWs that is made from a character."""

from typing import ClassVar, Literal

from pydantic import BaseModel, ConfigDict, Field

from majokko_contracts.ids import PATTERN
from majokko_contracts.messages import Answer, Request
from majokko_contracts.throws import Hash, Tenant

_CHARACTER = "chr_01KB9Q1V5S3V9D0QH3S3YB8N4E"
_ROOM = "roo_01KB9Q1V5S3V9D0QH3S3YB8N4E"
_MEMBER = "mem_01KB9Q1V5S3V9D0QH3S3YB8N4F"


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, strict=True, extra="ignore")

    id: str = Field(description="As the sheet calls it; no other of this unit is called so.")
    name: str


class UnitFactor(_Part):
    """A success factor (成功要素), and what it was first used for."""

    first_used: str | None


class UnitOriginal(_Part):
    """An original factor (原成功要素) with the factors under it."""

    level: int = Field(ge=0)
    note: str | None
    factors: tuple[UnitFactor, ...]


class UnitAnti(_Part):
    """An anti factor (反成功要素); `fumble` says whether it answers one."""

    fumble: bool


class UnitFound(Answer):
    """A character as a unit. `member` is who rolls for her, `reviewed` whether a game master has
    gone over her factors.
    """

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {
                    "character": _CHARACTER,
                    "name": "Sayaka",
                    "member": _MEMBER,
                    "reviewed": True,
                    "originals": [
                        {
                            "id": "weapon",
                            "name": "Weapon",
                            "level": 3,
                            "note": "fight",
                            "factors": [
                                {"id": "weapon_1", "name": "quick cut", "first_used": None}
                            ],
                        }
                    ],
                    "antis": [],
                }
            ]
        }
    )

    character: str = Field(pattern=PATTERN)
    name: str
    member: str | None
    reviewed: bool
    originals: tuple[UnitOriginal, ...]
    antis: tuple[UnitAnti, ...]


class FindUnit(Request[UnitFound]):
    """Say what unit a character is.

    `member` asks; she was found in the room by `token`. Refuse as not found (`/character`) where
    she has no right to the sheet, or where there is none; and what is no unit, at `/character` too.
    """

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {
                    "tenant": "default",
                    "character": _CHARACTER,
                    "room": _ROOM,
                    "member": _MEMBER,
                    "role": "player",
                    "token": "c3" * 32,
                    "locale": "en",
                }
            ]
        }
    )

    service: ClassVar = "characters"
    name: ClassVar = "characters.find_unit"

    tenant: Tenant
    character: str = Field(min_length=1, max_length=40)
    room: str = Field(pattern=PATTERN)
    member: str = Field(pattern=PATTERN)
    role: Literal["gm", "player"]
    token: Hash
    locale: str = Field(
        max_length=35, description="The language that original factors are named in."
    )

    @classmethod
    def answer(cls) -> type[UnitFound]:
        return UnitFound
