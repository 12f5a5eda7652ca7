"""What is answered to those who talk at a table."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from pydantic import Field

from majokko_cards.clocks import ClockView
from majokko_cards.records import Status

Instant = Annotated[str, Field(json_schema_extra={"format": "date-time"})]


@dataclass(frozen=True, slots=True)
class SessionPause:
    """Whether a game rests, and its clock as it stands now."""

    session: str
    version: int
    status: Status
    clock: ClockView | None


@dataclass(frozen=True, slots=True)
class SessionVotes:
    """`mine` says whether one wants to end the game, null for those who have no vote; `seats` are
    those who wanted it, told once the game is over.
    """

    session: str
    status: Status
    mine: bool | None
    seats: Sequence[int] | None


@dataclass(frozen=True, slots=True)
class SessionMessage:
    """What was said; `seat` is null where the host spoke, whose `name` is null."""

    seq: Annotated[int, Field(description="The number of the event that tells it.")]
    version: int
    at: Instant
    seat: int | None
    text: str


@dataclass(frozen=True, slots=True)
class SessionNote:
    """What a seat wrote on a card; `slot` is where it lies in its hand, null once it has gone."""

    position: int
    slot: int | None
    text: str


@dataclass(frozen=True, slots=True)
class SessionNotes:
    """What a seat keeps for itself: `order` is how it sorts its cards, by position."""

    session: str
    seat: int
    notes: Sequence[SessionNote]
    order: Sequence[int]
