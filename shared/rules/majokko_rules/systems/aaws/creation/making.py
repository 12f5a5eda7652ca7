"""The creation of A-AWs: nothing is rolled, levels are spread over original factors.

A unit that grows goes on as it began: its moves again, under a higher `level`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from majokko_rules.chance import Chance
from majokko_rules.creation import Offer, Pending, Picks, Sheet
from majokko_rules.creation.draft import Options
from majokko_rules.rulesets import Ruleset
from majokko_rules.systems.aaws.creation import checking, openings
from majokko_rules.systems.aaws.creation.openings import Workshop
from majokko_rules.systems.aaws.creation.state import LEVELS, State
from majokko_rules.systems.aaws.creation.writing import written
from majokko_rules.systems.aaws.procedure.units import Unit


@dataclass(frozen=True, slots=True)
class UnitMaker:
    """Raises InvalidValue for a ruleset that nothing can be made by."""

    ruleset: Ruleset

    def __post_init__(self) -> None:
        checking.check(self.ruleset)

    def begin(self, options: Options, chance: Chance) -> State:
        """Raises UnknownField and InvalidValue, which point to `/options/<name>`."""
        del chance
        given = self.ruleset.options(options)
        return State(given["level"], given["own_originals"], Unit("", "", None))

    def offers(self, state: State) -> Sequence[Offer]:
        return [opening.offer for opening in openings.openings(self._at(state))]

    def find(self, state: State, offer: str) -> Offer | None:
        opening = openings.find(self._at(state), offer)
        return opening.offer if opening else None

    def pending(self, state: State) -> Sequence[Pending]:
        return openings.pending(self._at(state))

    def take(self, state: State, offer: Offer, picks: Picks, chance: Chance) -> State:
        """Raises InvalidValue for a name that something of its kind has already."""
        del chance
        opening = openings.find(self._at(state), offer.id)
        assert opening, "it was on offer"
        return opening.then(picks)

    def purse(self, state: State) -> Mapping[str, int]:
        return {LEVELS: self._at(state).left}

    def sheet(self, state: State) -> Sheet:
        return written(self.ruleset, state)

    def _at(self, state: State) -> Workshop:
        return Workshop(self.ruleset, state)
