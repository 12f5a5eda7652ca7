"""What a check of Accidental Magical Girl Core means."""

from dataclasses import dataclass
from typing import ClassVar

from majokko_rules.results import Outcome


@dataclass(frozen=True, slots=True, kw_only=True)
class AmgcSide:
    """One side of a contest: its dice, successes, and which dice FP made count as a 10."""

    pool: int
    successes: int
    fp: int = 0
    raised: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class AmgcOutcome(Outcome):
    """Successes, and by how many they beat the target.

    `raised` names the dice that FP made count as a 10, by their place in throw order. A contest
    counts the attacker's net successes (none on a miss), its `margin` is attack − defence, and
    `pool`, `fp` and `raised` are the attacker's; `winner` is the side's place in `sides`.
    """

    system: ClassVar[str] = "amgc"

    successes: int
    pool: int
    margin: int | None = None
    fp: int = 0
    raised: tuple[int, ...] = ()
    sides: tuple[AmgcSide, ...] = ()
    winner: int | None = None
