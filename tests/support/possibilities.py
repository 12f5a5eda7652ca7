"""Every way that dice can fall: the slow, certain check of exact odds."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from fractions import Fraction
from typing import TypeVar

from majokko_rules.chance import Chance
from majokko_rules.results import Result

Key = TypeVar("Key")


class _TooUnlikely(Exception):
    """Nobody wants to know where this path leads."""


class _Path:
    """A chance that follows `branch`, and takes the first face wherever that ends."""

    def __init__(self, branch: Sequence[int], least: Fraction) -> None:
        self.branch = list(branch)
        self.widths: list[int] = []
        self.least = least
        self.probability = Fraction(1)

    def throw(self, count: int, sides: int) -> Sequence[int]:
        return [self._next(sides) + 1 for _ in range(count)]

    def pick(self, count: int, faces: tuple[int, ...]) -> Sequence[int]:
        return [faces[self._next(len(faces))] for _ in range(count)]

    def _next(self, width: int) -> int:
        at = len(self.widths)
        self.widths.append(width)
        if at == len(self.branch):
            self.branch.append(0)
        self.probability /= width
        if self.probability < self.least:
            raise _TooUnlikely
        return self.branch[at]

    def following(self) -> Sequence[int] | None:
        """The next branch in counting order, or None after the last."""
        branch = self.branch[: len(self.widths)]
        while branch:
            if branch[-1] + 1 < self.widths[len(branch) - 1]:
                return [*branch[:-1], branch[-1] + 1]
            branch = branch[:-1]
        return None


def every(
    roll: Callable[[Chance], Result], least: Fraction = Fraction(0)
) -> Iterator[tuple[Result, Fraction]]:
    """Return each possible result with its probability.

    Dice that may never end need a `least` probability, below which a path is left.
    """
    branch: Sequence[int] | None = ()
    while branch is not None:
        path = _Path(branch, least)
        with suppress(_TooUnlikely):
            yield roll(path), path.probability
        branch = path.following()


def enumerated(
    roll: Callable[[Chance], Result], key: Callable[[Result], Key]
) -> dict[Key, Fraction]:
    """Add up the probabilities of all results with the same `key`."""
    found: dict[Key, Fraction] = {}
    for result, chance in every(roll):
        found[key(result)] = found.get(key(result), Fraction(0)) + chance
    return found
