"""Every way in which dice may fall, by rolling again and again with other faces.

This is the slow, obvious way to know odds: it runs the code that rolls, so that odds which agree
with it cannot mean other rules.
"""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import TypeVar

from majokko_rules.chance import Chance

Rolled = TypeVar("Rolled")

Path = tuple[int, ...]


class _TooUnlikely(Exception):
    """The path is left; what it would have come to stays unknown."""


class _Walk:
    """Follows a path of faces (by index), then takes the first face and notes the others."""

    def __init__(self, path: Path, least: Fraction) -> None:
        self.path = path
        self.least = least
        self.at = 0
        self.likelihood = Fraction(1)
        self.others: list[Path] = []

    def throw(self, count: int, sides: int) -> Sequence[int]:
        return [self._next(sides) + 1 for _ in range(count)]

    def pick(self, count: int, faces: tuple[int, ...]) -> Sequence[int]:
        return [faces[self._next(len(faces))] for _ in range(count)]

    def _next(self, faces: int) -> int:
        self.likelihood /= faces
        if self.likelihood < self.least:
            raise _TooUnlikely
        if self.at == len(self.path):
            self.others += [(*self.path, other) for other in range(1, faces)]
            self.path += (0,)
        self.at += 1
        return self.path[self.at - 1]


def every_way(
    roll: Callable[[Chance], Rolled], least: Fraction = Fraction(0)
) -> Iterator[tuple[Fraction, Rolled]]:
    """Yield what each way comes to and how likely it is; ways below `least` are not followed."""
    waiting: list[Path] = [()]
    while waiting:
        walk = _Walk(waiting.pop(), least)
        try:
            rolled = roll(walk)
        except _TooUnlikely:
            pass
        else:
            yield walk.likelihood, rolled
        waiting += walk.others
