"""How much one notation may ask for. Every limit is met before the work is done, never after."""

from majokko_rules.chance import MAX_SIDES

__all__ = [
    "MAX_DEPTH",
    "MAX_DICE",
    "MAX_DRAWS",
    "MAX_EXPONENT",
    "MAX_NUMBER",
    "MAX_SIDES",
    "MAX_TEXT",
    "MAX_TIMES",
    "MIN_SIDES",
]

MAX_TEXT = 256
"""Characters of the whole text, comment and labels included."""

MAX_DEPTH = 16
"""Open parentheses and groups; also signs, or powers, that wait for each other."""

MAX_DICE = 1000
"""Dice asked for, over all repeats."""

MAX_DRAWS = 2000
"""Dice thrown, over all repeats: those asked for, explosions and rerolls."""

MIN_SIDES = 2

MAX_NUMBER = 2**53
"""Every number, written or worked out on the way, stays within ± this: JSON readers lose more."""

MAX_EXPONENT = 53
"""The power of two that reaches MAX_NUMBER."""

MAX_TIMES = 100
