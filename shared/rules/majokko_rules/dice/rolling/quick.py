"""The commonest shapes, without a table: `NdS`, kept or not, ± a constant, compared or not.

They are recognised among the steps, after everything has been checked there, and share with them
what a die looks like, how dice rank and what a comparison says; a test rolls both ways.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from majokko_rules.chance import Chance
from majokko_rules.dice.budget import MAX_NUMBER
from majokko_rules.dice.limits import ranking
from majokko_rules.dice.rolling.comparing import Against
from majokko_rules.dice.rolling.steps import Add, Cast, Push, Step, Throw, ThrowPlain
from majokko_rules.dice.rolling.table import SHARED, shown
from majokko_rules.dice.tree import Keep
from majokko_rules.results import Die, Result


@dataclass(frozen=True, slots=True)
class Straight:
    """`3d6+2`: all dice count."""

    notation: str
    count: int
    sides: int
    plus: int
    test: Against | None
    warnings: tuple[str, ...]
    shown: tuple[Die, ...]

    def roll(self, chance: Chance) -> Result:
        thrown = chance.throw(self.count, self.sides)
        total = sum(thrown) + self.plus
        dice = tuple(map(self.shown.__getitem__, thrown))
        outcome = self.test.outcome(total) if self.test else None
        return Result(self.notation, total, dice, outcome, (), self.warnings)


@dataclass(frozen=True, slots=True)
class Ranked(Straight):
    """`4d6kh3+2`: the first `stay` dice count, from the top or from the bottom."""

    dropped: tuple[Die, ...]
    from_top: bool
    stay: int

    def roll(self, chance: Chance) -> Result:
        thrown = chance.throw(self.count, self.sides)
        total, dice = self.plus, list(map(self.dropped.__getitem__, thrown))
        order = sorted(range(self.count), key=thrown.__getitem__, reverse=self.from_top)
        for index in order[: self.stay]:
            face = thrown[index]
            total += face
            dice[index] = self.shown[face]
        outcome = self.test.outcome(total) if self.test else None
        return Result(self.notation, total, tuple(dice), outcome, (), self.warnings)


def quick_plan(
    notation: str, steps: Sequence[Step], test: Against | None, warnings: tuple[str, ...]
) -> Straight | None:
    """Return the quick way to take `steps`, if there is one."""
    first, plus = steps[0], _constant(steps[1:])
    if plus is None or not isinstance(first, Throw | ThrowPlain) or not _is_small(first.cast, plus):
        return None
    count, sides = first.cast.count, first.cast.faces
    assert isinstance(count, int)
    assert isinstance(sides, int)
    if isinstance(first, ThrowPlain):
        return Straight(notation, count, sides, plus, test, warnings, shown(sides))
    if len(first.modifiers) != 1 or not isinstance(rule := first.modifiers[0], Keep):
        return None
    from_top, stay = ranking(rule, count)
    if rule.keep and rule.count > count:
        warnings = (*warnings, "keeps_all")
    dice, dropped = shown(sides), shown(sides, kept=False)
    return Ranked(notation, count, sides, plus, test, warnings, dice, dropped, from_top, stay)


def _constant(rest: Sequence[Step]) -> int | None:
    """What is added behind the dice."""
    match rest:
        case ():
            return 0
        case (Push(value), Add((False, negative))):
            return -value if negative else value
        case _:
            return None


def _is_small(cast: Cast, plus: int) -> bool:
    """Whether the dice are known, are shared, and cannot add up to too much."""
    if cast.count is None or not isinstance(cast.faces, int) or cast.faces >= SHARED:
        return False
    return cast.count * cast.faces + abs(plus) <= MAX_NUMBER
