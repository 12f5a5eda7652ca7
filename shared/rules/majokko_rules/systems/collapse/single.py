"""Checks that need one roll and one value, and checks that need no roll."""

from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar, NamedTuple

from majokko_rules.chance import Chance
from majokko_rules.odds import Odds
from majokko_rules.results import Result
from majokko_rules.systems.collapse import levels
from majokko_rules.systems.collapse.d100 import D100
from majokko_rules.systems.collapse.levels import Mark
from majokko_rules.systems.collapse.outcome import CollapseOutcome


class Asked(NamedTuple):
    """How a value was asked for; told again with every outcome."""

    difficulty: str
    opponent: int | None = None
    girl: int | None = None
    steps: int | None = None


@dataclass(frozen=True, slots=True)
class Single:
    """One d100 against one value; its total is the roll."""

    notation: str
    mark: Mark
    dice: D100
    asked: Asked
    times: ClassVar[int] = 1

    def roll(self, chance: Chance) -> Result:
        roll, dice = self.dice.throw(chance)
        return Result(self.notation, roll, dice, _told(self.mark, self.asked, roll))

    def odds(self) -> Odds:
        return levels.odds_of(self.dice.distribution(), self.mark.level)


@lru_cache(maxsize=4096)
def _told(mark: Mark, asked: Asked, roll: int) -> CollapseOutcome:
    """Tell a roll; kept, because a table asks the same few checks again and again."""
    return CollapseOutcome(
        **levels.verdict(mark.level(roll)),
        **asked._asdict(),
        value=mark.value,
        target=mark.target,
        roll=roll,
        reached=mark.reached(roll),
    )


@dataclass(frozen=True, slots=True)
class Bare:
    """A d100 with its extra dice and nothing to reach."""

    notation: str
    dice: D100
    times: ClassVar[int] = 1

    def roll(self, chance: Chance) -> Result:
        roll, dice = self.dice.throw(chance)
        return Result(self.notation, roll, dice, CollapseOutcome(success=None, roll=roll))

    def odds(self) -> Odds:
        return Odds(self.dice.distribution())


@dataclass(frozen=True, slots=True)
class Unrolled:
    """A check that is decided before anybody rolls: impossible, or needless."""

    notation: str
    asked: Asked
    value: int | None = None
    subtracted: tuple[int, ...] = ()
    times: ClassVar[int] = 1

    def roll(self, chance: Chance) -> Result:  # noqa: ARG002 - nothing is thrown
        return Result(self.notation, 0, (), self._outcome())

    def odds(self) -> Odds:
        return levels.odds_without_roll(self.asked.difficulty)

    def _outcome(self) -> CollapseOutcome:
        return CollapseOutcome(
            success=self.asked.difficulty == levels.NEEDLESS,
            level=self.asked.difficulty,
            **self.asked._asdict(),
            value=self.value,
            subtracted=self.subtracted,
        )
