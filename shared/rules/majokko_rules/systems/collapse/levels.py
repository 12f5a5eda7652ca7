"""How well a roll does: what it is held against, the level it reaches, the fumble line."""

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import Any, NamedTuple

from majokko_rules import catalog
from majokko_rules.odds import Distribution, Odds

RULES = catalog.table(__package__, "rules")

LEVELS = ("fumble", "failure", "regular", "hard", "extreme", "critical")
"""From worst to best; everything from `regular` on is a success."""

DIFFICULTIES = ("regular", "hard", "extreme")
IMPOSSIBLE, NEEDLESS = "impossible", "needless"
"""Difficulties that nobody rolls for; they are the level of their outcome, too."""

_RANKS = {level: rank for rank, level in enumerate(LEVELS)}
_HARD: int = RULES["levels"]["hard"]
_EXTREME: int = RULES["levels"]["extreme"]
_DIVISORS = {"regular": 1, "hard": _HARD, "extreme": _EXTREME}
_CRITICAL: int = RULES["critical"]["up_to"]
_FUMBLE: dict[str, Any] = RULES["fumble"]
_OPPONENT: dict[str, Any] = RULES["opponent"]


def rank(level: str) -> int:
    return _RANKS[level]


def succeeds(level: str) -> bool:
    return _RANKS[level] >= _RANKS["regular"]


def target(value: int, difficulty: str) -> int:
    """Return the number to roll under; fractions are dropped.

    >>> target(47, "hard"), target(4, "extreme")
    (23, 0)
    """
    return value // _DIVISORS[difficulty]


def against(opponent: int, *, physical: bool = False) -> str:
    """Return the difficulty that an opponent's value sets.

    >>> against(49), against(50), against(90), against(101), against(101, physical=True)
    ('regular', 'hard', 'extreme', 'extreme', 'impossible')
    """
    if physical and opponent > _OPPONENT["impossible_above"]:
        return IMPOSSIBLE
    if opponent >= _OPPONENT["extreme_from"]:
        return "extreme"
    return "hard" if opponent >= _OPPONENT["hard_from"] else "regular"


class Mark(NamedTuple):
    """What a roll is held against.

    `target` is the value after the difficulty has halved or fifthed it; rolls from `fumble` on
    are fumbles, even at or under the target.
    """

    value: int
    target: int
    fumble: int

    @classmethod
    def of(cls, value: int, difficulty: str = "regular", *, by_skill: bool = False) -> "Mark":
        """Put the mark; `by_skill` lets the full value decide about the fumble range."""
        goal = target(value, difficulty)
        weak = (value if by_skill else goal) < _FUMBLE["below"]
        return cls(value, goal, _FUMBLE["from"] if weak else _FUMBLE["always_from"])

    def level(self, roll: int) -> str:
        """Return the level of a roll; one above the target is a failure whatever it reaches.

        >>> [Mark.of(60, "hard").level(roll) for roll in (1, 12, 13, 31, 96)]
        ['critical', 'extreme', 'hard', 'failure', 'fumble']
        """
        reached = self.reached(roll)
        return "failure" if roll > self.target and reached in DIFFICULTIES else reached

    def reached(self, roll: int) -> str:
        """Return the level that a roll reaches by the full value, whatever was asked for.

        >>> Mark.of(60, "hard").reached(31)
        'regular'
        """
        if roll <= _CRITICAL:
            return "critical"
        if roll >= self.fumble:
            return "fumble"
        if roll * _EXTREME <= self.value:
            return "extreme"
        if roll * _HARD <= self.value:
            return "hard"
        return "regular" if roll <= self.value else "failure"


def weights(rolls: Distribution, level_of: Callable[[int], str]) -> dict[str, int]:
    """Return how much of `rolls.whole` falls to each level, from worst to best."""
    shares = dict.fromkeys(LEVELS, 0)
    for roll, weight in rolls.weights.items():
        shares[level_of(roll)] += weight
    return shares


def odds_of(rolls: Distribution, level_of: Callable[[int], str]) -> Odds:
    """Return the odds of a roll whose total is the roll itself."""
    return Odds.judged(
        rolls,
        lambda roll: succeeds(level_of(roll)),
        chances(weights(rolls, level_of), rolls.whole),
    )


def chances(shares: Mapping[str, int], whole: int) -> dict[str, Fraction]:
    return {level: Fraction(share, whole) for level, share in shares.items()}


def odds_without_roll(level: str) -> Odds:
    """Return the odds of what is decided before anybody rolls."""
    levels = {level: Fraction(1)}
    return Odds.judged(Distribution.certain(0), lambda _total: level == NEEDLESS, levels)


def overall(reached: Iterable[str], *, every: bool) -> str:
    """Return the level of several: the worst when all must succeed, else the best."""
    return min(reached, key=rank) if every else max(reached, key=rank)


def verdict(level: str) -> dict[str, Any]:
    """Return what every outcome says of its level."""
    return {
        "success": succeeds(level),
        "level": level,
        "critical": level == "critical",
        "fumble": level == "fumble",
    }
