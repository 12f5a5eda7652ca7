"""Exact probabilities: whole-number weights over a common denominator, never sampled."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from types import MappingProxyType

from majokko_rules.errors import BudgetExceeded

TAIL = Fraction(1, 10**15)
"""Unbounded dice are followed until what is left is less likely than this."""

WORK_LIMIT = 3_000_000
"""Elementary steps that one question may cost, about half a second of one core."""

_NOTHING: Mapping[str, Fraction] = MappingProxyType({})


class Work:
    """Counts steps before they are done, so that a heavy question is refused at once."""

    __slots__ = ("left", "limit")

    def __init__(self, limit: int = WORK_LIMIT) -> None:
        self.limit = self.left = limit

    def spend(self, steps: int) -> None:
        """Reserve `steps`, or refuse with `budget_exceeded.odds_too_heavy`."""
        self.left -= steps
        if self.left < 0:
            raise BudgetExceeded("odds_too_heavy", limit=self.limit)


class Distribution:
    """What a whole number may turn out to be, and how likely.

    `weights` maps value → weight > 0; probabilities are weight / `whole`. Weights may sum to less
    than `whole`: the missing part is the tail that was not followed.

    >>> two = Distribution.die(6) + Distribution.die(6)
    >>> two.probability(7), two.mean
    (Fraction(1, 6), Fraction(7, 1))
    """

    __slots__ = ("weights", "whole")

    def __init__(self, weights: Mapping[int, int], whole: int) -> None:
        self.weights = weights
        self.whole = whole

    @classmethod
    def certain(cls, value: int) -> "Distribution":
        return cls({value: 1}, 1)

    @classmethod
    def die(cls, sides: int) -> "Distribution":
        return cls(dict.fromkeys(range(1, sides + 1), 1), sides)

    @classmethod
    def of_faces(cls, faces: Iterable[int]) -> "Distribution":
        """A die with its own faces, each equally likely, repeats allowed."""
        weights: dict[int, int] = {}
        for face in faces:
            weights[face] = weights.get(face, 0) + 1
        return cls(weights, sum(weights.values()))

    @classmethod
    def of_list(cls, weights: Iterable[int], whole: int, *, low: int = 0) -> "Distribution":
        """Weights of `low`, `low` + 1, …; zeros are left out."""
        return cls({value: w for value, w in enumerate(weights, low) if w}, whole)

    def __add__(self, other: "Distribution") -> "Distribution":
        """The sum of two independent numbers."""
        return self.combine(other, lambda a, b: a + b)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Distribution) and dict(self.items()) == dict(other.items())

    def __hash__(self) -> int:
        return hash(frozenset(self.items()))

    def __repr__(self) -> str:
        return f"Distribution({dict(self.weights)}, {self.whole})"

    def combine(
        self, other: "Distribution", operation: Callable[[int, int], int], work: Work | None = None
    ) -> "Distribution":
        """Apply `operation` to two independent numbers."""
        if work:
            work.spend(len(self.weights) * len(other.weights))
        weights: dict[int, int] = {}
        for a, wa in self.weights.items():
            for b, wb in other.weights.items():
                value = operation(a, b)
                weights[value] = weights.get(value, 0) + wa * wb
        return Distribution(weights, self.whole * other.whole)

    def map(self, change: Callable[[int], int]) -> "Distribution":
        weights: dict[int, int] = {}
        for value, weight in self.weights.items():
            new = change(value)
            weights[new] = weights.get(new, 0) + weight
        return Distribution(weights, self.whole)

    def items(self) -> Iterator[tuple[int, Fraction]]:
        """Values in ascending order with their exact probabilities."""
        return ((v, Fraction(self.weights[v], self.whole)) for v in sorted(self.weights))

    def probability(self, of: int | Callable[[int], bool]) -> Fraction:
        """How likely one value is, or all values for which `of` is true."""
        if isinstance(of, int):
            return Fraction(self.weights.get(of, 0), self.whole)
        return Fraction(sum(w for v, w in self.weights.items() if of(v)), self.whole)

    @property
    def tail(self) -> Fraction:
        """How likely a value beyond the followed ones is; 0 for everything bounded."""
        return 1 - Fraction(sum(self.weights.values()), self.whole)

    @property
    def mean(self) -> Fraction:
        """Mean of the followed values (exact for everything bounded)."""
        total = sum(self.weights.values())
        return Fraction(sum(v * w for v, w in self.weights.items()), total)

    @property
    def variance(self) -> Fraction:
        total = sum(self.weights.values())
        squares = Fraction(sum(v * v * w for v, w in self.weights.items()), total)
        return squares - self.mean**2


@dataclass(frozen=True, slots=True)
class Odds:
    """Everything there is to say about a question before it is rolled.

    `distribution` is over the result's total (of a pool: its successes). `success` is None when
    nothing has to be reached; `levels` maps every level the outcome may have (contests:
    `winner_0`, `winner_1`, `tie`) to its probability. `mean` and `variance` replace the
    distribution's own where a closed form knows them without the cut-off tail.
    """

    distribution: Distribution
    success: Fraction | None = None
    levels: Mapping[str, Fraction] = field(default=_NOTHING)
    mean: Fraction | None = None
    variance: Fraction | None = None
