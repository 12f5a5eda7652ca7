"""What the characters service tells of characters. The subject is the character.

Names, numbers and notes are her owner's business and are not told: whoever may see them asks.
"""

from typing import ClassVar, Literal

from pydantic import ConfigDict, Field

from majokko_contracts.events import Happened
from majokko_contracts.ids import PATTERN

_CHARACTER = "chr_01KB9Q1Z4G2E6T8K0N3R5W7Y1C"


class OfCharacters(Happened):
    service: ClassVar = "characters"

    character: str = Field(pattern=PATTERN)


class CharacterCreated(OfCharacters):
    """A draft was finished, or a file was taken in. `source` is the least that may be said of her
    dice, `room` where she is played.
    """

    type: ClassVar = "character.created"
    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {
                    "character": _CHARACTER,
                    "ruleset": "amgc@1",
                    "source": "committed",
                    "room": "roo_01KB9Q1V5S3V9D0QH3S3YB8N4E",
                }
            ]
        }
    )

    ruleset: str
    source: Literal["supplied", "signed", "committed"]
    room: str | None


class CharacterChanged(OfCharacters):
    """Something of a character is another: `what` names it, `marks.HP`, `sheet.stats.STR`."""

    type: ClassVar = "character.changed"
    model_config = ConfigDict(
        json_schema_extra={
            "examples": [{"character": _CHARACTER, "version": 7, "what": ["marks.HP"]}]
        }
    )

    version: int = Field(ge=1)
    what: tuple[str, ...]


class CharacterDeleted(OfCharacters):
    """A character was deleted; for 30 days her owner can restore her."""

    type: ClassVar = "character.deleted"
    model_config = ConfigDict(json_schema_extra={"examples": [{"character": _CHARACTER}]})


class CharacterRestored(OfCharacters):
    """A character who was deleted is there again."""

    type: ClassVar = "character.restored"
    model_config = ConfigDict(json_schema_extra={"examples": [{"character": _CHARACTER}]})


CHARACTER_EVENTS: tuple[type[Happened], ...] = (
    CharacterCreated,
    CharacterChanged,
    CharacterDeleted,
    CharacterRestored,
)
