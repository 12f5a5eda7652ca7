"""How a girl of this system is made: what lies there at first, what is offered, what is open."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from majokko_rules.chance import Chance
from majokko_rules.creation import Offer, Pending, Picks, Sheet
from majokko_rules.rulesets import Ruleset
from majokko_rules.systems.amgc.creation import acting, coins, own, rolling, sheets
from majokko_rules.systems.amgc.creation.acting import Action
from majokko_rules.systems.amgc.creation.book import Book
from majokko_rules.systems.amgc.creation.companions import ally, familiar, granted, twin
from majokko_rules.systems.amgc.creation.questions import questions
from majokko_rules.systems.amgc.creation.state import State
from majokko_rules.systems.amgc.creation.uses.use import Buyer

STEPS = (
    "age", "body", "specialisation", "weapon", "outfit", "power", "perks",
    "twin", "ally", "familiar", "stats", "story",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class AmgcMaker:
    ruleset: Ruleset = field(repr=False)

    def begin(self, options: Mapping[str, object], chance: Chance) -> State:
        book = Book.opened(self.ruleset, options)
        return State(book, rolling.girl(book, chance))

    def offers(self, state: State) -> Sequence[Offer]:
        """Return them in the order of the steps."""
        return [each.offer for each in _in_order(state)]

    def pending(self, state: State) -> Sequence[Pending]:
        found: dict[str, list[Offer]] = {}
        for action in _in_order(state):
            if action.settles is not None:
                found.setdefault(action.settles, []).append(action.offer)
        return [
            Pending(id_, offers[0].step, tuple(offer.id for offer in offers))
            for id_, offers in found.items()
        ]

    def take(self, state: State, offer: Offer, picks: Picks, chance: Chance) -> State:
        action = next(each for each in _in_order(state) if each.offer.id == offer.id)
        return action.do(picks, chance).spending(offer)

    def purse(self, state: State) -> Mapping[str, int]:
        return state.purse

    def sheet(self, state: State) -> Sheet:
        return sheets.of(state)


def _in_order(state: State) -> Sequence[Action]:
    """Look once in each state: everything that can be done there, in the order of the steps."""
    if not state.found:
        state.found.extend(sorted(_actions(state), key=lambda each: STEPS.index(each.offer.step)))
    return state.found


def _actions(state: State) -> Iterator[Action]:
    sheet = acting.own(state)
    for question in questions(state.book, state.girl):
        yield acting.asked(sheet, question)
    yield from coins.actions(state, sheet, Buyer(state.book, state.girl))
    yield from own.actions(sheet, state.girl)
    having = granted(state)
    for name, companion in (("twin", twin), ("ally", ally), ("familiar", familiar)):
        if name in having:
            yield from companion.actions(state)
