"""What other services ask of the characters service."""

from typing import ClassVar, Literal

from pydantic import ConfigDict, Field

from majokko_contracts.dice import Json
from majokko_contracts.ids import PATTERN
from majokko_contracts.messages import Answer, Request
from majokko_contracts.throws import Hash, Tenant

MAX_NAME = 100


class LookedUp(Answer):
    """What a sheet says for one check: `check` holds fields of it, its `system` among them, as
    `GET /v1/systems/{id}` names them. What was asked with the check goes before these.
    """

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {
                    "id": "chr_01KB9Q1V5S3V9D0QH3S3YB8N4E",
                    "name": "Homura",
                    "check": {"system": "collapse", "value": 65},
                },
                {
                    "id": "chr_01KB9Q1V5S3V9D0QH3S3YB8N4E",
                    "name": "Sayaka",
                    "check": {"system": "amgc", "stat": 9},
                },
            ]
        }
    )

    id: str = Field(pattern=PATTERN)
    name: str = Field(max_length=MAX_NAME)
    check: Json


class LookUp(Request[LookedUp]):
    """Say what a character's sheet gives for a roll of one skill or one stat in a room.

    `member` rolls; she was found in the room by `token`. Refuse as not found (`/character/id`)
    where she has no right to the sheet, or where there is none; refuse a name that the sheet does
    not have as an invalid value (`/character/skill` or `/character/stat`).
    """

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {
                    "tenant": "default",
                    "character": "chr_01KB9Q1V5S3V9D0QH3S3YB8N4E",
                    "room": "roo_01KB9Q1V5S3V9D0QH3S3YB8N4E",
                    "member": "mem_01KB9Q1V5S3V9D0QH3S3YB8N4F",
                    "role": "player",
                    "token": "c3" * 32,
                    "stat": "STR",
                    "check": {"system": "amgc", "dice": 2},
                }
            ]
        }
    )

    service: ClassVar = "characters"
    name: ClassVar = "characters.lookup"

    tenant: Tenant
    character: str = Field(min_length=1, max_length=40)
    room: str = Field(pattern=PATTERN)
    member: str = Field(pattern=PATTERN)
    role: Literal["gm", "player"]
    token: Hash = Field(description="SHA-256 of the member's token, in hexadecimal.")
    skill: str | None = Field(None, min_length=1, max_length=MAX_NAME)
    stat: str | None = Field(None, min_length=1, max_length=MAX_NAME)
    check: Json = Field(description="The fields that were given; may be empty.")

    @classmethod
    def answer(cls) -> type[LookedUp]:
        return LookedUp
