"""Where everything comes from that looks random to whoever sees it.

Commitments, heads, hidden commitments, salts and proofs have this one source, so that a test can
put a counter in its place and compare all other bytes of two worlds.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, Protocol

from majokko_rules.chance import Chance
from majokko_rules.fairness.drawing import Contribution, Deck, StreamName
from majokko_rules.fairness.drawing.proofs import DeckData, DrawData


@dataclass(frozen=True, slots=True)
class Origin:
    """What a stream's seed follows from; `epoch` is the day of its commitment, `2026-11-30`."""

    name: StreamName
    epoch: str


@dataclass(frozen=True, slots=True)
class Stream:
    """The state of one stream. `nonce` is that of the next draw, `faces` counts what it has given.

    `head` is that of the chain so far, None before the stream is open. `closing` is None until it
    may be known: of a hidden stream only when its room is closed, for it binds the bounds of dice
    that were thrown in secret, and bounds are easily guessed.
    """

    origin: Origin
    owner: str
    hidden: bool
    commitment: str
    state: Literal["committed", "open", "closed"]
    nonce: int
    faces: int
    head: str | None
    closing: str | None
    receipt: Mapping[str, object] | None
    created_at: int
    opened_at: int | None
    closed_at: int | None

    @property
    def id(self) -> str:
        return self.origin.name.stream

    @property
    def index(self) -> int:
        return self.origin.name.index


Source = Literal["client", "server"]


@dataclass(frozen=True, slots=True)
class Contributed:
    """What was added to a stream before its first draw; `label` is the id of the member."""

    label: str
    seed: str
    source: Source


class Turn(Protocol):
    """The chance of one draw, and what it has given so far."""

    @property
    def purpose(self) -> str: ...

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
class Shuffled:
    """A hidden deck that was dealt, top first: `request` and `root` stand for it in the chain."""

    order: tuple[str, ...] = field(repr=False)
    salts: tuple[bytes, ...] = field(repr=False)
    request: str
    root: str
    head: str


@dataclass(frozen=True, slots=True)
class Entry:
    """What the log keeps of a draw; `values` are None where only the seed shall tell them."""

    purpose: str
    request: str
    bounds: Sequence[int]
    values: Sequence[int] | None
    deck: DeckData | None = None


@dataclass(frozen=True, slots=True)
class Logged:
    """One draw as the log keeps it; `secret` says how it was linked."""

    nonce: int
    purpose: str
    request: str
    bounds: tuple[int, ...]
    values: tuple[int, ...] | None
    head: str
    deck: DeckData | None
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

    def deal(self, nonce: int, head: str, deck: Deck) -> Shuffled:
        """Shuffle a deck that stays hidden, and record it; asked again, it lies the same."""
        ...

    def salt(self, nonce: int) -> str:
        """The salt that opens a secret draw; for those who may see it."""
        ...

    def closing(self, head: str, count: int) -> "Closing":
        """Begin what binds the bounds of all `count` draws; `head` is the last one."""
        ...

    def preface(self) -> Mapping[str, object]:
        """Return what a proof says before its draws, the seed included.

        The caller has made sure that the stream is closed, and that what it hid may be known.
        """
        ...

    def shown(self, logged: Logged) -> DrawData:
        """Return one draw as a proof shows it."""
        ...


class Closing(Protocol):
    """Takes the bounds of each draw, in order; all of a stream need not fit in memory."""

    def add(self, bounds: Sequence[int]) -> None: ...

    def done(self) -> str: ...


class Ledger(Protocol):
    def commitment(self, origin: Origin) -> str: ...

    def opened(self, origin: Origin, contributions: Sequence[Contribution]) -> Opened: ...

    def own_seed(self) -> str:
        """What the server contributes where nobody else did."""
        ...
