"""What is kept of rolls and of what belongs to them, as the rest of the service knows it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from majokko_rules.random_tables import RandomTable

Json = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Named:
    """Somebody or something, and what it was called at the time."""

    id: str
    name: str


@dataclass(frozen=True, slots=True)
class RowFound:
    """A row of a table that a roll has led to; `result` is the place of its dice in the results."""

    result: int
    table: Named
    first: int
    last: int
    text: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class About:
    """What stands beside the dice of a roll.

    `readers` know a secret roll because they were game masters when it was made. `following` is
    the commitment of the stream that came next, where this draw was the last of its own. `pushes`
    is the failed roll that this one repeats. `open` says that all knew what was foretold.
    """

    reason: str | None = None
    character: Named | None = None
    foretold: str | None = None
    open: bool = False
    table: Named | None = None
    rows: Sequence[RowFound] = ()
    pushes: str | None = None
    readers: Sequence[str] = ()
    following: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Roll:
    """A roll as it was made; nothing of it ever changes.

    `asked` is what was asked, so that it can be asked again; `results` and `told` are those of
    `recorded.py`; `void` is the refusal of a roll that came to nothing and yet has spent its draw.
    """

    id: str
    room: str
    number: int
    by: Named
    source: Literal["committed", "supplied"]
    secret: bool
    stream: str | None
    index: int | None
    nonce: int | None
    head: str | None
    hidden: str | None
    asked: Json
    results: Sequence[Json]
    told: Mapping[str, Sequence[str]]
    void: Json | None
    receipt: Json | None
    about: About
    at: int

    @property
    def drawn_at(self) -> tuple[tuple[str, int], int] | None:
        """The stream, with its index, and the nonce; None for dice that were thrown by hand."""
        if self.stream is None or self.index is None or self.nonce is None:
            return None
        return (self.stream, self.index), self.nonce


@dataclass(frozen=True, slots=True)
class Draw:
    """What a roll's link in the chain was made of."""

    purpose: str
    request: str
    values: Sequence[int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Push:
    """A second chance that was asked for; of one roll there is at most one that was not refused.

    `instead` is the other way that the game master named; `consequence` is that of a second
    failure, `shown` says whether all may know it; `roll` is the one that was made.
    """

    of: str
    attempt: int
    by: Named
    reason: str
    state: Literal["waiting", "accepted", "refused"]
    instead: str | None = None
    consequence: str | None = None
    shown: bool = False
    roll: str | None = None
    asked_at: int
    answered_at: int | None = None


Verdict = Literal["roll", "needless", "impossible"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Foretelling:
    """What somebody wants to try, and what the game master says before any die is thrown.

    `verdict` is None while she has not answered; `shown` says whether all may know the `text`;
    `roll` is the one that was made under it.
    """

    id: str
    number: int
    by: Named
    character: Named | None
    aim: str
    means: str | None
    verdict: Verdict | None = None
    text: str | None = None
    shown: bool = False
    roll: str | None = None
    asked_at: int
    answered_at: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Character:
    """Somebody in the story; `player` is the member who rolls for her, None the game master."""

    id: str
    name: str
    player: str | None
    created_at: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """A game master's table; of a `hidden` one the players know only the name and its results."""

    table: RandomTable
    hidden: bool
    changed_at: int
