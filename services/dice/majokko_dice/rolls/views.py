"""What one member sees of rolls; nothing else of them leaves the server.

Whoever made a secret roll sees it, and so do the game masters, those of then and those of now.
Others see that it was made, by whom, and the commitment that it will be checked against.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from pydantic import Field

from majokko_dice.fairness.views import Hex, Instant, Receipt
from majokko_dice.graphql_dice import Die, Part, Warned
from majokko_dice.graphql_systems import Outcome
from majokko_dice.rolls import recorded
from majokko_kit.operations import GraphQLAs

Whole = Annotated[int, Field(ge=-(2**53), le=2**53)]
"""As large as results may be."""


@dataclass(frozen=True, slots=True)
class RolledDie:
    sides: int
    face: int
    kept: bool
    cause: Literal["base", "again", "reroll", "bonus", "penalty"]


@dataclass(frozen=True, slots=True)
class Labelled:
    label: str
    total: int


@dataclass(frozen=True, slots=True)
class Surprise:
    code: str
    detail: str


@dataclass(frozen=True, slots=True)
class RoomResult:
    """One result of a roll in a room."""

    notation: Annotated[str, Field(description="The normal form of what was understood.")]
    total: Whole
    dice: Annotated[
        Sequence[RolledDie],
        Field(description="Every die thrown, in order."),
        GraphQLAs(list[Die]),
    ]
    parts: Annotated[
        Sequence[Labelled],
        Field(description="Subtotals of labelled terms."),
        GraphQLAs(list[Part]),
    ]
    outcome: Annotated[
        Mapping[str, Any] | None,
        Field(description="null for a plain total; else as in `createRoll`."),
        GraphQLAs(Outcome | None, recorded.outcome_of),
    ]
    warnings: Annotated[Sequence[Surprise], GraphQLAs(list[Warned])]
    text: str


@dataclass(frozen=True, slots=True)
class Person:
    """A member, as she was called when it happened."""

    id: str
    name: str


@dataclass(frozen=True, slots=True)
class RolledFor:
    """A character, as she was called when it happened."""

    id: str
    name: str


@dataclass(frozen=True, slots=True)
class StreamPlace:
    id: str
    index: int


@dataclass(frozen=True, slots=True)
class RollDraw:
    """What the head and the commitment of a roll were made of; see docs/fairness.md."""

    purpose: str
    request: Annotated[str, Field(description="The request as the chain binds it.")]
    values: Annotated[Sequence[int], Field(description="Places of faces, 1…n, in draw order.")]
    salt: Annotated[
        Hex | None, Field(description="Opens `hidden`, once a secret roll is revealed.")
    ]


@dataclass(frozen=True, slots=True)
class Voided:
    """Why a roll came to nothing; its draw is spent, so that nobody tries until it suits."""

    code: str
    rule: str
    detail: str


@dataclass(frozen=True, slots=True)
class TableUsed:
    id: str
    name: str


@dataclass(frozen=True, slots=True)
class RowPicked:
    """A row that a roll has led to; `result` is the place of its dice in `results`."""

    result: int
    table: TableUsed
    value: Whole
    text: str | None


@dataclass(frozen=True, slots=True)
class ForetoldHere:
    """What was said before the roll."""

    id: str
    aim: str
    means: str | None
    text: Annotated[str | None, Field(description="null where only game masters may know it.")]
    shown: bool


@dataclass(frozen=True, slots=True)
class RollPush:
    """A second chance that was asked for."""

    state: Literal["waiting", "accepted", "refused"]
    reason: str
    by: Person
    instead: Annotated[str | None, Field(description="The other way that was offered.")]
    consequence: Annotated[
        str | None, Field(description="What a second failure brings, once it may be known.")
    ]
    roll: Annotated[str | None, Field(description="The roll that was made.")]
    asked_at: Instant
    answered_at: Instant | None


@dataclass(frozen=True, slots=True)
class RoomRoll:
    """A roll in a room. What somebody may not know of a secret one is null."""

    id: str
    room: str
    number: Annotated[int, Field(description="Counts the rolls of the room, from 1.")]
    at: Instant
    by: Person
    source: Annotated[
        Literal["committed", "supplied"],
        Field(description="Drawn from the room's stream, or thrown by hand."),
    ]
    secret: bool
    revealed: Annotated[bool, Field(description="Whether a secret roll may be known by all.")]
    reason: str | None
    results: Annotated[
        Sequence[RoomResult] | None, Field(description="Empty where the roll came to nothing.")
    ]
    void: Voided | None
    stream: StreamPlace | None
    nonce: int | None
    head: Annotated[Hex | None, Field(description="That of the chain after this draw.")]
    hidden: Annotated[Hex | None, Field(description="The commitment of a secret roll.")]
    drawn: RollDraw | None
    next_commitment: Annotated[
        Hex | None, Field(description="Of the stream that follows, if this was the last draw.")
    ]
    receipt: Receipt | None
    character: RolledFor | None
    foretelling: ForetoldHere | None
    foretold: Annotated[str | None, Field(description="What was said aloud of a failure.")]
    table: TableUsed | None
    rows: Annotated[Sequence[RowPicked] | None, Field(description="What a table gave.")]
    push: Annotated[RollPush | None, Field(description="The last second chance asked for.")]
    pushes: Annotated[str | None, Field(description="The failed roll that this one repeats.")]
