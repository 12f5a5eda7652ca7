"""Cover and other things of a scene, and what happens when they are thrown."""

from dataclasses import dataclass

from majokko_rules import catalog

_TABLE = catalog.table(__package__, "objects")
_HIT_POINTS: dict[str, int] = _TABLE["hit_points"]
_THROWN: dict[str, int] = _TABLE["thrown"]


@dataclass(frozen=True, slots=True)
class Thrown:
    """What a thrown thing does to its target, and to itself."""

    target: int
    thing: int


def hit_points(material: str, weight: int) -> int:
    """Return the hit points of a thing; KeyError for a material that is not in the table.

    >>> hit_points("steel_article", 30), hit_points("steel_article", 25)
    (51, 42)
    """
    return _HIT_POINTS[material] * weight // 10


def die(weight: int) -> int:
    """Return the sides of the die that a thrown thing deals.

    >>> die(30), die(31)
    (15, 15)
    """
    return weight // _THROWN["weight_per_side"]


def throw(face: int, *, magical: bool) -> Thrown:
    """Return what the die's `face` does; a target with magic takes less, never below nothing.

    >>> throw(9, magical=True)
    Thrown(target=7, thing=9)
    """
    spared = _THROWN["magic_takes_less"] if magical else 0
    return Thrown(max(0, face - spared), face)
