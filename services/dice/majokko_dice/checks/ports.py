"""What is kept of units, shared factors and checks."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from majokko_contracts.units import FindUnit, UnitFound
from majokko_dice.rooms.ports import Seat
from majokko_rules.systems.aaws.procedure import Cast, Shared, State, Unit

Json = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class KeptUnit:
    """`version` counts its changes; instants are milliseconds since 1970.

    `character` is whom it was made from; `ids` says how her sheet calls factors, by what we do.
    """

    unit: Unit
    room: str
    version: int
    created_at: int
    character: str | None = None
    ids: Mapping[str, str] = field(default_factory=dict)


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

    def of_character(self, character: str) -> KeptUnit | None:
        return next((kept for kept in self.units if kept.character == character), None)


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


class Asking(Protocol):
    """The bus, as far as checks need it."""

    async def ask(self, request: FindUnit, *, timeout: float) -> UnitFound:  # noqa: ASYNC109
        """Raises what the other service refuses, and DependencyAway."""
        ...
