"""What is kept of units, shared factors and checks."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from majokko_dice.rooms.ports import Seat
from majokko_rules.systems.aaws.procedure import Cast, Shared, State, Unit

Json = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class KeptUnit:
    """`version` counts its changes; instants are milliseconds since 1970."""

    unit: Unit
    room: str
    version: int
    created_at: int


@dataclass(frozen=True, slots=True)
class KeptShared:
    shared: Shared
    created_at: int


@dataclass(frozen=True, slots=True)
class KeptCheck:
    """`number` orders the checks of a room; `roll` is the id of the roll in its feed."""

    id: str
    room: str
    number: int
    state: State
    roll: str | None
    opened_at: int
    changed_at: int


@dataclass(frozen=True, slots=True)
class KeptMove:
    """A move: `data` is for everybody, `private` only for the GM."""

    version: int
    member: str
    at: int
    data: Json
    private: Json | None


@dataclass(frozen=True, slots=True)
class Gathered:
    """The units and shared factors of a room as they are now."""

    units: Sequence[KeptUnit]
    shared: Sequence[KeptShared]

    @property
    def cast(self) -> Cast:
        return Cast.of([kept.unit for kept in self.units], [kept.shared for kept in self.shared])

    def unit(self, key: str) -> KeptUnit | None:
        return next((kept for kept in self.units if kept.unit.id == key), None)


@dataclass(frozen=True, slots=True)
class Thrown:
    """A roll in the feed of the room, and its faces in the order thrown."""

    roll: str
    faces: tuple[int, ...]


class Thrower(Protocol):
    """Makes rolls that everybody in a room sees."""

    async def throw(self, seat: Seat, body: Json) -> Thrown:
        """Roll as `POST …/rolls` does: `body` is `{"check", "reason"?, "faces"?}`.

        Raises what reading and drawing raise.
        """
        ...
