"""One roll held against several values, all of which must succeed, or any of them."""

from dataclasses import dataclass
from typing import ClassVar

from majokko_rules.chance import Chance
from majokko_rules.odds import Odds
from majokko_rules.results import Result
from majokko_rules.systems.collapse import levels
from majokko_rules.systems.collapse.d100 import D100
from majokko_rules.systems.collapse.levels import Mark
from majokko_rules.systems.collapse.outcome import CollapseOutcome, CollapsePart


@dataclass(frozen=True, slots=True)
class Combined:
    """Every value has a level and a fumble line of its own; the total is the roll.

    The level of the whole is the worst one when all must succeed, which lets the lowest target
    decide, and the best one when any is enough.
    """

    notation: str
    marks: tuple[Mark, ...]
    every: bool
    difficulty: str
    dice: D100
    opponent: int | None
    times: ClassVar[int] = 1

    def roll(self, chance: Chance) -> Result:
        roll, dice = self.dice.throw(chance)
        return Result(self.notation, roll, dice, self._outcome(roll))

    def odds(self) -> Odds:
        return levels.odds_of(self.dice.distribution(), self._level)

    def _level(self, roll: int) -> str:
        return levels.overall((mark.level(roll) for mark in self.marks), every=self.every)

    def _outcome(self, roll: int) -> CollapseOutcome:
        return CollapseOutcome(
            **levels.verdict(self._level(roll)),
            difficulty=self.difficulty,
            target=(min if self.every else max)(mark.target for mark in self.marks),
            roll=roll,
            opponent=self.opponent,
            parts=tuple(CollapsePart.of(i, mark, roll) for i, mark in enumerate(self.marks)),
        )
