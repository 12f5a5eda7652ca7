"""What `>=8` means for one number, and for all faces of a die at once."""

import operator
from collections.abc import Callable, Collection, Mapping
from itertools import pairwise

from majokko_rules.dice.tree import Condition, Explode, Relation

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


def size(faces: Faces) -> int:
    """How many faces a die has."""
    return len(faces) if isinstance(faces, tuple) else faces


def meeting(faces: Faces, conditions: Collection[Condition]) -> int:
    """How many faces meet at least one of `conditions`.

    Large dice are not walked through: between the numbers of conditions nothing changes.

    >>> meeting(10**9, [Condition(">", 1), Condition("=", 1)]), meeting((-1, 0, 1), [])
    (1000000000, 0)
    """
    if isinstance(faces, tuple):
        return sum(meets(face, conditions) for face in faces)
    borders = {test.number + step for test in conditions for step in (0, 1)}
    starts = sorted({1, faces + 1, *(face for face in borders if 1 <= face <= faces)})
    return sum(end - start for start, end in pairwise(starts) if meets(start, conditions))


def exploding(rule: Explode, faces: Faces) -> tuple[Condition, ...]:
    """When a die explodes: on its highest face, unless something else was said."""
    return (rule.condition or Condition("=", highest(faces)),)


def highest(faces: Faces) -> int:
    return max(faces) if isinstance(faces, tuple) else faces


def lowest(faces: Faces) -> int:
    return min(faces) if isinstance(faces, tuple) else 1
