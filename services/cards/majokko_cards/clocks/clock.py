"""A clock for each seat, of which at most one runs. Instants and spans are milliseconds.

It is a value: whoever moves, pauses or resumes gets another. It knows no time but what it is told.

>>> clock = Clock(banks=(60_000, 60_000), turn=0, increment=2_000).going(at=1_000)
>>> clock.deadline
61000
>>> clock.moved(at=11_000, turn=1).banks
(52000, 60000)
"""

from dataclasses import dataclass, replace
from typing import Self

from majokko_kit.clock import SECOND

GRACE = 20 * SECOND
"""What whoever is awaited has back when we were away, besides the time that we were."""


@dataclass(frozen=True, slots=True)
class Clock:
    """`banks` is what each seat had left at `since`, from when on `turn` has used her time; while
    nobody's time runs, `since` is None.

    Time that somebody took beyond her bank, because nobody noticed at once, is charged to nobody.
    """

    banks: tuple[int, ...]
    turn: int
    increment: int
    since: int | None = None

    @property
    def deadline(self) -> int | None:
        """When the time of `turn` ends; None while it does not run."""
        return None if self.since is None else self.since + self.banks[self.turn]

    def is_due(self, at: int) -> bool:
        """Whether the time of `turn` has ended."""
        return self.deadline is not None and self.deadline <= at

    def going(self, at: int) -> Self:
        """Let the time of `turn` run from now on; if it does already, it goes on."""
        return self if self.since is not None else replace(self, since=at)

    def stopped(self, at: int) -> Self:
        """Charge what was used, and let nobody's time run."""
        if self.since is None:
            return self
        used = min(max(at - self.since, 0), self.banks[self.turn])
        return replace(self.given(-used), since=None)

    def moved(self, at: int, turn: int) -> Self:
        """Charge what was used, and go on with `turn`.

        Whoever has ended her turn is given the increment; not so for half a turn (a card was
        revealed, a choice follows).
        """
        if self.since is None:
            return replace(self, turn=turn)
        stopped = self.stopped(at)
        if turn != self.turn:
            stopped = stopped.given(self.increment)
        return replace(stopped, turn=turn, since=at)

    def given(self, span: int) -> Self:
        """Give some time to whoever is awaited, or take some."""
        banks = list(self.banks)
        banks[self.turn] += span
        return replace(self, banks=tuple(banks))

    def extended(self, at: int, span: int) -> Self:
        """Give some time from now on to whoever is awaited, whose clock goes on as it did."""
        more = self.stopped(at).given(span)
        return more if self.since is None else more.going(at)

    def away(self, since: int, until: int) -> Self:
        """Take no account of the time in which we were away, and give `GRACE` besides.

        Nothing changes for a turn that began later, or while the clock stands.
        """
        if self.since is None or max(since, self.since) >= until:
            return self
        return self.stopped(max(since, self.since)).given(GRACE).going(until)
