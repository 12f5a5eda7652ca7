"""How much exact odds may cost, counted before anything is worked out."""

from fractions import Fraction

from majokko_rules.errors import BudgetExceeded

TAIL = Fraction(1, 10**15)
"""Unbounded dice are followed until what is left is less likely than this."""

WORK_LIMIT = 3_000_000
"""Elementary steps that one question may cost, about half a second of one core."""


class Work:
    """Counts steps before they are done, so that a heavy question is refused at once.

    A step is what one turn of a loop over small integers costs, 0.1 to 0.2 µs. `tail` is how much
    each endless part of the question may leave out.
    """

    __slots__ = ("left", "limit", "tail")

    def __init__(self, limit: int = WORK_LIMIT, tail: Fraction = TAIL) -> None:
        self.limit = self.left = limit
        self.tail = tail

    def share_tail(self, parts: int) -> None:
        """Let so many endless parts leave out no more than one would."""
        self.tail /= max(1, parts)

    def prepaid(self) -> "Prepaid":
        """Let pass what has been reserved before."""
        return Prepaid(self.limit, self.tail)

    def spend(self, steps: int) -> None:
        """Reserve `steps`, or refuse with `budget_exceeded.odds_too_heavy`."""
        self.left -= steps
        if self.left < 0:
            raise BudgetExceeded("odds_too_heavy", limit=self.limit)


class Prepaid(Work):
    """Lets everything pass: it has been reserved as a whole before."""

    __slots__ = ()

    def spend(self, steps: int) -> None:
        """Do nothing: somebody else has counted."""


PREPAID = Prepaid()
"""For what a forecast has asked its own `Work` for."""
