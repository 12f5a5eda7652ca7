"""Closed forms for many equal dice: sums, kept dice, dice worth points, success pools.

Each asks its `Work` for the steps it is about to make, and is refused when they are too many.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import isqrt, log

from majokko_rules.convolution import Shape
from majokko_rules.dice.ranking import ranked
from majokko_rules.distribution import TAIL, Distribution, Moments, Work
from majokko_rules.errors import BudgetExceeded
from majokko_rules.polynomial import linear_steps, product_steps


def total(count: int, sides: int, work: Work | None = None) -> Distribution:
    """The sum of `count` dice of `sides` faces.

    >>> total(2, 6).probability(7)
    Fraction(1, 6)
    """
    (work or Work()).spend(total_steps(count, sides))
    half = _half_of_total(count, sides)
    mirrored = half[: (count * (sides - 1) + 1) // 2]
    return Distribution.of_list(half + mirrored[::-1], sides**count, low=count)


def total_steps(count: int, sides: int) -> int:
    """The cost of `total`."""
    return (count * (sides - 1) + 1) * linear_steps(4 * count * sides.bit_length())


def _half_of_total(count: int, sides: int) -> list[int]:
    """Ways to roll the lower half of the sums, the middle included.

    With P = 1 + x + … + x^(s−1) = (1 − xˢ)/(1 − x), Q = Pⁿ solves (1 − x)(1 − xˢ)·Q′ =
    n·(1 − s·x^(s−1) + (s − 1)·xˢ)·Q; comparing coefficients gives each from three earlier ones.
    """
    ways = [1]
    for k in range(1, count * (sides - 1) // 2 + 1):
        sum_ = (count + k - 1) * ways[k - 1]
        if k >= sides:
            sum_ += (k - sides - count * sides) * ways[k - sides]
        if k > sides:
            sum_ += (count * (sides - 1) - k + sides + 1) * ways[k - sides - 1]
        ways.append(sum_ // k)
    return ways


def points(count: int, ways: Mapping[int, int], work: Work | None = None) -> Distribution:
    """The sum of `count` equal dice, each worth a value in `ways` many of its faces.

    >>> points(12, {0: 6, 1: 3, 2: 1}).mean
    Fraction(6, 1)
    """
    return Distribution(ways, sum(ways.values())).times(count, work)


def kept(
    count: int,
    sides: int | tuple[int, ...],
    keep: int,
    *,
    highest: bool,
    work: Work | None = None,
) -> Distribution:
    """The sum of the `keep` highest, or lowest, of `count` dice; `sides` may be their faces.

    >>> kept(4, 6, 3, highest=True).probability(18)
    Fraction(7, 432)
    """
    keep = min(keep, count)
    first = 0 if highest else count - keep
    die = Distribution.die(sides) if isinstance(sides, int) else Distribution.of_faces(sides)
    return ranked(count, die, first, first + keep, work)


def successes(
    count: int, again: int = 10, line: int = 8, sides: int = 10, work: Work | None = None
) -> Distribution:
    """Successes of `count` dice: faces from `line` up, thrown again from `again` up (0: never).

    Followed until the rest is below `TAIL`; mean and variance are those of the whole.

    >>> odds = successes(20, again=9)
    >>> odds.mean, odds.variance, odds.probability(0) == Fraction(7, 10) ** 20
    (Fraction(15, 2), Fraction(135, 16), True)
    """
    (work or Work()).spend(successes_steps(count, again, line, sides))
    return _Faces.of(again, line, sides).pool(count)


def successes_steps(count: int, again: int, line: int, sides: int) -> int:
    """The cost of `successes`."""
    return _Faces.of(again, line, sides).steps(count)


def successes_shape(count: int, again: int, line: int, sides: int) -> Shape:
    """What `successes` may return, at the most."""
    faces = _Faces.of(again, line, sides)
    terms = faces.terms(count)
    return Shape(0, terms, 1, terms + 1, faces.bits(count))


@dataclass(frozen=True, slots=True)
class _Faces:
    """How many faces of one die do what.

    With z marking a success, one die and all its extra dice are G = (miss + hit·z) /
    (end − both·z): a die that is thrown again starts the same story afresh.
    """

    miss: int
    hit: int
    """Succeeds, and is not thrown again."""

    both: int
    """Succeeds, and is thrown again."""

    end: int
    """All faces but those that only throw again."""

    @classmethod
    def of(cls, again: int, line: int, sides: int) -> "_Faces":
        if again == 1 or sides < 1:
            raise BudgetExceeded("never_ends")
        again_from, line = min(again or sides + 1, sides + 1), min(max(line, 1), sides + 1)
        both = sides + 1 - max(again_from, line)
        hit, only_again = max(again_from - line, 0), max(line - again_from, 0)
        return cls(min(again_from, line) - 1, hit, both, sides - only_again)

    def pool(self, count: int) -> Distribution:
        """Successes of `count` dice: the coefficients of G^count."""
        if not self.miss:
            rest = _Faces(self.hit, 0, self.both, self.end).pool(count)
            return rest + Distribution.certain(count)
        ways = self._ways(count)
        last, scale = len(ways) - 1, 1
        for k in range(last, -1, -1):
            ways[k] *= scale
            scale *= self.end
        whole = self.end ** (count + last)
        return Distribution.of_list(ways, whole, moments=self._moments(count))

    def _ways(self, count: int) -> list[int]:
        """The coefficients of z⁰, z¹ … over end^count, end^(count+1) …

        (miss + hit·z)(end − both·z)·F′ = count·(hit·end + both·miss)·F gives each from the two
        before it.
        """
        miss, both_hit = self.miss, self.both * self.hit * self.end
        plus = self.hit * self.end + self.both * miss
        minus = self.hit * self.end - self.both * miss
        before, now, whole = 0, miss**count, self.end**count
        ways, left, k = [now], whole - now, 0
        while left * TAIL.denominator >= whole if self.both else k < count:
            k += 1
            grown = (count * plus - minus * (k - 1)) * now + both_hit * (k - 2) * before
            before, now = now, grown // (miss * k)
            ways.append(now)
            left, whole = left * self.end - now, whole * self.end
        return ways

    def _moments(self, count: int) -> Moments:
        hits = Fraction(self.hit, self.miss + self.hit)
        extra = Fraction(self.both, self.end - self.both)
        mean = count * (hits + extra)
        return Moments(mean, mean - count * (hits**2 - extra**2))

    def steps(self, count: int) -> int:
        bits = self.bits(count)
        return self.terms(count) * (8 * linear_steps(bits) + product_steps(bits // 2, bits // 2))

    def bits(self, count: int) -> int:
        return self.end.bit_length() * (count + self.terms(count))

    def terms(self, count: int) -> int:
        """Nine standard deviations, and then as far as the slow geometric end needs."""
        if not self.both:
            return count
        mean, variance = self._moments(count)
        slow = int(log(TAIL) / log(self.both / self.end))
        return int(mean) + 9 * isqrt(int(variance) + 1) + slow
