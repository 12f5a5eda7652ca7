"""Several girls, a roll each: pooling against a strong opponent, and further tries by others."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from majokko_rules.chance import Chance
from majokko_rules.odds import Odds
from majokko_rules.results import Die, Result
from majokko_rules.systems.collapse import levels, tries
from majokko_rules.systems.collapse.d100 import D100
from majokko_rules.systems.collapse.levels import IMPOSSIBLE, against
from majokko_rules.systems.collapse.outcome import CollapseOutcome, CollapsePart
from majokko_rules.systems.collapse.tries import Attempt, Girl


def subtract(opponent: int, girls: Sequence[int]) -> tuple[int, tuple[int, ...]]:
    """Take girls' attributes off an opponent's, lowest first, until a roll is possible.

    Never to zero or less, and one girl is always left to roll. Returns what is left of the
    opponent, and the places of the girls who gave their attributes.

    >>> subtract(180, [70, 40, 55])
    (85, (1, 2))
    >>> subtract(120, [10, 110])
    (110, (0,))
    """
    left, gone = opponent, []
    for place in sorted(range(len(girls)), key=girls.__getitem__)[:-1]:
        if against(left, physical=True) != IMPOSSIBLE or girls[place] >= left:
            break
        left -= girls[place]
        gone.append(place)
    return left, tuple(gone)


@dataclass(frozen=True, slots=True)
class Several:
    """Attempts one after the other until one succeeds; the total counts the successes.

    An attempt succeeds when all of its girls do (`every`) or when one does. The level is the
    worst or the best of the last attempt made.
    """

    notation: str
    attempts: tuple[Attempt, ...]
    every: bool
    difficulty: str
    opponent: int | None
    subtracted: tuple[int, ...] = ()
    times: ClassVar[int] = 1

    def roll(self, chance: Chance) -> Result:
        dice: list[Die] = []
        parts: list[CollapsePart] = []
        level = "failure"
        for number, attempt in enumerate(self.attempts, 1):
            tried = [_try(girl, number, chance, dice) for girl in attempt]
            parts += tried
            level = levels.overall((part.level for part in tried), every=self.every)
            if levels.succeeds(level):
                break
        total = sum(part.success for part in parts)
        return Result(self.notation, total, tuple(dice), self._outcome(level, parts))

    def _outcome(self, level: str, parts: Sequence[CollapsePart]) -> CollapseOutcome:
        return CollapseOutcome(
            **levels.verdict(level),
            difficulty=self.difficulty,
            opponent=self.opponent,
            parts=tuple(parts),
            subtracted=self.subtracted,
            attempts=parts[-1].attempt,
        )

    def odds(self) -> Odds:
        return tries.odds_of(self.attempts, every=self.every)


def _try(girl: Girl, number: int, chance: Chance, dice: list[Die]) -> CollapsePart:
    place, mark = girl
    roll, thrown = D100().throw(chance)
    dice += thrown
    return CollapsePart.of(place, mark, roll, number)
