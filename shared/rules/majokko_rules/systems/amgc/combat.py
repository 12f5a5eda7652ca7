"""What an attack does: hit points, shields, reach, injuries. Pure functions of the numbers."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from majokko_rules import catalog

Weapon = Literal["melee", "ranged", "mystic", "fists"]
Band = Literal["near", "far", "extreme"]

_COMBAT = catalog.table(__package__, "combat")
_INJURIES = catalog.table(__package__, "injuries")
_HUNDRED = 100


def hit_points(vit: int) -> int:
    """Two for each point of VIT.

    >>> hit_points(10)
    20
    """
    return vit * int(_COMBAT["hit_points"]["per_vit"])


def thresholds(vit: int) -> tuple[Fraction, ...]:
    """Where dice are lost on the way down, exact for an odd VIT too.

    >>> [str(line) for line in thresholds(5)]
    ['15/2', '5', '5/2', '0']
    """
    full, percents = hit_points(vit), _COMBAT["hit_points"]["thresholds"]
    return tuple(Fraction(full * percent, _HUNDRED) for percent in percents)


def shield_points(vit: int) -> int:
    """One point that comes back, and half of VIT that does not.

    >>> shield_points(6), shield_points(7)
    (4, 4)
    """
    shield = _COMBAT["shield"]
    return int(shield["renewable"]) + vit // int(shield["vit_per_point"])


@dataclass(frozen=True, slots=True)
class Struck:
    """What an attack leaves: HP to lose, and the SP that stand afterwards."""

    damage: int
    sp: int


def strike(
    net: int, sp: int, *, pierce: int = 0, ignore: bool = False, hit: bool | None = None
) -> Struck:
    """Resolve an attack with `net` successes (attack − defence) against `sp`.

    Pierce strips SP first; SP then take successes one for one, unless the attack ignores them; an
    empty shield comes back with one point. A miss touches nothing. `hit` is for ties, which hit
    with `net` 0; by default an attack with net successes hits.

    >>> strike(5, 3), strike(5, 3, ignore=True), strike(0, 3, pierce=1, hit=True)
    (Struck(damage=2, sp=1), Struck(damage=5, sp=3), Struck(damage=0, sp=2))
    """
    if not (net > 0 if hit is None else hit):
        return Struck(0, sp)
    standing = max(0, sp - pierce)
    absorbed = 0 if ignore else min(standing, net)
    left = standing - absorbed
    return Struck(net - absorbed, left or int(_COMBAT["shield"]["comes_back_at"]))


def injury(face: int) -> str:
    """Return the row of the injury table that a d20 shows.

    >>> injury(20), injury(3)
    ('knocked_out', 'paralysed')
    """
    rows: Mapping[str, Mapping[str, Mapping[str, int]]] = _INJURIES["rows"]
    return next(key for key, row in rows.items() if face <= row["roll"]["to"])


def may_attack(weapon: Weapon, band: Band, *, charge: bool = False) -> bool:
    """Say whether the weapon reaches; melee and fists need a charge to strike from far away.

    >>> may_attack("fists", "far"), may_attack("fists", "far", charge=True)
    (False, True)
    """
    reach = _COMBAT["reach"][band][weapon]
    return bool(reach == "yes" or (reach == "charge" and charge))
