"""What members see of checks."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from pydantic import Field

from majokko_dice.fairness.views import Instant
from majokko_rules.systems.aaws.factors import Level
from majokko_rules.systems.aaws.procedure.advice import Code
from majokko_rules.systems.aaws.procedure.legality import Name as MoveName
from majokko_rules.systems.aaws.procedure.state import (
    Kind,
    OfferKind,
    Ruling,
    Secrecy,
    Side,
    Status,
    Step,
    Verdict,
)

TargetSeen = Annotated[
    int | Literal["infinite"] | None,
    Field(description="The value to reach; null is open, or a secret."),
]
Numbers = Annotated[Sequence[int], Field(description="Declared factors, as numbered.")]


@dataclass(frozen=True, slots=True)
class CheckOptions:
    half: Literal["down", "up"]
    helper_temporary: Literal["counted", "free"]
    same_factor: Literal["once", "again"]


@dataclass(frozen=True, slots=True)
class CheckParty:
    """A unit in a check."""

    unit: str
    name: str
    accepted: bool
    finished: Annotated[bool, Field(description="Whether it has declared all it wants to.")]
    rolled: Annotated[Numbers | None, Field(description="Null until it has chosen.")]
    taken: Annotated[Numbers | None, Field(description="Given to anti factors; null as above.")]


@dataclass(frozen=True, slots=True)
class CheckAnti:
    """An anti factor that applies to a unit, or to everyone once."""

    name: str
    unit: str | None
    anti: Annotated[str | None, Field(description="Its id, if somebody carries it.")]
    fumble: bool
    avoid: str | None


@dataclass(frozen=True, slots=True)
class CheckTerms:
    """What the GM announced."""

    condition: Annotated[str, Field(description="What factors have to fit.")]
    target: TargetSeen
    tiers: Annotated[Sequence[int], Field(description="Middle values, the lowest first.")]
    hidden: Annotated[Secrecy | None, Field(description="Why target and middle values are secret.")]
    known: Annotated[bool, Field(description="Whether they are told here.")]
    antis: Sequence[CheckAnti]


@dataclass(frozen=True, slots=True)
class CheckProposal:
    """A narrower name for an over-general factor."""

    name: str
    side: Side


@dataclass(frozen=True, slots=True)
class CheckFactor:
    """A declared factor; `unit` declares it for `party`, and helps if they differ."""

    number: int
    party: str
    unit: str
    kind: OfferKind
    name: str
    id: Annotated[str | None, Field(description="Of the factor; a temporary one has none.")]
    original: Annotated[str | None, Field(description="What a new one is registered under.")]
    how: str | None
    status: Status
    ruling: Ruling | None
    reason: str | None
    proposal: CheckProposal | None


@dataclass(frozen=True, slots=True)
class CheckWish:
    """A change of premise that a player asks for."""

    unit: str
    text: str


@dataclass(frozen=True, slots=True)
class CheckDie:
    factor: Annotated[int, Field(description="The declared factor that was rolled.")]
    face: int


@dataclass(frozen=True, slots=True)
class CheckOutcome:
    """The dice, which everybody sees, and what they reached, as far as it is told."""

    roll: Annotated[str | None, Field(description="The roll in the room's feed.")]
    dice: Sequence[CheckDie]
    value: Annotated[int, Field(description="The achievement.")]
    rolled: int
    fixed: int
    removed: Annotated[int, Field(description="Factors that anti factors took.")]
    known: Annotated[bool, Field(description="Whether the result is told here.")]
    fumble: bool
    level: Level | None
    success: Annotated[bool | None, Field(description="Null if nothing had to be reached.")]
    tier: Annotated[int | None, Field(description="Which middle value was passed.")]
    margin: Annotated[int | None, Field(description="Value − target, if the target is told.")]
    set_late: Annotated[bool, Field(description="Whether the target was set after the roll.")]
    text: str


@dataclass(frozen=True, slots=True)
class CheckAdvice:
    """A recommendation of the rules, never a reason to refuse."""

    code: Code
    unit: str | None
    text: str


@dataclass(frozen=True, slots=True)
class CheckMove:
    """Something that the viewer may do now, for a unit or about a declared factor."""

    move: MoveName
    unit: str | None
    factor: int | None


@dataclass(frozen=True, slots=True)
class RoomCheck:
    """A check of A-AWs as one member of the room sees it."""

    id: str
    room: str
    number: Annotated[int, Field(description="Counts the checks of the room.")]
    version: Annotated[int, Field(description="Counts the moves.")]
    kind: Kind
    step: Step
    opened_by: Side
    opener: Annotated[str, Field(description="A member's id.")]
    action: str
    declined: Annotated[Sequence[str], Field(description="Demands that were refused for it.")]
    verdict: Verdict | None
    reason: str | None
    options: CheckOptions
    gm_accepted: bool
    parties: Sequence[CheckParty]
    terms: CheckTerms | None
    renegotiated: Annotated[int, Field(description="How often the premise was changed.")]
    wish: CheckWish | None
    factors: Sequence[CheckFactor]
    outcome: CheckOutcome | None
    fumble_answered: bool
    effects: Annotated[
        Sequence[Mapping[str, Any]],
        Field(
            description="What it did to units: `registered`, `renamed`, `struck`, `used` (for the "
            "first time), `hindered`."
        ),
    ]
    advice: Sequence[CheckAdvice]
    awaits: Annotated[Sequence[str], Field(description="Who has to act: `gm`, or ids of units.")]
    you_may: Sequence[CheckMove]
    opened_at: Instant
    changed_at: Instant
