"""Sanity checks and the state of the soul gem."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import lcm

from majokko_rules import catalog
from majokko_rules.chance import Chance
from majokko_rules.distribution import Distribution, Odds
from majokko_rules.results import Result
from majokko_rules.systems.collapse import levels
from majokko_rules.systems.collapse.d100 import D100
from majokko_rules.systems.collapse.levels import LEVELS, RULES, Mark
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
    times: int = 1

    def roll(self, chance: Chance) -> Result:
        roll, dice = _DICE.throw(chance)
        level = self.mark.level(roll)
        lost, thrown = self._lost(level).throw(chance)
        return Result(self.notation, lost, dice + thrown, self._outcome(roll, level, lost))

    def odds(self) -> Odds:
        """Return the odds; the distribution is over the SAN lost."""
        rolls = _DICE.distribution()
        shares = levels.weights(rolls, self.mark.level)
        lost = {level: self._lost(level).distribution() for level, share in shares.items() if share}
        common = lcm(*(one.whole for one in lost.values()))
        succeeding = _mixed(lost, shares, common, filter(levels.succeeds, lost))
        chances = levels.chances(shares, rolls.whole)
        return Odds(
            Distribution(_mixed(lost, shares, common, lost), rolls.whole * common),
            sum((chances[level] for level in filter(levels.succeeds, LEVELS)), Fraction(0)),
            chances,
            Distribution(succeeding, rolls.whole * common),
        )

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


def _mixed(
    lost: Mapping[str, Distribution],
    shares: Mapping[str, int],
    common: int,
    among: Iterable[str],
) -> dict[int, int]:
    """Mix the losses of some levels, each by its share of the rolls."""
    weights: dict[int, int] = {}
    for level in among:
        scale = shares[level] * (common // lost[level].whole)
        for amount, weight in lost[level].weights.items():
            weights[amount] = weights.get(amount, 0) + scale * weight
    return weights


def soul_gem(san: int, most: int) -> str:
    """Return how clear a soul gem is; a border belongs to the cleaner state.

    >>> soul_gem(20, 40), soul_gem(19, 40), soul_gem(3, 40)
    ('clear', 'slightly_cloudy', 'nearly_black')
    """
    percents = _CLEAR_FROM.items()
    return next(state for state, percent in percents if san * 100 >= percent * most)
