"""What a stream without a room is to the rest of the service, and what is thrown for others."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from majokko_kit.database import Fact, Work

OWNER = "owner"
"""The label of what is contributed to a stream by whoever took it."""


@dataclass(frozen=True, slots=True)
class OwnStream:
    """A stream without a room. `reference` is what it was taken for, the only thing that draws."""

    id: str
    tenant: str
    commitment: str
    reference: str | None
    created_at: int
    used_at: int
    closed_at: int | None


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
