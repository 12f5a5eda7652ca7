"""What rooms are to the rest of the service, and what they need from a store."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal, Protocol

from majokko_dice.fairness.ports import Origin
from majokko_kit.database import Fact, Work

Role = Literal["gm", "player", "spectator"]
PLAYING: frozenset[Role] = frozenset({"gm", "player"})
ANYONE: frozenset[Role] = frozenset({"gm", "player", "spectator"})
GM: frozenset[Role] = frozenset({"gm"})


@dataclass(frozen=True, slots=True)
class Room:
    """`stream` is the id of the public stream, `seq` the number of the last event."""

    id: str
    tenant: str
    name: str
    label: str | None
    state: Literal["open", "closed"]
    stream: str
    seq: int
    created_at: int
    closed_at: int | None


@dataclass(frozen=True, slots=True)
class Member:
    id: str
    name: str
    role: Role
    joined_at: int
    left_at: int | None = None


@dataclass(frozen=True, slots=True)
class Stream:
    """The state of one stream; `head` is that of the chain so far, None before it is open."""

    origin: Origin
    owner: str
    hidden: bool
    commitment: str
    state: Literal["committed", "open", "closed"]
    nonce: int
    head: str | None
    closing: str | None
    receipt: dict[str, object] | None
    created_at: int
    opened_at: int | None
    closed_at: int | None


@dataclass(slots=True)
class Seat:
    """A member in her room, while nothing else happens in that room.

    What she tells is written and numbered when the command ends.
    """

    work: Work
    room: Room
    me: Member
    facts: list[Fact] = field(default_factory=list)

    def tell(self, fact: Fact) -> None:
        self.facts.append(fact)


class Seats(Protocol):
    """Finds seats. Raises NotFound, TokenMissing."""

    async def enter(self, work: Work, room: str, tenant: str, token: bytes | None) -> Seat: ...

    async def settle(self, seat: Seat) -> None:
        """Write what was told, and its numbers."""
        ...

    async def gms(self, work: Work, room: str) -> Sequence[str]:
        """Return the ids of those who may see what is secret in a room."""
        ...
