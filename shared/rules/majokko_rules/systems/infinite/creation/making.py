"""The creation of Infinite: everything is bought, nothing is rolled.

A character who gets experience in play goes on as she began: her moves again, with more `earned`
and perhaps another `rank`, and then new ones. See `advanced`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from majokko_rules.chance import Chance
from majokko_rules.creation import Draft, Move, Offer, Pending, Picks, Sheet, replay
from majokko_rules.creation.draft import Options
from majokko_rules.rulesets import Ruleset
from majokko_rules.systems.infinite.creation import checking, openings
from majokko_rules.systems.infinite.creation.state import Standing, State
from majokko_rules.systems.infinite.creation.writing import written


@dataclass(frozen=True, slots=True)
class InfiniteMaker:
    """Raises InvalidValue for a ruleset that nothing can be made by."""

    ruleset: Ruleset

    def __post_init__(self) -> None:
        checking.check(self.ruleset)

    def begin(self, options: Options, chance: Chance) -> State:
        """Raises UnknownField and InvalidValue, which point to `/options/<name>`."""
        del chance
        given = self.ruleset.options(options)
        return State(given["edition"], given["rank"], given["earned"])

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
        return self._at(state).purse

    def sheet(self, state: State) -> Sheet:
        return written(self._at(state))

    def _at(self, state: State) -> Standing:
        return Standing.of(self.ruleset, state)


def advanced(maker: InfiniteMaker, options: Options, moves: Sequence[Move]) -> Draft[State]:
    """Go on with a finished character under new options: more `earned`, another `rank`.

    Raises NotOnOffer if they no longer allow what she has.
    """
    return replay(maker, options, moves)
