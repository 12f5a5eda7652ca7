"""Checks that need one roll and one value, and checks that need no roll."""

from dataclasses import dataclass

from majokko_rules.chance import Chance
from majokko_rules.distribution import Odds
from majokko_rules.results import Result
from majokko_rules.systems.collapse import levels
from majokko_rules.systems.collapse.d100 import D100
from majokko_rules.systems.collapse.levels import Mark
from majokko_rules.systems.collapse.outcome import CollapseOutcome


@dataclass(frozen=True, slots=True)
class Single:
    """One d100 against one value; its total is the roll."""

    notation: str
    mark: Mark
    difficulty: str
    dice: D100
    opponent: int | None = None
    girl: int | None = None
    steps: int | None = None
    times: int = 1

    def roll(self, chance: Chance) -> Result:
        roll, dice = self.dice.throw(chance)
        return Result(self.notation, roll, dice, self._outcome(roll))

    def odds(self) -> Odds:
        return levels.odds_of(self.dice.distribution(), self.mark.level)

    def _outcome(self, roll: int) -> CollapseOutcome:
        level = self.mark.level(roll)
        return CollapseOutcome(
            success=levels.succeeds(level),
            level=level,
            critical=level == "critical",
            fumble=level == "fumble",
            difficulty=self.difficulty,
            value=self.mark.value,
            target=self.mark.target,
            roll=roll,
            reached=self.mark.reached(roll),
            opponent=self.opponent,
            girl=self.girl,
            steps=self.steps,
        )


@dataclass(frozen=True, slots=True)
class Bare:
    """A d100 with its extra dice and nothing to reach."""

    notation: str
    dice: D100
    times: int = 1

    def roll(self, chance: Chance) -> Result:
        roll, dice = self.dice.throw(chance)
        return Result(self.notation, roll, dice, CollapseOutcome(success=None, roll=roll))

    def odds(self) -> Odds:
        return Odds(self.dice.distribution())


@dataclass(frozen=True, slots=True)
class Unrolled:
    """A check that is decided before anybody rolls: impossible, or needless."""

    notation: str
    difficulty: str
    value: int | None = None
    opponent: int | None = None
    steps: int | None = None
    subtracted: tuple[int, ...] = ()
    times: int = 1

    def roll(self, chance: Chance) -> Result:  # noqa: ARG002 - nothing is thrown
        return Result(self.notation, 0, (), self._outcome())

    def odds(self) -> Odds:
        return levels.odds_without_roll(self.difficulty)

    def _outcome(self) -> CollapseOutcome:
        return CollapseOutcome(
            success=self.difficulty == levels.NEEDLESS,
            level=self.difficulty,
            difficulty=self.difficulty,
            value=self.value,
            opponent=self.opponent,
            steps=self.steps,
            subtracted=self.subtracted,
        )
