"""What is kept of dice of several kinds, and what that is worth.

Where all faces of some kinds lie above those of others, the ranks of the first are followed by
those of the second, and nothing more connects them: each such block is a question of its own.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from typing import NamedTuple

from majokko_rules.dice.tree import Keep
from majokko_rules.dice.weighing.forecast import Forecast, hull
from majokko_rules.dice.weighing.mixture import Kind, Worth, mixed, mixed_steps
from majokko_rules.dice.weighing.ranking import ranked, ranked_steps, ranks
from majokko_rules.odds import PREPAID, Distribution, Work
from majokko_rules.odds.convolution import Shape, added_steps
from majokko_rules.odds.polynomial import linear_steps

Counts = tuple[int, ...]
"""How many dice there are of each kind."""


class _Part(NamedTuple):
    """The ranks from `first` up to `last` of the dice of a block."""

    block: int
    counts: Counts
    first: int
    last: int


_Parts = tuple[_Part, ...]


@dataclass(frozen=True, slots=True)
class Keeping:
    """`worth` is None where kept dice count what they show."""

    dice: Sequence[Distribution]
    keeps: Sequence[Keep]
    worth: Worth | None
    work: Work

    def forecast(self, crowds: Mapping[Counts, int], whole: int) -> Forecast:
        """Forecast what is kept of one of several crowds, each in its weight of `whole` cases."""
        blocks = _blocks(self.dice)
        cases: dict[_Parts, int] = {}
        for counts, weight in crowds.items():
            parts = tuple(self._parts(blocks, counts))
            cases[parts] = cases.get(parts, 0) + weight
        made = {part: self._forecast(blocks[part.block], part) for parts in cases for part in parts}
        if len(made) == len(cases) == 1 and whole == sum(cases.values()):
            return next(iter(made.values()))
        shape = hull((self._added([made[part].shape for part in parts]) for parts in cases), whole)
        self.work.spend(len(cases) * shape.values * linear_steps(shape.bits))
        return Forecast(shape, lambda: _mixed(cases, made, whole))

    def _parts(self, blocks: Sequence[Sequence[int]], counts: Counts) -> list[_Part]:
        """Cut the ranks that are kept into those of each block."""
        first, last = ranks(sum(counts), self.keeps)
        parts = []
        for block, kinds in enumerate(blocks):
            here = tuple(counts[kind] for kind in kinds)
            dice = sum(here)
            if max(first, 0) < min(last, dice):
                parts.append(_Part(block, here, max(first, 0), min(last, dice)))
            first, last = first - dice, last - dice
        return parts

    def _forecast(self, kinds: Sequence[int], part: _Part) -> Forecast:
        dice = [Kind(n, self.dice[k]) for n, k in zip(part.counts, kinds, strict=True) if n]
        if self.worth is None and len(dice) == 1:
            return _ranked(dice[0], part, self.work)
        values = {value for kind in dice for value in kind.die.weights}
        worth = {value: self._worth_of(value) for value in values}
        self.work.spend(mixed_steps(dice, part.first, part.last, worth))
        shape = _valued(dice, part.last - part.first, worth)
        return Forecast(shape, lambda: mixed(dice, part.first, part.last, worth, PREPAID))

    def _worth_of(self, value: int) -> Distribution:
        return self.worth[value] if self.worth else Distribution.certain(value)

    def _added(self, shapes: Sequence[Shape]) -> Shape:
        """The shape of the sum of all parts."""
        total = Shape(0, 0, 1, 1, 1)
        for shape in shapes:
            self.work.spend(added_steps(total, shape))
            total = total.plus(shape)
        return total


def _blocks(dice: Sequence[Distribution]) -> list[list[int]]:
    """Put kinds together whose faces overlap, highest first; without those that no face has."""
    blocks: list[list[int]] = []
    lowest = 0
    there = [kind for kind, die in enumerate(dice) if die.weights]
    for kind in sorted(there, key=lambda kind: -max(dice[kind].weights)):
        faces = dice[kind].weights
        if blocks and max(faces) > lowest:
            blocks[-1].append(kind)
            lowest = min(lowest, *faces)
        else:
            blocks.append([kind])
            lowest = min(faces)
    return blocks


def _ranked(kind: Kind, part: _Part, work: Work) -> Forecast:
    shape = Shape.of(kind.die.weights)
    kept = shape.times(part.last - part.first)
    work.spend(ranked_steps(kind.count, shape, part.first, part.last))
    return Forecast(
        kept._replace(bits=kind.die.whole.bit_length() * kind.count),
        lambda: ranked(kind.count, kind.die, part.first, part.last, PREPAID),
    )


def _valued(dice: Sequence[Kind], kept: int, worth: Worth) -> Shape:
    worths = [value for die in worth.values() for value in die.weights]
    bits = sum(kind.count * kind.die.whole.bit_length() for kind in dice)
    bits += kept * next(iter(worth.values())).whole.bit_length()
    one = Shape(min(worths), max(worths), 1, max(worths) - min(worths) + 1, 1)
    return one.times(kept)._replace(bits=bits)


def _mixed(
    cases: Mapping[_Parts, int], forecasts: Mapping[_Part, Forecast], whole: int
) -> Distribution:
    made = {part: forecast.run() for part, forecast in forecasts.items()}
    sums = [(weight, _sum([made[part] for part in parts])) for parts, weight in cases.items()]
    return Distribution.mixture(sums, whole)


def _sum(parts: Sequence[Distribution]) -> Distribution:
    return reduce(lambda a, b: a.plus(b, PREPAID), parts, Distribution.certain(0))
