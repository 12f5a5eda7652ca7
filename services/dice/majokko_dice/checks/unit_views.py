"""What members see of units and shared factors."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from pydantic import Field

from majokko_dice.fairness.views import Instant
from majokko_rules.systems.aaws.procedure.units import Scope

FirstUsed = Annotated[str | None, Field(description="The action it was first used for.")]


@dataclass(frozen=True, slots=True)
class UnitFactor:
    """A success factor (成功要素)."""

    id: str
    name: str
    first_used: FirstUsed


@dataclass(frozen=True, slots=True)
class UnitOriginal:
    """An original factor (原成功要素), with the factors that stand under it."""

    id: str
    name: str
    level: Annotated[int, Field(description="How many factors may stand under it.")]
    note: str | None
    factors: Sequence[UnitFactor]


@dataclass(frozen=True, slots=True)
class UnitAnti:
    """An anti factor (反成功要素) that a unit carries."""

    id: str
    name: str
    fumble: Annotated[bool, Field(description="Whether it answers a fumble.")]


@dataclass(frozen=True, slots=True)
class RoomUnit:
    """A character, pair, squad or ship of a room."""

    id: str
    room: str
    version: Annotated[int, Field(description="Counts its changes; its ETag.")]
    name: str
    player: Annotated[str | None, Field(description="A member's id; the GM's without one.")]
    level: Annotated[int, Field(description="The sum of the levels of its original factors.")]
    character: Annotated[str | None, Field(description="Whom it was made from.")]
    reviewed: Annotated[
        bool, Field(description="Whether the GM has gone over it for over-general factors.")
    ]
    originals: Sequence[UnitOriginal]
    antis: Sequence[UnitAnti]
    created_at: Instant


@dataclass(frozen=True, slots=True)
class RoomUnits:
    items: Sequence[RoomUnit]
    next_cursor: str | None = None


@dataclass(frozen=True, slots=True)
class SharedFactor:
    """A factor of those who were present (`holders`), or of all who meet a condition."""

    id: str
    room: str
    name: str
    scope: Scope
    earned: str
    holders: Annotated[Sequence[str], Field(description="Ids of units.")]
    condition: str | None
    anti: bool
    avoid: Annotated[str | None, Field(description="How an anti factor is avoided or removed.")]
    created_at: Instant


@dataclass(frozen=True, slots=True)
class SharedFactors:
    items: Sequence[SharedFactor]
    next_cursor: str | None = None
