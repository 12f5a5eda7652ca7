"""How a girl of this system is made: what lies there at first, what is offered, what is open."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from majokko_rules.chance import Chance
from majokko_rules.creation import Offer, Pending, Picks, Sheet
from majokko_rules.rulesets import Ruleset
from majokko_rules.systems.amgc.creation import acting, checking, coins, own, rolling, sheets
from majokko_rules.systems.amgc.creation.acting import Action
from majokko_rules.systems.amgc.creation.book import Book
from majokko_rules.systems.amgc.creation.companions import ally, brought, familiar, twin
from majokko_rules.systems.amgc.creation.questions import questions
from majokko_rules.systems.amgc.creation.state import State
from majokko_rules.systems.amgc.creation.uses.use import Buyer

STEPS = (
    "age", "body", "specialisation", "weapon", "outfit", "power", "perks",
    "twin", "ally", "familiar", "stats", "story",
)  # fmt: skip
COMPANIONS: Mapping[str, Callable[[State, str | None], Iterator[Action]]] = {
    twin.TWIN: twin.actions,
    ally.ALLY: ally.actions,
    familiar.FAMILIAR: familiar.actions,
}


@dataclass(frozen=True, slots=True)
class AmgcMaker:
    """Refuses a ruleset that no girl can be made by (InvalidValue)."""

    ruleset: Ruleset = field(repr=False)

    def __post_init__(self) -> None:
        checking.check(self.ruleset)

    def begin(self, options: Mapping[str, object], chance: Chance) -> State:
        book = Book.opened(self.ruleset, options)
        return State(book, rolling.girl(book, chance))

    def offers(self, state: State) -> Sequence[Offer]:
        """Return them in the order of the steps."""
        return [each.offer for each in _in_order(state)]

    def find(self, state: State, offer: str) -> Offer | None:
        found = _found(state, offer)
        return found.offer if found else None

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
        action = _found(state, offer.id)
        assert action is not None, f"{offer.id} is not on offer"
        return action.do(picks, chance).spending(offer)

    def purse(self, state: State) -> Mapping[str, int]:
        return state.purse

    def sheet(self, state: State) -> Sheet:
        return sheets.of(state)


def _in_order(state: State) -> Sequence[Action]:
    """Look once in each state: everything that can be done there, in the order of the steps."""
    if not state.found:
        state.found.extend(sorted(_actions(state), key=_place))
    return state.found


def _place(action: Action) -> tuple[int, bool]:
    return STEPS.index(action.offer.step), action.settles is None


def _found(state: State, wanted: str) -> Action | None:
    """Find one action, without looking for more of the others than has to be."""
    actions = iter(state.found) if state.found else _actions(state, wanted)
    return next((each for each in actions if each.offer.id == wanted), None)


def _actions(state: State, wanted: str | None = None) -> Iterator[Action]:
    """Return all actions, or at least the one that is wanted."""
    first = wanted.partition(".")[0] if wanted else None
    if first not in COMPANIONS:
        sheet = acting.own(state)
        yield from coins.actions(state, sheet, Buyer(state.book, state.girl), wanted)
        yield from own.actions(sheet, state.girl)
        yield from (acting.asked(sheet, each) for each in questions(state.book, state.girl))
    if first is None or first in COMPANIONS:
        yield from _of_companions(state, wanted)


def _of_companions(state: State, wanted: str | None) -> Iterator[Action]:
    having = brought(state)
    for name, companion in COMPANIONS.items():
        if name in having:
            yield from companion(state, wanted)
