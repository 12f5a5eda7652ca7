"""Throwing a pool: rounds of explosions, the chance die, bonus successes."""

from collections.abc import Sequence
from dataclasses import dataclass

from majokko_rules import catalog
from majokko_rules.chance import Chance
from majokko_rules.dice.budget import MAX_DRAWS
from majokko_rules.errors import BudgetExceeded
from majokko_rules.results import Cause, Die
from majokko_rules.systems.infinite.outcome import InfiniteSide, Rounds

_CHECKS = catalog.table(__package__, "checks")
SIDES: int = _CHECKS["pool"]["sides"]
LINE: int = _CHECKS["pool"]["line"]
AGAIN: int = _CHECKS["pool"]["again"]
BOTCH: int = _CHECKS["chance_die"]["botch"]
FLOOR: int = _CHECKS["floor"]["total"]


@dataclass(frozen=True, slots=True)
class Thrown:
    """One pool on the table, and its dice in the order thrown."""

    side: InfiniteSide
    dice: tuple[Die, ...]


@dataclass(frozen=True, slots=True)
class Pool:
    """`dice` dice; none or fewer make it a chance die.

    `again` is the lowest face that is thrown again (0: none is), `line` the lowest that succeeds.
    `gate` lets bonus successes count only beside a natural one. A chance die takes nothing but
    `chance_bonus`, on its first die; its extra dice succeed from `chance_extra` up. `rote` throws
    the misses of the first throw once more.
    """

    dice: int
    again: int = AGAIN
    bonus: int = 0
    line: int = LINE
    sides: int = SIDES
    gate: bool = False
    chance_bonus: int = 0
    chance_extra: int = LINE
    rote: bool = False

    @property
    def is_chance_die(self) -> bool:
        return self.dice <= 0

    @property
    def draws(self) -> int:
        """Dice thrown on average, explosions included: a die that m of n faces throw again takes
        n / (n − m) of them.

        >>> Pool(20).draws, Pool(20, again=6).draws, Pool(20, again=0).draws
        (22, 40, 20)
        """
        exploding = max(0, self.sides + 1 - self.again) if self.again else 0
        return max(1, self.dice) * self.sides // (self.sides - exploding)

    @property
    def out_of_reach(self) -> bool:
        """Whether no die can ever succeed."""
        return not self.is_chance_die and self.line > self.sides

    def counted(self, natural: int) -> int:
        """Add the bonus to what the dice of a pool show, never below zero.

        >>> Pool(3, bonus=2).counted(0), Pool(3, bonus=2, gate=True).counted(0)
        (2, 0)
        """
        if self.gate and not natural:
            return FLOOR
        return max(FLOOR, natural + self.bonus)

    def chance_hits(self, face: int) -> bool:
        """Say whether the first chance die succeeds: a natural 1 never does.

        >>> Pool(0).chance_hits(9), Pool(0, chance_bonus=1).chance_hits(9)
        (False, True)
        """
        return face != BOTCH and face + self.chance_bonus >= self.sides

    def explodes(self, face: int) -> bool:
        return bool(self.again) and face >= self.again

    def throw(self, chance: Chance) -> Thrown:
        return self._throw_chance_die(chance) if self.is_chance_die else self._throw_dice(chance)

    def _throw_dice(self, chance: Chance) -> Thrown:
        first = tuple(chance.throw(self.dice, self.sides))
        missed = [face for face in first if face < self.line] if self.rote else ()
        second = tuple(chance.throw(len(missed), self.sides)) if missed else ()
        extra = self._explode((*first, *second), chance)
        rounds = (first, second, *extra) if second else (first, *extra)
        natural = _reaching(self.line, *rounds)
        stands = _dice(self.sides, "base", first)
        if second:
            stands = [die._replace(kept=die.face >= self.line) for die in stands]
        side = InfiniteSide(
            natural=natural,
            successes=self.counted(natural),
            chance_die=False,
            dramatic_failure=False,
            rounds=rounds,
        )
        later = _dice(self.sides, "reroll", second) + _dice(self.sides, "again", *extra)
        return Thrown(side, (*stands, *later))

    def _throw_chance_die(self, chance: Chance) -> Thrown:
        first = tuple(chance.throw(1, self.sides))
        botched = first[0] == BOTCH
        extra = () if botched else self._explode(first, chance)
        successes = self.chance_hits(first[0]) + _reaching(self.chance_extra, *extra)
        side = InfiniteSide(
            natural=successes,
            successes=successes,
            chance_die=True,
            dramatic_failure=botched,
            rounds=(first, *extra),
        )
        dice = _dice(self.sides, "base", first) + _dice(self.sides, "again", *extra)
        return Thrown(side, tuple(dice))

    def _explode(self, faces: Sequence[int], chance: Chance) -> Rounds:
        """Throw a die for each face from `again` up, and for those again, round by round."""
        rounds: list[tuple[int, ...]] = []
        draws = len(faces)
        while self.again and (more := _reaching(self.again, faces)):
            draws += more
            if draws > MAX_DRAWS:
                raise BudgetExceeded("too_many_draws", limit=MAX_DRAWS)
            faces = tuple(chance.throw(more, self.sides))
            rounds.append(faces)
        return tuple(rounds)


def _reaching(line: int, *rounds: Sequence[int]) -> int:
    return sum([len([1 for face in faces if face >= line]) for faces in rounds])


def _dice(sides: int, cause: Cause, *rounds: Sequence[int]) -> list[Die]:
    return [Die(sides, face, cause=cause) for faces in rounds for face in faces]
