"""What a roll leaves behind: every die with its cause, the total, and what it means."""

from dataclasses import dataclass
from typing import ClassVar, Literal, NamedTuple

Cause = Literal["base", "again", "reroll", "bonus", "penalty"]
"""Why a die was thrown: asked for, exploded, thrown again, or a d100's extra tens die."""


class Die(NamedTuple):
    """One die as it lay on the table.

    `face` is what it shows: 1…sides, or one of its own faces (dF, d{1,2,4}). `kept` is false for
    dice that were dropped, replaced by a reroll, or beaten by a better tens die.
    """

    sides: int
    face: int
    kept: bool = True
    cause: Cause = "base"


class Part(NamedTuple):
    """What one labelled term contributed: `2d6[fire]` → fire, its subtotal."""

    label: str
    total: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What a total means. Systems add their own fields in a subclass of their own.

    `success` is None when nothing had to be reached. `level` is a key of the system's words
    (`outcomes.<level>`), None where the system has no levels for this kind of check.
    """

    system: ClassVar[str] = "notation"

    success: bool | None
    level: str | None = None
    critical: bool = False
    fumble: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison(Outcome):
    """A plain total compared with a number, as in `2d6+3>=10`; `margin` is total − number."""

    margin: int


@dataclass(frozen=True, slots=True)
class Result:
    """One roll, explained.

    `notation` is the normal form of what was understood. `warnings` are keys of
    `words/<locale>.toml` under `warnings` for legal input that may surprise (keeping more dice
    than there are).
    """

    notation: str
    total: int
    dice: tuple[Die, ...]
    outcome: Outcome | None = None
    parts: tuple[Part, ...] = ()
    warnings: tuple[str, ...] = ()
