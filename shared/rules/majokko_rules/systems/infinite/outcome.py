"""What a check of Infinite means."""

from dataclasses import dataclass
from typing import ClassVar

from majokko_rules.results import Outcome

Rounds = tuple[tuple[int, ...], ...]
"""Faces in the order thrown: the pool, what it threw again, what that threw again …"""


@dataclass(frozen=True, slots=True, kw_only=True)
class InfiniteSide:
    """One pool on the table: `natural` successes of the dice, `successes` after the bonus."""

    natural: int
    successes: int
    chance_die: bool
    dramatic_failure: bool
    rounds: Rounds


@dataclass(frozen=True, slots=True, kw_only=True)
class InfiniteOutcome(Outcome):
    """Successes of a pool, or the result of natural dice; members of other kinds are
    null, false or empty.

    A contest keeps its pools in `sides`; `winner` is a place in it, null when a tie is nobody's,
    and `margin` is attacker − defender. `left` is what a save lets through. `rerolls` counts those
    that were used. `fumble` is a dramatic failure, in a contest the attacker's.
    """

    system: ClassVar[str] = "infinite"

    natural: int | None = None
    successes: int | None = None
    chance_die: bool = False
    dramatic_failure: bool = False
    margin: int | None = None
    rounds: Rounds = ()
    rerolls: int = 0
    left: int | None = None
    sides: tuple[InfiniteSide, ...] = ()
    winner: int | None = None
    face: int | None = None
    result: int | None = None
