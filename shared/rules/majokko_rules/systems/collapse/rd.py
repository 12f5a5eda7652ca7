"""The RD variant: one die with as many sides as the skill, against a difficulty class."""

from dataclasses import dataclass
from typing import ClassVar

from majokko_rules.chance import Chance
from majokko_rules.odds import Distribution, Odds
from majokko_rules.results import Die, Result
from majokko_rules.systems.collapse import levels
from majokko_rules.systems.collapse.levels import RULES
from majokko_rules.systems.collapse.outcome import CollapseOutcome

_RD = RULES["rd"]


@dataclass(frozen=True, slots=True)
class Rd:
    """At least the difficulty class succeeds; the total is the roll.

    Rolling the skill itself is critical, and still a plain success where the skill falls short
    of the class. A fumble comes first: a skill of 1 can only fumble (our reading).
    """

    notation: str
    value: int
    dc: int
    times: ClassVar[int] = 1

    def roll(self, chance: Chance) -> Result:
        roll = chance.throw(1, self.value)[0]
        level = self._level(roll)
        outcome = CollapseOutcome(
            **levels.verdict(level),
            value=self.value,
            target=self.dc,
            roll=roll,
            reached=level,
        )
        return Result(self.notation, roll, (Die(self.value, roll),), outcome)

    def odds(self) -> Odds:
        return levels.odds_of(Distribution.die(self.value), self._level)

    def _level(self, roll: int) -> str:
        skilled = self.value >= _RD["skilled_from"]
        if roll <= _RD["fumble_skilled" if skilled else "fumble_unskilled"]:
            return "fumble"
        if roll == self.value:
            return "critical" if self.value >= self.dc else "regular"
        return "regular" if roll >= self.dc else "failure"
