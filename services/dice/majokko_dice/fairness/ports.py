"""Where everything comes from that looks random to whoever sees it.

Commitments, heads, hidden commitments, salts and proofs have this one source, so that a test can
put a counter in its place and compare all other bytes of two worlds.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from majokko_rules.chance import Chance
from majokko_rules.fairness.drawing import Contribution, StreamName
from majokko_rules.fairness.drawing.proofs import Proof


@dataclass(frozen=True, slots=True)
class Origin:
    """What a stream's seed follows from; `epoch` is the day of its commitment, `2026-11-30`."""

    name: StreamName
    epoch: str


class Turn(Protocol):
    """The chance of one draw, and what it has given so far."""

    @property
    def chance(self) -> Chance: ...

    @property
    def bounds(self) -> tuple[int, ...]: ...

    @property
    def values(self) -> tuple[int, ...]: ...


@dataclass(frozen=True, slots=True)
class Linked:
    """A draw in the chain: `head` after it, and of a secret one its commitment `hidden`."""

    head: str
    hidden: str | None = None


@dataclass(frozen=True, slots=True)
class Logged:
    """One draw as the log keeps it; `secret` says how it was linked."""

    nonce: int
    purpose: str
    request: str
    bounds: tuple[int, ...]
    values: tuple[int, ...]
    head: str
    secret: bool


class Opened(Protocol):
    """A stream whose inputs are fixed."""

    @property
    def genesis(self) -> str: ...

    def turn(self, nonce: int, purpose: str) -> Turn:
        """Begin a draw; asked again before it is recorded, it gives the same."""
        ...

    def link(self, head: str, turn: Turn, request: str) -> Linked:
        """Record a draw that everybody may see."""
        ...

    def link_secret(self, head: str, turn: Turn, request: str) -> Linked:
        """Record a draw that fewer may see."""
        ...

    def salt(self, nonce: int) -> str:
        """The salt that opens a secret draw; for those who may see it."""
        ...

    def closing(self, draws: Sequence[Logged]) -> str:
        """What binds the bounds, published at the close."""
        ...

    def proof(self, draws: Sequence[Logged]) -> Proof:
        """Everything, the seed included. The caller has made sure that the stream is closed."""
        ...


class Ledger(Protocol):
    def commitment(self, origin: Origin) -> str: ...

    def opened(self, origin: Origin, contributions: Sequence[Contribution]) -> Opened: ...

    def own_seed(self) -> str:
        """What the server contributes where nobody else did."""
        ...
