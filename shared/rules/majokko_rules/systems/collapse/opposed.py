"""Two sides roll against each other: the better level wins, then the higher value."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from majokko_rules.chance import Chance
from majokko_rules.odds import Distribution, Odds
from majokko_rules.results import Result
from majokko_rules.systems.collapse import levels
from majokko_rules.systems.collapse.d100 import D100
from majokko_rules.systems.collapse.levels import Mark
from majokko_rules.systems.collapse.outcome import CollapseOutcome, CollapsePart

Winner = int | None
_CALLED: dict[Winner, str] = {0: "winner_0", 1: "winner_1", None: "tie"}


@dataclass(frozen=True, slots=True)
class Opposed:
    """Side 0 against side 1; the total is side 0's roll.

    `tie_break` says who wins at equal levels: `higher_value` (the rule), `lower_value` (duels
    between players) or `stalemate`. With `nobody_wins` two failures are a stalemate.
    """

    notation: str
    marks: tuple[Mark, Mark]
    dice: tuple[D100, D100]
    tie_break: str
    nobody_wins: bool
    times: ClassVar[int] = 1

    def roll(self, chance: Chance) -> Result:
        first, second = (dice.throw(chance) for dice in self.dice)
        outcome = self._outcome((first[0], second[0]))
        return Result(self.notation, first[0], first[1] + second[1], outcome)

    def odds(self) -> Odds:
        """Return the odds; `success` is side 0's."""
        ours, theirs = (dice.distribution() for dice in self.dice)
        against = levels.weights(theirs, self.marks[1].level)
        shares = dict.fromkeys(_CALLED.values(), 0)
        winning: dict[int, int] = {}
        for roll, weight in ours.weights.items():
            wins = self._shares(self.marks[0].level(roll), against)
            for winner, share in wins.items():
                shares[_CALLED[winner]] += weight * share
            winning[roll] = weight * wins[0]
        whole = ours.whole * theirs.whole
        rolls = Distribution({r: w * theirs.whole for r, w in ours.weights.items()}, whole)
        chances = levels.chances(shares, whole)
        part = Distribution({roll: weight for roll, weight in winning.items() if weight}, whole)
        return Odds(rolls, chances["winner_0"], chances, part)

    def _shares(self, ours: str, against: Mapping[str, int]) -> dict[Winner, int]:
        """Divide the other side's rolls, by level, among who wins against one level of ours."""
        shares: dict[Winner, int] = {0: 0, 1: 0, None: 0}
        for theirs, share in against.items():
            shares[self._winner(ours, theirs)] += share
        return shares

    def _winner(self, ours: str, theirs: str) -> Winner:
        if self.nobody_wins and not levels.succeeds(ours) and not levels.succeeds(theirs):
            return None
        if ours != theirs:
            return 0 if levels.rank(ours) > levels.rank(theirs) else 1
        return self._at_equal_levels()

    def _at_equal_levels(self) -> Winner:
        first, second = (mark.value for mark in self.marks)
        if first == second or self.tie_break == "stalemate":
            return None
        return 0 if (first > second) == (self.tie_break == "higher_value") else 1

    def _outcome(self, rolls: tuple[int, int]) -> CollapseOutcome:
        sides = tuple(
            CollapsePart.of(index, mark, roll)
            for index, (mark, roll) in enumerate(zip(self.marks, rolls, strict=True))
        )
        winner = self._winner(sides[0].level, sides[1].level)
        return CollapseOutcome(
            success=None if winner is None else winner == 0,
            level=_CALLED[winner],
            critical=sides[0].level == "critical",
            fumble=sides[0].level == "fumble",
            roll=sides[0].roll,
            sides=sides,
            winner=winner,
        )
