"""What a stream without a room is to the rest of the service, and what is thrown for others."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, NamedTuple

from majokko_dice.fairness.ports import Source
from majokko_dice.fairness.views import ClientSeed
from majokko_kit.database import Fact, Work

OWNER = "owner"
"""The label of what is contributed to a stream by whoever took it."""


@dataclass(frozen=True, slots=True)
class OwnStream:
    """A stream without a room. `reference` is what it is kept for, the only thing that draws."""

    id: str
    tenant: str
    commitment: str
    reference: str | None
    created_at: int
    used_at: int
    closed_at: int | None


class Since(NamedTuple):
    """Instants: who has not used a stream after `before` has forgotten it.

    One that was begun for a game is closed by the game alone, for a game may rest as long as it
    likes; only if it has given nothing since `long_before`, there is no game.
    """

    before: int
    long_before: int


@dataclass(frozen=True, slots=True)
class Hand:
    """Holds a stream without a room. Nobody follows it: what it would tell can be asked for."""

    work: Work
    stream: str

    @property
    def owner(self) -> str:
        return self.stream

    @property
    def label(self) -> str:
        return OWNER

    def tell(self, fact: Fact) -> None:
        """Tell nobody."""


@dataclass(frozen=True, slots=True)
class Begun:
    """A stream for one game."""

    stream: str
    index: int
    commitment: str
    receipt: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Linked:
    """A draw of a deal, as everybody may know it."""

    nonce: int
    purpose: str
    request: str
    values: list[int]
    head: str
    deck: str | None = None
    root: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Dealt:
    """What was dealt once and for all; what is hidden of it is `sealed`."""

    stream: str
    index: int
    client_seed_source: Source
    client_seeds: list[ClientSeed]
    genesis: str
    draws: list[Linked]
    first: int | None
    sealed: str
    receipt: Mapping[str, object]


@dataclass(frozen=True, slots=True, kw_only=True)
class Thrown:
    """Dice that were thrown once and for all; `roll` names them in a feed or in a receipt.

    `following` is the commitment of the stream that comes next, if this draw was the last.
    """

    faces: list[int]
    source: Literal["committed", "signed"]
    roll: str
    stream: str | None = None
    index: int | None = None
    nonce: int | None = None
    head: str | None = None
    following: str | None = None
    receipt: Mapping[str, object] | None = None
