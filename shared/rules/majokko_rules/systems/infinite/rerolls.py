"""Throwing a whole check again while it fails."""

from collections.abc import Iterator
from dataclasses import dataclass

from majokko_rules.chance import Chance
from majokko_rules.results import Die
from majokko_rules.systems.infinite.pool import Pool, Thrown


@dataclass(frozen=True, slots=True)
class Settled:
    """The throw that stands, every die of all throws, and how many rerolls were used."""

    stands: Thrown
    dice: tuple[Die, ...]
    used: int


@dataclass(frozen=True, slots=True)
class Rerolls:
    """At most `most` rerolls; the last throw stands, or the `better` one."""

    most: int = 0
    better: bool = False

    def settle(self, pool: Pool, needed: int, chance: Chance) -> Settled:
        """Throw until `needed` successes are reached or no reroll is left."""
        throws = [pool.throw(chance)]
        while len(throws) <= self.most and _fails(throws[-1], needed):
            throws.append(pool.throw(chance))
        if len(throws) == 1:
            return Settled(throws[0], throws[0].dice, 0)
        failed_all = _fails(throws[-1], needed)
        stands = max(throws, key=_rank) if self.better and failed_all else throws[-1]
        return Settled(stands, tuple(_told(throws, stands)), len(throws) - 1)


def least_needed(dc: int | None) -> int:
    """Return what a check has to reach; without a DC it fails when it has no success at all."""
    return 1 if dc is None else dc


def _fails(thrown: Thrown, needed: int) -> bool:
    return thrown.side.dramatic_failure or thrown.side.successes < needed


def _rank(thrown: Thrown) -> tuple[bool, int]:
    return not thrown.side.dramatic_failure, thrown.side.successes


def _told(throws: list[Thrown], stands: Thrown) -> Iterator[Die]:
    """Say of each die whether its throw stands; dice of later throws are rerolls."""
    for thrown in throws:
        for die in thrown.dice:
            kept = die.kept and thrown is stands
            base = die.cause == "base" and thrown is not throws[0]
            yield die._replace(kept=kept, cause="reroll" if base else die.cause)
