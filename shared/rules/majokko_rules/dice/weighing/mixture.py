"""The sum at given ranks of dice that are not all alike, or that are worth more than they show.

Explosions leave two kinds of dice on the table, those that exploded and those that ended it; a
group lays the totals of its members side by side. Dice of one kind are exchangeable, so that only
their number matters.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import comb, gcd, prod
from typing import NamedTuple

from majokko_rules.odds import Distribution, Work, polynomial
from majokko_rules.odds.convolution import Shape, Weights
from majokko_rules.odds.polynomial import linear_steps, packed, product_steps, unpacked

Placed = tuple[int, ...]
"""How many dice of each kind lie at the ranks above."""


@dataclass(frozen=True, slots=True)
class Kind:
    """`count` equal dice."""

    count: int
    die: Distribution


Worth = Mapping[int, Distribution]
"""What a kept die is worth when it shows a face; all of them over the same whole."""


def mixed(
    kinds: Sequence[Kind], first: int, last: int, worth: Worth, work: Work | None = None
) -> Distribution:
    """Sum what the ranks from `first` up to but not including `last` are worth, 0 the highest.

    Ranks at which no die lies are worth nothing.

    >>> d4, d6 = Distribution.die(4), Distribution.die(6)
    >>> worth = {face: Distribution.certain(face) for face in range(1, 7)}
    >>> mixed([Kind(1, d4), Kind(1, d6)], 0, 1, worth).probability(1)
    Fraction(1, 24)
    """
    mixture = _facing_up(kinds, first, last, worth)
    (work or Work()).spend(mixture.steps())
    return mixture.solve()


def mixed_steps(kinds: Sequence[Kind], first: int, last: int, worth: Worth) -> int:
    """The cost of `mixed`."""
    return _facing_up(kinds, first, last, worth).steps()


_COMB = 20
"""Dice that make a number of combinations dearer by a step."""


def mixing_steps(
    dice: Sequence[tuple[int, Shape]],
    kept: tuple[int, int],
    worth: Shape,
    bits: int,
    *,
    disjoint: bool = False,
) -> int:
    """The cost of a mixture of so many dice of these shapes, facing up; `worth` is of one die.

    For every face, dice are put to those placed before: of one kind where the kinds share no face,
    otherwise of all at once.
    """
    first, last = kept
    if first == last:
        return 0
    faces = sum(shape.values for _, shape in dice)
    states = min(comb(last + len(dice) - 1, len(dice)), prod(1 + count for count, _ in dice))
    if disjoint:
        moves = sum(shape.values * states * (min(count, last) + 2) // 2 for count, shape in dice)
    else:
        moves = faces * states * min(states, last ** len(dice))
    wide = bits * worth.size * max(1, last - first)
    lift = linear_steps(wide) if worth.bits == 1 else product_steps(wide, bits * worth.size)
    each = linear_steps(bits)
    counting = states * sum((4 + count) * (each + count // _COMB) for count, _ in dice)
    return moves * (8 + lift) + faces * counting


def _facing_up(kinds: Sequence[Kind], first: int, last: int, worth: Worth) -> "_Mixture":
    """Turn the question over if the ranks are nearer to the lowest: fewer dice lie above them."""
    count = sum(kind.count for kind in kinds)
    last = min(last, count)
    if first <= count - last:
        return _Mixture(kinds, first, last, worth, 1)
    kinds = [Kind(kind.count, -kind.die) for kind in kinds]
    worth = {-face: -die for face, die in worth.items()}
    return _Mixture(kinds, count - last, count - first, worth, -1)


class _Grid(NamedTuple):
    """Where worths lie, and how many bits one coefficient takes."""

    low: int
    step: int
    size: int
    bits: int

    def packed(self, worth: Weights) -> int:
        """A single value needs no look at all the others."""
        if len(worth) == 1:
            ((value, weight),) = worth.items()
            return weight << (value - self.low) // self.step * self.bits
        values = range(self.low, self.low + self.step * self.size, self.step)
        return packed((worth.get(value, 0) for value in values), self.bits // 8)


class _Face(NamedTuple):
    """One face while it is taken: its weight and the weight of all lower faces, of each kind."""

    weights: Placed
    below: Placed
    powers: Sequence[int]
    """What 0, 1, 2 … kept dice with this face are worth, as packed polynomials."""


class _Mixture:
    """The method of `ranking`, with a number of dice placed for each kind."""

    def __init__(
        self, kinds: Sequence[Kind], first: int, last: int, worth: Worth, sign: int
    ) -> None:
        self._kinds = [kind for kind in kinds if kind.count]
        self._counts = tuple(kind.count for kind in self._kinds)
        self._first, self._last = first, max(first, last)
        self._worth, self._sign = worth, sign
        faces = {face for kind in self._kinds for face in kind.die.weights}
        self._faces = sorted(faces, reverse=True)
        self._share = next(iter(worth.values())).whole
        self._whole = prod(kind.die.whole**kind.count for kind in self._kinds)
        self._whole *= self._share ** (self._last - first)
        self._grid = self._find_grid()

    def _find_grid(self) -> _Grid:
        values = {value for worth in self._worth.values() for value in worth.weights}
        low, high = min(values), max(values)
        step = gcd(*(value - low for value in values)) or 1
        bits = 8 * polynomial.width_of(self._whole)
        return _Grid(low, step, (high - low) // step + 1, bits)

    def steps(self) -> int:
        dice = [(kind.count, Shape.of(kind.die.weights)) for kind in self._kinds]
        disjoint = len(self._faces) == sum(shape.values for _, shape in dice)
        size, bits = self._grid.size, self._whole.bit_length()
        worth = Shape(0, size - 1, 1, size, 1 if self._share == 1 else 2)
        return mixing_steps(dice, (self._first, self._last), worth, bits, disjoint=disjoint)

    def solve(self) -> Distribution:
        if self._last == self._first:
            total = prod(kind.die.total**kind.count for kind in self._kinds)
            return Distribution({0: total}, self._whole)
        above: dict[Placed, int] = {tuple(0 for _ in self._kinds): 1}
        ways, below = 0, [kind.die.total for kind in self._kinds]
        for value in self._faces:
            weights = tuple(kind.die.weights.get(value, 0) for kind in self._kinds)
            below = [left - weight for left, weight in zip(below, weights, strict=True)]
            face = _Face(weights, tuple(below), self._powers(value))
            ways += self._reaching_last(above, face)
            above = self._taken(above, face)
        return self._read(ways)

    def _powers(self, face: int) -> list[int]:
        """Packed polynomials of what several dice with this face are worth."""
        one, powers = self._grid.packed(self._worth[face].weights), [1]
        for _ in range(self._last - self._first):
            powers.append(powers[-1] * one)
        return powers

    def _read(self, ways: int) -> Distribution:
        base = self._grid.low * (self._last - self._first)
        coefficients = unpacked(ways, self._grid.bits // 8)
        step, sign = self._grid.step, self._sign
        weights = {sign * (base + step * i): w for i, w in enumerate(coefficients) if w}
        return Distribution(weights, self._whole)

    def _reaching_last(self, above: Mapping[Placed, int], face: _Face) -> int:
        """Ways in which this face fills the ranks up to `last`."""
        ways = 0
        for placed, poly in above.items():
            chosen = prod(map(comb, self._counts, placed))
            shown = self._last - max(sum(placed), self._first)
            ways += _times(chosen * self._at_least(placed, face) * poly, face.powers[shown])
        return ways

    def _at_least(self, placed: Placed, face: _Face) -> int:
        """Ways in which enough of the other dice show the face, and the rest lower ones."""
        ways = [1]
        for count, done, weight, below in zip(self._counts, placed, *face[:2], strict=True):
            left = count - done
            shows = [comb(left, b) * weight**b * below ** (left - b) for b in range(left + 1)]
            if not any(shows):
                return 0
            ways = polynomial.product(ways, shows)
        return sum(ways[self._last - sum(placed) :])

    def _taken(self, above: Mapping[Placed, int], face: _Face) -> dict[Placed, int]:
        """Let each of the dice placed also show this face."""
        after: dict[Placed, int] = {}
        for placed, poly in above.items():
            ranked = max(0, sum(placed) - self._first)
            for more in self._more(placed, face):
                now = tuple(map(sum, zip(placed, more, strict=True)))
                shown = max(0, sum(now) - self._first) - ranked
                chosen = prod(map(comb, now, more)) * prod(map(pow, face.weights, more))
                after[now] = after.get(now, 0) + _times(chosen * poly, face.powers[shown])
        return after

    def _more(self, placed: Placed, face: _Face) -> Iterator[Placed]:
        """How many more dice of each kind may show this face without reaching `last`."""
        room = self._last - 1 - sum(placed)
        most = [
            min(count - done, room) if weight else 0
            for count, done, weight in zip(self._counts, placed, face.weights, strict=True)
        ]
        for more in product(*(range(n + 1) for n in most)):
            if sum(more) <= room:
                yield more


def _times(poly: int, power: int) -> int:
    """Multiply; what is worth a single number only moves a polynomial, which Python does not see.

    >>> _times(6, 4), _times(6, 5), _times(6, 1)
    (24, 30, 6)
    """
    return poly * power if power & (power - 1) else poly << (power.bit_length() - 1)
