"""Sanity checks and the state of the soul gem."""

from dataclasses import dataclass
from typing import ClassVar

from majokko_rules import catalog
from majokko_rules.chance import Chance
from majokko_rules.odds import Distribution, Odds
from majokko_rules.results import Result
from majokko_rules.systems.collapse import levels
from majokko_rules.systems.collapse.d100 import D100
from majokko_rules.systems.collapse.levels import RULES, Mark
from majokko_rules.systems.collapse.losses import Loss, Losses
from majokko_rules.systems.collapse.outcome import CollapseOutcome

_FROM: int = RULES["sanity"]["target_from"]
_FILTH: int = RULES["sanity"]["filth_from"]
_CLEAR_FROM: dict[str, int] = catalog.table(__package__, "girls")["soul_gem"]["from_percent"]
_DICE = D100()


def mark(emotion: int) -> Mark:
    """Return what a sanity check is held against: the more a girl feels, the less.

    >>> mark(60).target
    40
    """
    return Mark.of(max(0, _FROM - emotion))


@dataclass(frozen=True, slots=True)
class Sanity:
    """A d100, then the dice of the loss it causes; the total is the SAN lost.

    A fumble loses the most that a failure can, without a throw.
    """

    notation: str
    mark: Mark
    losses: Losses
    times: ClassVar[int] = 1

    def roll(self, chance: Chance) -> Result:
        roll, dice = _DICE.throw(chance)
        level = self.mark.level(roll)
        lost, thrown = self._lost(level).throw(chance)
        return Result(self.notation, lost, dice + thrown, self._outcome(roll, level, lost))

    def odds(self) -> Odds:
        """Return the odds; the distribution is over the SAN lost."""
        rolls = _DICE.distribution()
        shares = levels.weights(rolls, self.mark.level)
        cases = {
            level: (share, self._lost(level).distribution())
            for level, share in shares.items()
            if share
        }
        won = [case for level, case in cases.items() if levels.succeeds(level)]
        part = Distribution.mixture(won, rolls.whole)
        whole = Distribution.mixture([*cases.values()], rolls.whole)
        return Odds(whole, 1 - part.tail, levels.chances(shares, rolls.whole), part)

    def _lost(self, level: str) -> Loss:
        if level == "fumble":
            return Loss((), self.losses.failure.most)
        return self.losses.success if levels.succeeds(level) else self.losses.failure

    def _outcome(self, roll: int, level: str, lost: int) -> CollapseOutcome:
        return CollapseOutcome(
            **levels.verdict(level),
            difficulty="regular",
            value=self.mark.value,
            target=self.mark.target,
            roll=roll,
            reached=self.mark.reached(roll),
            loss=lost,
            filth=lost >= _FILTH,
        )


def soul_gem(san: int, most: int) -> str:
    """Return how clear a soul gem is; a border belongs to the cleaner state.

    All of nothing is not clear: whoever has no SAN left is about to collapse.

    >>> soul_gem(20, 40), soul_gem(19, 40), soul_gem(3, 40), soul_gem(0, 0)
    ('clear', 'slightly_cloudy', 'nearly_black', 'nearly_black')
    """
    percents, whole = _CLEAR_FROM.items(), max(most, 1)
    return next(state for state, percent in percents if san * 100 >= percent * whole)
