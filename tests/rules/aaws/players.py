"""Players who follow the rules without sense: they make any move that is said to be possible."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import TypeVar

from majokko_rules.systems.aaws.procedure import Actor, Cast, Move, Possible, State, legal
from majokko_rules.systems.aaws.procedure.choosing import extra, forced, owed, pool
from majokko_rules.systems.aaws.procedure.moves import (
    Accept,
    Against,
    Agree,
    Announce,
    AnswerPremise,
    AskPremise,
    CallOff,
    Choose,
    Common,
    Declare,
    Decline,
    Hinder,
    Judge,
    Judgement,
    New,
    Offered,
    Own,
    Propose,
    Resist,
    Reveal,
    Roll,
    Strike,
    Temporary,
    Withdraw,
)
from majokko_rules.systems.aaws.procedure.state import OPEN, Ruling
from tests.rules.aaws.table import ANN, BEN, EVE, GM

T = TypeVar("T")
PEOPLE = (GM, ANN, BEN, EVE)
SECRET_TARGET = 77_777
SECRET_TIER = 66_666
RULINGS: tuple[Ruling, ...] = ("approve", "approve", "unsuitable", "over_general")
SELDOM = {"decline": 9, "call_off": 40, "withdraw": 3, "ask_premise": 4}
"""One in so many of what does not lead on."""

UNITS = ("a", "b", "c", "n", "zz")


def possible(state: State, cast: Cast, chance: Random) -> Sequence[tuple[Actor, Possible]]:
    """What anybody could do now, seldom what leads nowhere."""
    return [
        (by, one)
        for by in PEOPLE
        for one in legal(state, by, cast)
        if chance.randrange(SELDOM.get(one.move, 1)) == 0
    ]


@dataclass(frozen=True, slots=True)
class Player:
    """Finds a form of a possible move, one that must not be refused."""

    chance: Random
    state: State
    cast: Cast

    def move(self, one: Possible) -> Move:
        unit, factor = one.unit or "", one.factor or 0
        kinds: dict[str, Callable[[], Move]] = {
            "accept": lambda: Accept(one.unit),
            "decline": lambda: Decline(one.unit),
            "call_off": CallOff,
            "announce": lambda: announcement(self.chance, self.state),
            "declare": lambda: self.declaration(unit),
            "help": lambda: self.help(unit),
            "withdraw": lambda: Withdraw((factor,)),
            "ask_premise": lambda: AskPremise(unit, self.chance.choice(["by day", None])),
            "answer_premise": lambda: AnswerPremise(self.sometimes()),
            "judge": self.judgement,
            "propose": lambda: Propose(factor, "a narrower name"),
            "agree": lambda: Agree(factor),
            "resist": lambda: Resist(factor),
            "strike": lambda: Strike(factor),
            "choose": lambda: self.choice(unit),
            "roll": lambda: Roll(self.dice()),
            "reveal": lambda: Reveal("target"),
            "hinder": lambda: Hinder("h", "h", self.chance.choice([None, self.first])),
        }
        return kinds[one.move]()

    @property
    def first(self) -> str:
        return self.state.parties[0].unit

    def sometimes(self) -> bool:
        return self.chance.random() < 0.5

    def dice(self) -> tuple[int, ...]:
        return tuple(self.chance.randint(1, 6) for _ in range(pool(self.state).rolled))

    def some(self, key: str) -> tuple[Offered, ...]:
        """A few factors that the unit has and nobody declared yet."""
        declared = {offer.ref for offer in self.state.offers if offer.status != "withdrawn"}
        own: list[Offered] = [Own(one.id) for one in self.cast.unit(key).factors]
        shared = [s for s in self.cast.shared.values() if not s.anti and s.belongs_to(key)]
        own += [Common(one.id) for one in shared]
        left = [one for one in own if _ref(one) not in declared]
        return tuple(self.chance.sample(left, self.chance.randint(0, min(2, len(left)))))

    def help(self, unit: str) -> Declare:
        assert self.state.acting
        return Declare(unit, self.some(unit), helps=self.state.acting.unit)

    def declaration(self, unit: str) -> Declare:
        """Anything of one's own, something new or temporary where that is left; and the end."""
        state, some = self.state, self.some(unit)
        most = 1 if state.kind == "joint" else 2
        if state.temporaries(unit, unit) < most and self.sometimes():
            some += (Temporary(f"luck {len(state.offers)}"),)
        registered = any(offer.kind == "new" for offer in state.standing(unit))
        room = self.cast.unit(unit).registered("weapon") < 4
        if room and not registered and self.sometimes():
            some += (New(f"new {unit} {len(state.offers)}", "weapon", "something new"),)
        may_finish = state.kind == "single" or bool(some) or any(state.standing(unit))
        return Declare(unit, some, finish=may_finish and self.sometimes())

    def judgement(self) -> Judge:
        offer = self.chance.choice([o for o in self.state.offers if o.status in OPEN])
        ruling = self.chance.choice(RULINGS)
        factor = self.cast.unit(offer.unit).factor(offer.ref or "")
        if offer.kind == "own" and factor and factor.first_used and offer.status == "offered":
            ruling = self.chance.choice(["question", ruling])
        return Judge((Judgement(offer.id, ruling),))

    def choice(self, unit: str) -> Choose:
        """Give what must be given, and of everyone's share as much as is left."""
        numbers = [offer.id for offer in self.state.approved(unit)]
        self.chance.shuffle(numbers)
        others = (party for party in self.state.parties if party.unit != unit)
        spare = owed(self.state) - sum(extra(self.state, party) for party in others)
        taken = min(forced(self.state, unit) + self.chance.randint(0, spare), len(numbers))
        rolled = self.chance.randint(taken, len(numbers))
        return Choose(unit, tuple(numbers[taken:rolled]), tuple(numbers[:taken]))


def _ref(offered: Offered) -> str:
    return offered.shared if isinstance(offered, Common) else getattr(offered, "factor", "")


def announcement(chance: Random, state: State) -> Announce:
    """Any target; a secret one is told apart from every other number."""
    own = [Against(party.unit, name="wind") for party in state.parties]
    antis = tuple(chance.choices([*own, Against(name="fog")], k=chance.choice([0, 0, 1, 2, 4])))
    if chance.random() < 0.5:
        target = chance.choice([None, 0, 4, 9, "infinite"])
        tiers = chance.choice([(), (3, 5)])
        return Announce(condition="x", target=target, tiers=tiers, antis=antis)  # type: ignore[arg-type]
    return Announce(
        condition="x",
        target=SECRET_TARGET,
        tiers=(SECRET_TIER,),
        hidden="unknown",
        antis=antis,
    )


def wild(chance: Random, state: State) -> Move:
    """Anything, without regard to what is possible."""
    unit, helped = chance.choice(UNITS), chance.choice([None, *UNITS])
    number = chance.randint(1, 6)
    some = tuple(chance.choices(range(1, 7), k=chance.randint(0, 3)))
    factors: list[Offered] = [Own(f"{unit}-bow"), Temporary("luck"), Common("map"), Common("rain")]
    factors += [New("w", "weapon", "w"), New("w", "boots", "w"), Temporary("moon")]
    judged = tuple(Judgement(one, chance.choice(RULINGS)) for one in some)
    kinds: list[Move] = [
        Accept(helped),
        Decline(helped, chance.choice([None, "sing"])),
        announcement(chance, state),
        Declare(unit, tuple(chance.sample(factors, 2)), chance.random() < 0.5, helped),
        Withdraw(some),
        AskPremise(unit, "x"),
        AnswerPremise(approved=False),
        Judge(judged),
        Propose(number, "x"),
        Agree(number),
        Resist(number),
        Strike(number),
        Choose(unit, some[:1], some[1:]),
        Roll(some),
        Hinder("h", "h", helped),
    ]
    return chance.choice(kinds)
