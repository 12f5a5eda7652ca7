"""The table on which a notation is rolled: the dice that lie there, and what may yet be thrown."""

from collections.abc import Iterable, Sequence
from functools import cache

from majokko_rules.chance import Chance
from majokko_rules.dice.budget import MAX_DRAWS
from majokko_rules.dice.conditions import Faces
from majokko_rules.dice.limits import check_dice, too_many_draws
from majokko_rules.dice.tree import Span
from majokko_rules.results import Cause, Die, Part

SHARED = 256
"""Dice of fewer sides are made once; it is also what fits the bytes that a chance may return."""


@cache
def shown(sides: int, cause: Cause = "base", *, kept: bool = True) -> tuple[Die, ...]:
    """Return every die of these sides as it may lie on the table, by face, from 0 (none) up."""
    return tuple(Die(sides, face, kept, cause) for face in range(sides + 1))


def lay(faces: Faces, thrown: Iterable[int], cause: Cause = "base") -> Iterable[Die]:
    """Return the dice that show `thrown`."""
    if isinstance(faces, tuple):
        return [Die(len(faces), face, cause=cause) for face in thrown]
    if faces < SHARED:
        return map(shown(faces, cause).__getitem__, thrown)
    return [Die(faces, face, cause=cause) for face in thrown]


def dropped(die: Die) -> Die:
    """Return `die` as it lies when it does not count."""
    return Die(die.sides, die.face, kept=False, cause=die.cause)


class Table:
    """Changes while a notation is rolled, and is cleared away after it.

    One of `times` repeats: each may throw an equal share of what all may. `asked` counts the dice
    whose number was known before; they are reserved from the start.
    """

    __slots__ = (
        "asked",
        "chance",
        "dice",
        "drawn",
        "marks",
        "numbers",
        "parts",
        "times",
        "warnings",
    )

    def __init__(self, chance: Chance, times: int, asked: int) -> None:
        self.chance = chance
        self.times = times
        self.asked = asked
        self.drawn = 0
        self.numbers: list[int] = []
        """Values that wait for the step that uses them."""

        self.marks: list[tuple[int, int]] = []
        """Where the members of open groups begin in `dice` and in `parts`."""

        self.dice: list[Die] = []
        self.parts: list[Part] = []
        self.warnings: list[str] = []

    def ask(self, count: int, span: Span) -> None:
        """Count dice whose number was itself rolled, before they are thrown."""
        self.asked += count
        check_dice(self.asked * self.times, span)

    def throw(self, count: int, faces: Faces, span: Span) -> Sequence[int]:
        """Throw dice, unless that would be too many."""
        self.drawn += count
        if self.drawn * self.times > MAX_DRAWS:
            raise too_many_draws(span)
        if isinstance(faces, tuple):
            return self.chance.pick(count, faces)
        return self.chance.throw(count, faces)

    def take(self, count: int) -> list[int]:
        """Take up the last `count` numbers, in the order in which they were left."""
        first = len(self.numbers) - count
        taken = self.numbers[first:]
        del self.numbers[first:]
        return taken

    def warn(self, warning: str) -> None:
        if warning not in self.warnings:
            self.warnings.append(warning)
