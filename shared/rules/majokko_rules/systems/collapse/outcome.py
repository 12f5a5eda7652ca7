"""What a check of Magic Collapse means."""

from dataclasses import dataclass
from typing import ClassVar

from majokko_rules.results import Outcome
from majokko_rules.systems.collapse.levels import Mark, succeeds


@dataclass(frozen=True, slots=True, kw_only=True)
class CollapsePart:
    """One value that a roll was held against: a side, a skill, or a girl.

    `index` is its place in the list of the request (of several girls: `values`, then `others`);
    `attempt` counts from 1 and rises when others try after a failure.
    """

    index: int
    value: int
    target: int
    roll: int
    level: str
    success: bool = False
    attempt: int = 1

    @classmethod
    def of(cls, index: int, mark: Mark, roll: int, attempt: int = 1) -> "CollapsePart":
        level = mark.level(roll)
        return cls(
            index=index,
            value=mark.value,
            target=mark.target,
            roll=roll,
            level=level,
            success=succeeds(level),
            attempt=attempt,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class CollapseOutcome(Outcome):
    """Whether a d100 stayed at or under what it had to, and what follows.

    `level` is the level of a success, else `failure` or `fumble`; `reached` is, as information,
    the level by the full value. Opposed checks speak for side 0: `success` is true when it wins
    and null in a stalemate; `level` is `winner_0`, `winner_1` or `tie`. Nobody rolls for the
    difficulties `impossible` and `needless`.
    """

    system: ClassVar[str] = "collapse"

    difficulty: str | None = None
    value: int | None = None
    target: int | None = None
    roll: int | None = None
    reached: str | None = None

    opponent: int | None = None
    """The value that set the difficulty; of girls together: what they left of it."""

    sides: tuple[CollapsePart, ...] = ()
    winner: int | None = None
    parts: tuple[CollapsePart, ...] = ()

    girl: int | None = None
    """Whose luck it is: her place in `values`."""

    subtracted: tuple[int, ...] = ()
    """Who gave her attribute and does not roll: places in `girls`."""

    attempts: int | None = None

    steps: int | None = None
    """By how many levels stance, argument, stake and GM moved a social check."""

    loss: int | None = None
    """SAN lost."""

    filth: bool = False
    """Whether so much SAN is lost at once that a symptom follows."""
