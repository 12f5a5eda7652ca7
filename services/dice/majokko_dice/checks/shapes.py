"""What checks are asked."""

from typing import Annotated, Literal

from pydantic import Field

from majokko_dice.checks.unit_shapes import MOST_UNITS, Id, Name, Text
from majokko_kit.operations import Shape
from majokko_rules import catalog
from majokko_rules.systems.aaws.procedure.state import RULES, Ruling, Secrecy, Verdict

_FIELDS = catalog.table("majokko_rules.systems.aaws", "checks")["fields"]
_MOST_TIERS: int = _FIELDS["tiers"]["max"]
_MOST_TARGET: int = _FIELDS["target"]["max"]
_MOST_TIER: int = _FIELDS["tiers"]["items_max"]
_MOST_OFFERS: int = RULES["budget"]["offers"]
_MOST_AGAINST: int = RULES["budget"]["against"]
_MOST_VERSION = 2**31 - 1  # what a column holds, and an Int of GraphQL

Number = Annotated[int, Field(ge=1, le=_MOST_OFFERS, description="A declared factor, as numbered.")]
Numbers = Annotated[list[Number], Field(max_length=_MOST_OFFERS)]
Face = Annotated[int, Field(ge=1, le=6)]
OwnUnit = Annotated[
    Id | None, Field(description="Left out: the only one in this check that the caller plays.")
]


class CheckOptionsIn(Shape):
    half: Annotated[
        Literal["down", "up"], Field(description="How half of an odd target is rounded.")
    ] = "down"
    helper_temporary: Annotated[
        Literal["counted", "free"],
        Field(description="Whether helpers' temporary factors count against the unit's limit."),
    ] = "counted"
    same_factor: Annotated[
        Literal["once", "again"], Field(description="Whether a factor may be declared twice.")
    ] = "once"


class CheckOpeningIn(Shape):
    action: Annotated[Text, Field(description="What is to be done.")]
    units: Annotated[
        list[Id],
        Field(min_length=1, max_length=MOST_UNITS, description="In the order of declaring."),
    ]
    kind: Literal["single", "joint"] = "single"
    options: CheckOptionsIn = CheckOptionsIn()


class CheckMoveIn(Shape):
    """Base of every move."""

    expected_version: Annotated[
        int | None,
        Field(ge=0, le=_MOST_VERSION, description="Refuse if the check has moved on since."),
    ] = None


class CheckConsentIn(CheckMoveIn):
    """Without a unit, the game master agrees as such, a player for the only one of hers."""

    unit: OwnUnit = None


class CheckRefusalIn(CheckConsentIn):
    instead: Annotated[
        Text | None, Field(description="Another action that the player declares instead.")
    ] = None
    verdict: Annotated[Verdict | None, Field(description="Why the GM makes no check of it.")] = None
    reason: Text | None = None


class CheckAgainstIn(Shape):
    """Exactly one of `anti` and `name`."""

    unit: Annotated[Id | None, Field(description="Left out for an anti factor of everyone.")] = None
    anti: Annotated[
        Id | None, Field(description="One that the unit carries, or that is shared.")
    ] = None
    name: Annotated[Name | None, Field(description="One of the moment.")] = None
    avoid: Annotated[Text | None, Field(description="How it is avoided or removed.")] = None


class CheckTermsIn(CheckMoveIn):
    condition: Annotated[Text, Field(description="What factors have to fit.")]
    target: Annotated[
        Annotated[int, Field(ge=0, le=_MOST_TARGET)] | Literal["infinite"] | None,
        Field(description="The value to reach; null is open."),
    ] = None
    tiers: Annotated[
        Annotated[list[Annotated[int, Field(ge=0, le=_MOST_TIER)]], Field(max_length=_MOST_TIERS)]
        | Literal["half"],
        Field(default_factory=list, description="Middle values, or half of the target."),
    ]
    hidden: Annotated[
        Secrecy | None,
        Field(
            description="Keep target and middle values secret: `open_ended` has no target, "
            "`unknown` cannot be known beforehand. Never what is infinite."
        ),
    ] = None
    antis: Annotated[list[CheckAgainstIn], Field(default_factory=list, max_length=_MOST_AGAINST)]


class CheckFactorIn(Shape):
    """Exactly one of `factor`, `temporary`, `shared` and `original`; this one with a `name`."""

    factor: Annotated[Id | None, Field(description="One of the unit's own.")] = None
    temporary: Annotated[Name | None, Field(description="One that ends with the check.")] = None
    shared: Annotated[Id | None, Field(description="One that several units have.")] = None
    original: Annotated[Id | None, Field(description="Register a new one under it.")] = None
    name: Annotated[Name | None, Field(description="What a new one is called.")] = None
    how: Annotated[Text | None, Field(description="How it fits.")] = None


class CheckDeclarationIn(CheckMoveIn):
    unit: OwnUnit = None
    helps: Annotated[Id | None, Field(description="The unit that is helped with them.")] = None
    factors: Annotated[list[CheckFactorIn], Field(default_factory=list, max_length=_MOST_OFFERS)]
    finish: Annotated[bool, Field(description="There is no second declaration.")] = False


class CheckWithdrawalIn(CheckMoveIn):
    factors: Annotated[
        Annotated[list[Number], Field(min_length=1, max_length=_MOST_OFFERS)] | None,
        Field(description="Left out to call the whole check off."),
    ] = None
    reason: Text | None = None


class CheckPremiseIn(CheckMoveIn):
    """What a player wants (without a text, she lets it be), or what the GM says: `approved`."""

    unit: OwnUnit = None
    text: Annotated[Text | None, Field(description="What should be different.")] = None
    approved: bool | None = None


class CheckVerdictIn(Shape):
    factor: Number
    ruling: Annotated[
        Ruling,
        Field(
            description="`question` asks for a narrower name of an over-general factor that was "
            "used before; `over_general` rejects it."
        ),
    ]
    reason: Text | None = None


class CheckJudgementIn(CheckMoveIn):
    verdicts: Annotated[list[CheckVerdictIn], Field(min_length=1, max_length=_MOST_OFFERS)]


class CheckRenamingIn(CheckMoveIn):
    """Exactly one of `propose` and `answer`."""

    factor: Number
    propose: Annotated[Name | None, Field(description="A narrower name.")] = None
    answer: Annotated[
        Literal["agree", "resist", "strike"] | None,
        Field(description="The GM strikes what the player resists."),
    ] = None


class CheckChoiceIn(CheckMoveIn):
    """What is neither rolled nor taken is fixed."""

    unit: OwnUnit = None
    rolled: Annotated[Numbers, Field(default_factory=list)]
    taken: Annotated[Numbers, Field(default_factory=list, description="For anti factors.")]


class CheckRollIn(CheckMoveIn):
    """With `rolled` or `taken`, the choice of a unit is made at once."""

    unit: OwnUnit = None
    rolled: Numbers | None = None
    taken: Numbers | None = None
    faces: Annotated[
        list[Face] | None,
        Field(max_length=_MOST_OFFERS, description="Dice that were thrown at the table."),
    ] = None


class CheckTellingIn(CheckMoveIn):
    show: Literal["result", "target"]
    target: Annotated[
        int | None,
        Field(ge=0, le=_MOST_TARGET, description="One that could not be known before the roll."),
    ] = None


class CheckFumbleIn(CheckMoveIn):
    name: Annotated[Name, Field(description="The anti factor that answers the fumble.")]
    unit: Annotated[Id | None, Field(description="Left out for everyone.")] = None
