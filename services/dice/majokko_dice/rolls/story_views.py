"""What is seen of the story around the dice: who acts, and what was said before a roll."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field

from majokko_dice.fairness.views import Instant
from majokko_dice.rolls.views import Person, RolledFor


@dataclass(frozen=True, slots=True)
class RoomForetelling:
    """What somebody wants to try, and what the game master says of it before the roll."""

    id: str
    room: str
    number: Annotated[int, Field(description="Counts those of the room, from 1.")]
    by: Person
    character: RolledFor | None
    aim: str
    means: str | None
    verdict: Annotated[
        Literal["roll", "needless", "impossible"] | None,
        Field(description="null while the game master has not answered."),
    ]
    text: Annotated[str | None, Field(description="null where only game masters may know it.")]
    shown: bool
    roll: Annotated[str | None, Field(description="The roll that was made under it.")]
    asked_at: Instant
    answered_at: Instant | None


@dataclass(frozen=True, slots=True)
class RoomCharacter:
    """Somebody in the story of a room."""

    id: str
    room: str
    name: str
    player: Annotated[str | None, Field(description="A member; null: a game master plays her.")]
    created_at: Instant


@dataclass(frozen=True, slots=True)
class RoomCharacters:
    """All characters of a room, in the order in which they came."""

    items: Sequence[RoomCharacter]
    next_cursor: str | None = None
