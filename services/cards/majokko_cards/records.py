"""What is kept of a game, as the rest of the service passes it around; stores read and write it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

Json = Mapping[str, Any]
Status = Literal["waiting", "running", "paused", "won", "lost", "ended"]
Source = Literal["committed", "practice"]
Awaited = Literal["human", "bot"]
By = Literal["player", "bot", "timeout"]

OVER: frozenset[Status] = frozenset({"won", "lost", "ended"})


@dataclass(frozen=True, slots=True)
class Session:
    """A row of `cards_sessions` but for its token; what the columns mean stands there."""

    id: str
    tenant: str
    name: str | None
    game: str
    ruleset: str
    digest: str
    options: Json
    players: int
    house: Json
    source: Source
    stream: str | None
    commitment: str | None
    receipt: Json | None
    board: str | None
    deal: str
    forked_from: str | None
    forked_at: int | None
    status: Status
    version: int
    seq: int
    moves: int
    began: int | None
    turn: int | None
    awaits: Awaited | None
    dealing: bool
    bots: Sequence[int]
    closing: str | None
    outcome: Json | None
    clock: Json | None
    banks: Sequence[int] | None
    since: int | None
    deadline: int | None
    created_at: int
    changed_at: int
    started_at: int | None
    ended_at: int | None

    @property
    def over(self) -> bool:
        return self.status in OVER

    @property
    def silent(self) -> bool:
        """Whether a game is on at a table that agreed to play it without words."""
        return self.status in {"running", "paused"} and not self.house["talk"]

    def told(self, seq: int) -> "Session":
        """Return a session of which so many events were told."""
        return replace(self, seq=seq)


@dataclass(frozen=True, slots=True)
class Seat:
    """A row of `cards_seats` but for its token."""

    session: str
    number: int
    name: str
    bot: str | None
    contribution: str | None
    epoch: int
    revision: int
    arrangement: Sequence[int] | None
    taken_at: int
    left_at: int | None


@dataclass(frozen=True, slots=True)
class Move:
    """What was done in a game, `action` as a request says it."""

    version: int
    number: int
    seat: int
    action: Json
    by: By
    at: int


@dataclass(frozen=True, slots=True)
class Dealt:
    """A row of `cards_deals`: cards that were shuffled for a session or a board."""

    owner: str
    number: int
    stream: str
    deck: str
    first: int
    sealed: str
    dealt: Json | None
    moves: Sequence[Json]
    at: int


@dataclass(frozen=True, slots=True)
class Board:
    """What a session takes over from its board; `state` is open or released."""

    id: str
    ruleset: str
    digest: str
    options: Json
    players: int
    stream: str
    commitment: str
    receipt: Json | None
    state: str


@dataclass(frozen=True, slots=True)
class Me:
    """Who asks: somebody in a seat, the host, or anybody."""

    seat: Seat | None = None
    host: bool = False

    @property
    def number(self) -> int | None:
        return None if self.seat is None else self.seat.number


ANYBODY = Me()
