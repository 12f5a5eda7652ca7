"""What `>=8` means for one number, and for all faces of a die at once."""

import operator
from collections.abc import Callable, Collection, Mapping

from majokko_rules.dice.tree import Condition, Relation

Faces = int | tuple[int, ...]
"""A die: its number of sides, or what stands on each."""

HOLDS: Mapping[Relation, Callable[[int, int], bool]] = {
    ">=": operator.ge,
    "<=": operator.le,
    ">": operator.gt,
    "<": operator.lt,
    "=": operator.eq,
    "<>": operator.ne,
}


def meets(number: int, conditions: Collection[Condition]) -> bool:
    """Whether at least one of `conditions` holds."""
    return any(HOLDS[test.relation](number, test.number) for test in conditions)


def covers_all(faces: Faces, conditions: Collection[Condition]) -> bool:
    """Whether every face meets one of `conditions`."""
    return all(meets(face, conditions) for face in _telling(faces, conditions))


def covers_none(faces: Faces, conditions: Collection[Condition]) -> bool:
    """Whether no face meets any of `conditions`."""
    return not any(meets(face, conditions) for face in _telling(faces, conditions))


def _telling(faces: Faces, conditions: Collection[Condition]) -> Collection[int]:
    """Enough faces to speak for all: between its borders a condition does not change."""
    if isinstance(faces, tuple):
        return faces
    borders = (test.number + step for test in conditions for step in (-1, 0, 1))
    return {1, faces, *(face for face in borders if 1 <= face <= faces)}


def highest(faces: Faces) -> int:
    return max(faces) if isinstance(faces, tuple) else faces


def lowest(faces: Faces) -> int:
    return min(faces) if isinstance(faces, tuple) else 1
