"""What can be done in a check. Texts are the players' own; whoever reads them limits them.

Factors that were declared are named by their number in the check, all else by its id.
"""

from dataclasses import dataclass
from typing import Literal

from majokko_rules.systems.aaws.factors import Target
from majokko_rules.systems.aaws.procedure.state import Ruling, Secrecy, Verdict


@dataclass(frozen=True, slots=True)
class Accept:
    """A unit's player accepts a demand, or (without a unit) the GM a declaration."""

    unit: str | None = None


@dataclass(frozen=True, slots=True)
class Decline:
    """The other side of `Accept`. A player may declare another action `instead`."""

    unit: str | None = None
    instead: str | None = None
    verdict: Verdict | None = None
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class CallOff:
    """End a check before its roll."""

    reason: str | None = None


@dataclass(frozen=True, slots=True)
class Against:
    """An anti factor: `anti` of the unit (or, without one, of all), or one of the moment."""

    unit: str | None = None
    anti: str | None = None
    name: str | None = None
    avoid: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Announce:
    """`tiers` are middle values, or half the target."""

    condition: str
    target: Target = None
    tiers: Literal["half"] | tuple[int, ...] = ()
    hidden: Secrecy | None = None
    antis: tuple[Against, ...] = ()


@dataclass(frozen=True, slots=True)
class Own:
    factor: str
    how: str | None = None


@dataclass(frozen=True, slots=True)
class Temporary:
    name: str
    how: str | None = None


@dataclass(frozen=True, slots=True)
class Common:
    """A shared factor."""

    shared: str
    how: str | None = None


@dataclass(frozen=True, slots=True)
class New:
    """Registers a factor under an original one; `id` is what it shall be known by."""

    id: str
    original: str
    name: str
    how: str | None = None


Offered = Own | Temporary | Common | New


@dataclass(frozen=True, slots=True)
class Declare:
    """A unit declares factors for itself, or `helps` the one that is acting."""

    unit: str
    factors: tuple[Offered, ...] = ()
    finish: bool = False
    helps: str | None = None


@dataclass(frozen=True, slots=True)
class Withdraw:
    factors: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class AskPremise:
    """Ask for a change of premise; without a text, take the question back."""

    unit: str
    text: str | None


@dataclass(frozen=True, slots=True)
class AnswerPremise:
    approved: bool


@dataclass(frozen=True, slots=True)
class Judgement:
    factor: int
    ruling: Ruling
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class Judge:
    verdicts: tuple[Judgement, ...]


@dataclass(frozen=True, slots=True)
class Propose:
    """Propose the narrower name of a factor that is too general."""

    factor: int
    name: str


@dataclass(frozen=True, slots=True)
class Agree:
    factor: int


@dataclass(frozen=True, slots=True)
class Resist:
    factor: int


@dataclass(frozen=True, slots=True)
class Strike:
    factor: int


@dataclass(frozen=True, slots=True)
class Choose:
    """Decide what is rolled and what anti factors take; the rest is fixed."""

    unit: str
    rolled: tuple[int, ...] = ()
    taken: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Roll:
    """The dice as they fell, one for each rolled factor; see `question`."""

    faces: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Reveal:
    """Tell the result of a secret target, or also the target.

    `target` is for one that could not be known before.
    """

    show: Literal["result", "target"]
    target: int | None = None


@dataclass(frozen=True, slots=True)
class Hinder:
    """Answer a fumble with an anti factor, which `id` shall be known by."""

    id: str
    name: str
    unit: str | None = None


Move = (
    Accept
    | Decline
    | CallOff
    | Announce
    | Declare
    | Withdraw
    | AskPremise
    | AnswerPremise
    | Judge
    | Propose
    | Agree
    | Resist
    | Strike
    | Choose
    | Roll
    | Reveal
    | Hinder
)
