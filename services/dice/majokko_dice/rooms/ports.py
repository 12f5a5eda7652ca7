"""What rooms are to the rest of the service."""

from dataclasses import dataclass, field
from typing import Literal, Protocol

from sqlalchemy.ext.asyncio import AsyncConnection

from majokko_dice.fairness.ports import Stream
from majokko_kit.database import Fact, Work

Role = Literal["gm", "player", "spectator"]
PLAYING: frozenset[Role] = frozenset({"gm", "player"})
ANYONE: frozenset[Role] = frozenset({"gm", "player", "spectator"})
GM: frozenset[Role] = frozenset({"gm"})


@dataclass(frozen=True, slots=True)
class Room:
    """`stream` is the id of the public stream, `seq` the number of the last event, `rolls` that of
    the last roll.
    """

    id: str
    tenant: str
    name: str
    label: str | None
    state: Literal["open", "closed"]
    stream: str
    seq: int
    rolls: int
    created_at: int
    closed_at: int | None


@dataclass(frozen=True, slots=True)
class Member:
    id: str
    name: str
    role: Role
    joined_at: int
    left_at: int | None = None


class Holder(Protocol):
    """Somebody who may draw, while nobody else draws from the same streams.

    `stream` is the id of the public one, `owner` what both are found by when they close; `label` is
    what is contributed under.
    """

    @property
    def work(self) -> Work: ...

    @property
    def stream(self) -> str: ...

    @property
    def owner(self) -> str: ...

    @property
    def label(self) -> str: ...

    def tell(self, fact: Fact) -> None: ...


@dataclass(slots=True)
class Seat:
    """A member in her room, while nothing else happens in that room.

    What she tells is written and numbered when the command ends. `at_hand` is the public stream, if
    it was read with the seat and nothing has been drawn from it since.
    """

    work: Work
    room: Room
    me: Member
    facts: list[Fact] = field(default_factory=list)
    rolled: int = 0
    at_hand: Stream | None = None

    @property
    def stream(self) -> str:
        return self.room.stream

    @property
    def owner(self) -> str:
        return self.room.id

    @property
    def label(self) -> str:
        return self.me.id

    def tell(self, fact: Fact) -> None:
        self.facts.append(fact)

    def hand_over(self) -> Stream | None:
        """Give the public stream away, to draw from it."""
        stream, self.at_hand = self.at_hand, None
        return stream

    def next_roll(self) -> int:
        """Return the number of the roll that is being made."""
        self.rolled += 1
        return self.room.rolls + self.rolled


@dataclass(frozen=True, slots=True)
class Look:
    """A member who looks into her room and changes nothing."""

    sql: AsyncConnection
    room: Room
    me: Member

    @property
    def leads(self) -> bool:
        """Whether she may see what is secret in this room."""
        return self.me.role == "gm"
