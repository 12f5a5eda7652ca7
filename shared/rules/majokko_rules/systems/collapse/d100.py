"""The d100 and its bonus and penalty dice: more tens digits, of which the best or worst counts."""

from collections.abc import Sequence
from dataclasses import dataclass

from majokko_rules.chance import Chance
from majokko_rules.errors import IllegalAction
from majokko_rules.odds import Distribution
from majokko_rules.results import Cause, Die
from majokko_rules.systems.collapse.levels import RULES

SIDES, TENS = 100, 10
_LIMIT: int = RULES["extra_dice"]["limit"]

Dice = tuple[Die, ...]


def _laid(sides: int, cause: Cause, *, kept: bool) -> tuple[Die, ...]:
    """All faces of a die as they may lie on the table; a roll picks its own by face − 1."""
    return tuple(Die(sides, face, kept, cause) for face in range(1, sides + 1))


_KEPT = _laid(SIDES, "base", kept=True)
_BEATEN = _laid(SIDES, "base", kept=False)
_EXTRA = {
    (bonus, kept): _laid(TENS, "bonus" if bonus else "penalty", kept=kept)
    for bonus in (True, False)
    for kept in (True, False)
}
_ALONE = tuple((die,) for die in _KEPT)


def with_tens(tens: int, units: int) -> int:
    """Read a tens die (10 shows 0) beside a units digit; 00 and 0 are 100.

    >>> with_tens(7, 3), with_tens(10, 3), with_tens(10, 0)
    (73, 3, 100)
    """
    return tens % TENS * TENS + units or SIDES


@dataclass(frozen=True, slots=True)
class D100:
    """A d100 with `extra` bonus dice, or −`extra` penalty dice."""

    extra: int = 0

    def __str__(self) -> str:
        """Write the extra dice as commands do: `b2`, `p1`, nothing."""
        letter = "b" if self.extra > 0 else "p"
        return f"{letter}{abs(self.extra)}" if self.extra else ""

    def throw(self, chance: Chance) -> tuple[int, Dice]:
        """Throw the d100, then its extra dice; return what counts, and every die.

        A die is kept when its tens digit counts; the units are always the d100's. Of equal
        digits the one thrown first is kept.
        """
        base = chance.throw(1, SIDES)[0]
        if not self.extra:
            return base, _ALONE[base - 1]
        tens = chance.throw(abs(self.extra), TENS)
        units = base % TENS
        read = [base, *[with_tens(face, units) for face in tens]]
        counts = min(read) if self.extra > 0 else max(read)
        return counts, self._dice(base, tens, read.index(counts))

    def _dice(self, base: int, tens: Sequence[int], kept: int) -> Dice:
        beaten = _EXTRA[self.extra > 0, False]
        dice = [(_BEATEN if kept else _KEPT)[base - 1], *[beaten[face - 1] for face in tens]]
        if kept:
            dice[kept] = _EXTRA[self.extra > 0, True][tens[kept - 1] - 1]
        return tuple(dice)

    def distribution(self) -> Distribution:
        """Return the exact odds of what counts.

        Beside each units digit the ten readings are equally likely for every tens die, so the
        best of n dice is the r-th best reading in (11 − r)^n − (10 − r)^n of 10^n cases.
        """
        dice = abs(self.extra) + 1
        cases = [(TENS + 1 - r) ** dice - (TENS - r) ** dice for r in range(1, TENS + 1)]
        weights: dict[int, int] = {}
        for units in range(TENS):
            readings = sorted(with_tens(tens, units) for tens in range(1, TENS + 1))
            weights |= zip(readings if self.extra >= 0 else reversed(readings), cases, strict=True)
        return Distribution(weights, TENS * TENS**dice)


def d100(bonus: int, penalty: int, *, many: bool = False) -> D100:
    """Let bonus and penalty dice cancel each other; more than two need the option `many_dice`.

    >>> str(d100(2, 1)), str(d100(0, 2)), str(d100(1, 1))
    ('b1', 'p2', '')
    """
    extra = bonus - penalty
    if abs(extra) > _LIMIT and not many:
        pointer = "/bonus" if extra > 0 else "/penalty"
        raise IllegalAction("too_many_bonus_dice", pointer=pointer, limit=_LIMIT)
    return D100(extra)


def refuse_with_difficulty(dice: D100, difficulty: str) -> None:
    """Refuse extra dice where the difficulty is raised already (the option `force` allows it)."""
    if dice.extra and difficulty in ("hard", "extreme"):
        pointer = "/bonus" if dice.extra > 0 else "/penalty"
        raise IllegalAction("dice_with_difficulty", pointer=pointer)
