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

from majokko_rules import polynomial
from majokko_rules.distribution import Distribution, Work
from majokko_rules.polynomial import linear_steps, packed, product_steps, unpacked

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
    kinds = [kind for kind in kinds if kind.count]
    count = sum(kind.count for kind in kinds)
    last = min(last, count)
    if first >= last:
        return _nothing(kinds)
    if first > count - last:
        kinds = [Kind(kind.count, -kind.die) for kind in kinds]
        worth = {-face: -die for face, die in worth.items()}
        return -mixed(kinds, count - last, count - first, worth, work)
    mixture = _Mixture(kinds, first, last, worth)
    (work or Work()).spend(mixture.steps())
    return mixture.solve()


def _nothing(kinds: Sequence[Kind]) -> Distribution:
    total = prod(kind.die.total**kind.count for kind in kinds)
    return Distribution({0: total}, _whole(kinds))


def _whole(kinds: Sequence[Kind]) -> int:
    return prod(kind.die.whole**kind.count for kind in kinds)


class _Grid(NamedTuple):
    """Where worths lie, and how many bits one coefficient takes."""

    low: int
    step: int
    size: int
    bits: int


class _Face(NamedTuple):
    """One face while it is taken: its weight and the weight of all lower faces, of each kind."""

    weights: Placed
    below: Placed
    powers: Sequence[int]
    """What 0, 1, 2 … kept dice with this face are worth, as packed polynomials."""


class _Mixture:
    """The method of `ranking`, with a number of dice placed for each kind."""

    def __init__(self, kinds: Sequence[Kind], first: int, last: int, worth: Worth) -> None:
        self._kinds = kinds
        self._counts = tuple(kind.count for kind in kinds)
        self._first, self._last = first, last
        self._worth = worth
        self._faces = sorted({face for kind in kinds for face in kind.die.weights}, reverse=True)
        self._whole = _whole(kinds) * self._share ** (last - first)
        self._grid = self._find_grid()

    @property
    def _share(self) -> int:
        return self._worth[self._faces[0]].whole

    def _find_grid(self) -> _Grid:
        values = {value for face in self._faces for value in self._worth[face].weights}
        low, high = min(values), max(values)
        step = gcd(*(value - low for value in values)) or 1
        bits = 8 * polynomial.width_of(self._whole)
        return _Grid(low, step, (high - low) // step + 1, bits)

    def steps(self) -> int:
        """Every state is reached from every smaller one, at the worst, for every face."""
        kinds, kept = len(self._kinds), self._last - self._first
        states = comb(self._last + kinds - 1, kinds)
        shared = len(self._faces) < sum(len(kind.die.weights) for kind in self._kinds)
        moves = states * (min(states, 2**kinds * self._last) if shared else self._last)
        bits = self._grid.bits * self._grid.size * kept
        wide = product_steps(bits, bits // kept) if self._share > 1 else linear_steps(bits)
        counting = states * max(self._counts) * linear_steps(self._grid.bits)
        return len(self._faces) * (moves * (4 + wide) + counting)

    def solve(self) -> Distribution:
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
        grid = self._grid
        worth = self._worth[face].weights
        values = range(grid.low, grid.low + grid.step * grid.size, grid.step)
        one = packed((worth.get(value, 0) for value in values), grid.bits // 8)
        powers = [1]
        for _ in range(self._last - self._first):
            powers.append(powers[-1] * one)
        return powers

    def _read(self, ways: int) -> Distribution:
        base = self._grid.low * (self._last - self._first)
        coefficients = unpacked(ways, self._grid.bits // 8)
        weights = {base + self._grid.step * i: w for i, w in enumerate(coefficients) if w}
        return Distribution(weights, self._whole)

    def _reaching_last(self, above: Mapping[Placed, int], face: _Face) -> int:
        """Ways in which this face fills the ranks up to `last`."""
        ways = 0
        for placed, poly in above.items():
            chosen = prod(map(comb, self._counts, placed))
            shown = self._last - max(sum(placed), self._first)
            ways += chosen * self._at_least(placed, face) * poly * face.powers[shown]
        return ways

    def _at_least(self, placed: Placed, face: _Face) -> int:
        """Ways in which enough of the other dice show the face, and the rest lower ones."""
        ways = [1]
        for count, done, weight, below in zip(self._counts, placed, *face[:2], strict=True):
            left = count - done
            shows = [comb(left, b) * weight**b * below ** (left - b) for b in range(left + 1)]
            ways = polynomial.product(ways, shows) if any(shows) else [0]
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
                after[now] = after.get(now, 0) + chosen * poly * face.powers[shown]
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
