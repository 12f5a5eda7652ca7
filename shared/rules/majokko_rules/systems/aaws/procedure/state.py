"""One check, from the wish to act until the fumble is answered; never changed, only followed."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Literal

from majokko_rules import catalog
from majokko_rules.systems.aaws.factors import Goal
from majokko_rules.systems.aaws.procedure.effects import Effect

RULES = catalog.table("majokko_rules.systems.aaws", "procedure")

Kind = Literal["single", "joint"]
Side = Literal["gm", "player"]
Step = Literal[
    "demanded",  # by the GM; the players' consent is missing
    "declared",  # by a player; the GM's is
    "accepted",  # the GM announces target, condition and anti factors
    "declaring",  # the units declare factors, one after another
    "judging",  # the GM approves or rejects each
    "choosing",  # the players fix or roll what is left
    "rolled",  # the dice lie there, the result is the GM's secret
    "done",
    "declined",
    "called_off",
]
OVER: tuple[Step, ...] = ("done", "declined", "called_off")

OfferKind = Literal["own", "temporary", "shared", "new"]
Status = Literal[
    "offered",
    "approved",
    "rejected",
    "questioned",  # over-general, and used before: a narrower name is wanted
    "resisted",  # its player does not want one
    "struck",
    "withdrawn",
]
OPEN: tuple[Status, ...] = ("offered", "questioned", "resisted")
"""What the GM still has to judge."""

Ruling = Literal["approve", "unsuitable", "condition_unmet", "over_general", "question"]
Secrecy = Literal["open_ended", "unknown"]
"""Why a target stays secret: there is none to name, or it cannot be known beforehand."""

Verdict = Literal["needless", "impossible"]
"""Why the GM makes no check of a declared action: it works anyway, or never."""


@dataclass(frozen=True, slots=True)
class Options:
    """Where the rules are silent; `half` rounds the middle value of an odd target."""

    half: Literal["down", "up"] = "down"
    helper_temporary: Literal["counted", "free"] = RULES["options"]["helper_temporary"]["default"]
    same_factor: Literal["once", "again"] = RULES["options"]["same_factor"]["default"]


@dataclass(frozen=True, slots=True)
class Choice:
    """Offers that are rolled, and those given to anti factors; the others are fixed."""

    rolled: tuple[int, ...] = ()
    taken: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Party:
    """A unit in the check. `finished` has declared all it wants to."""

    unit: str
    name: str
    accepted: bool = False
    finished: bool = False
    choice: Choice | None = None
    reviewed: bool = True


@dataclass(frozen=True, slots=True)
class Applied:
    """An anti factor that applies: to one unit, or to everyone once."""

    name: str
    unit: str | None = None
    ref: str | None = None
    fumble: bool = False
    avoid: str | None = None


@dataclass(frozen=True, slots=True)
class Terms:
    """What the GM announced. Target and middle values are his own as long as `hidden`."""

    condition: str
    goal: Goal = field(default_factory=Goal)
    hidden: Secrecy | None = None
    antis: tuple[Applied, ...] = ()

    def against(self, unit: str | None) -> int:
        return sum(one.unit == unit for one in self.antis)


@dataclass(frozen=True, slots=True)
class Proposal:
    """A narrower name for an over-general factor, and who proposes it."""

    name: str
    side: Side


@dataclass(frozen=True, slots=True, kw_only=True)
class Offer:
    """A declared factor: `unit` offers it for `party`; they differ if one helps the other.

    `ref` is the id of the factor, `original` that of the original one a new factor goes under.
    """

    id: int
    party: str
    unit: str
    kind: OfferKind
    name: str
    ref: str | None = None
    original: str | None = None
    how: str | None = None
    status: Status = "offered"
    ruling: Ruling | None = None
    reason: str | None = None
    proposal: Proposal | None = None


@dataclass(frozen=True, slots=True)
class Wish:
    """A player asks for another premise: target and condition anew."""

    unit: str
    text: str


@dataclass(frozen=True, slots=True)
class Thrown:
    """What lies on the table. `removed` factors went to anti factors."""

    faces: tuple[int, ...]
    value: int
    fumble: bool
    rolled: int
    fixed: int
    removed: int


@dataclass(frozen=True, slots=True)
class Told:
    """What the GM has told of a secret target: the result, or everything.

    `set_late` says that the target was not known before the roll.
    """

    target: bool
    set_late: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    """`version` counts moves. `effects` are what the check has done to units so far."""

    kind: Kind
    step: Step
    opened_by: Side
    opener: str
    action: str
    parties: tuple[Party, ...]
    gm_accepted: bool
    options: Options = Options()
    version: int = 0
    declined: tuple[str, ...] = ()
    verdict: Verdict | None = None
    reason: str | None = None
    terms: Terms | None = None
    renegotiated: int = 0
    wish: Wish | None = None
    offers: tuple[Offer, ...] = ()
    thrown: Thrown | None = None
    told: Told | None = None
    answered: bool = False
    effects: tuple[Effect, ...] = ()

    @property
    def acting(self) -> Party | None:
        """The first unit that has not finished declaring."""
        return next((party for party in self.parties if not party.finished), None)

    def party(self, unit: str) -> Party | None:
        return next((party for party in self.parties if party.unit == unit), None)

    def standing(self, unit: str) -> Iterator[Offer]:
        """What was declared for a unit and not taken back."""
        return (o for o in self.offers if o.party == unit and o.status != "withdrawn")

    def approved(self, unit: str) -> tuple[Offer, ...]:
        return tuple(o for o in self.offers if o.party == unit and o.status == "approved")

    def temporaries(self, party: str, unit: str) -> int:
        """Count what a unit declared as temporary for one in the check.

        As a rule, what the helpers of the acting unit declare so counts together with its own.
        """
        counted = self.options.helper_temporary == "counted"
        return sum(
            one.kind == "temporary" and (counted or one.unit == unit)
            for one in self.standing(party)
        )

    def with_party(self, party: Party) -> "State":
        return replace(
            self, parties=tuple(party if p.unit == party.unit else p for p in self.parties)
        )

    def with_offer(self, offer: Offer) -> "State":
        return replace(self, offers=tuple(offer if o.id == offer.id else o for o in self.offers))

    def causing(self, *effects: Effect) -> "State":
        return replace(self, effects=(*self.effects, *effects))
