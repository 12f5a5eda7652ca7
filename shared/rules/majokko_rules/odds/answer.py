"""What odds say of a question: how likely each total is, each level, and success."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from majokko_rules.errors import BudgetExceeded
from majokko_rules.odds.distribution import Distribution

EXACT_DIGITS = 3_000_000
"""Digits that all fractions of one answer may have together."""

_LONGEST = 2_000
"""Digits of the whole; those of a variance may be twice as many, and Python writes 4,300."""

_DIGITS_PER_BIT = Fraction(30103, 100_000)


@dataclass(frozen=True, slots=True)
class Odds:
    """Everything there is to say about a question before it is rolled.

    `distribution` is over the result's total (of a pool: its successes). `success` is None when
    nothing has to be reached; `levels` maps every level the outcome may have (contests:
    `winner_0`, `winner_1`, `tie`) to its probability. `succeeding` is the part of `distribution`
    in which the roll succeeds, where that can be said: charts colour it.
    """

    distribution: Distribution
    success: Fraction | None = None
    levels: Mapping[str, Fraction] = field(default_factory=dict)
    succeeding: Distribution | None = None

    @classmethod
    def judged(
        cls,
        distribution: Distribution,
        succeeds: Callable[[int], bool],
        levels: Mapping[str, Fraction] | None = None,
        *,
        tail_succeeds: bool = False,
    ) -> "Odds":
        """Odds of a roll whose total alone decides whether it succeeds.

        `tail_succeeds` says on which side the values that were not followed are: of a pool that
        has to reach a number they are all high enough.

        >>> Odds.judged(Distribution.die(6), lambda total: total >= 5).success
        Fraction(1, 3)
        """
        weights = {v: w for v, w in distribution.weights.items() if succeeds(v)}
        part = Distribution(weights, distribution.whole)
        success = 1 - part.tail
        if tail_succeeds:
            success += distribution.tail
        return cls(distribution, success, levels or {}, part)

    def check_exact(self) -> None:
        """Refuse to have all fractions written out where they would fill a book."""
        whole = int(self.distribution.whole.bit_length() * _DIGITS_PER_BIT)
        if whole > _LONGEST or 2 * whole * len(self.distribution.weights) > EXACT_DIGITS:
            raise BudgetExceeded("odds_too_heavy", limit=EXACT_DIGITS)

    @property
    def mean(self) -> Fraction:
        return self.distribution.mean

    @property
    def variance(self) -> Fraction:
        return self.distribution.variance
