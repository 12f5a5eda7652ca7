"""What may be declared before a check: temporary factors, new ones, and joint checks."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from majokko_rules import catalog
from majokko_rules.errors import IllegalAction
from majokko_rules.systems.aaws.factors import Factors

_TEMPORARY = catalog.table(__package__, "checks")["temporary"]
MOST_TEMPORARY: int = _TEMPORARY["single"]
MOST_TEMPORARY_JOINT: int = _TEMPORARY["joint"]


@dataclass(frozen=True, slots=True)
class Declared:
    """Temporary factors of one unit in one check."""

    accepted: int
    rejected: int


def temporary(declared: int, most: int = MOST_TEMPORARY) -> Declared:
    """Accept temporary factors up to the limit; those of helpers count with the acting unit's.

    >>> temporary(3)
    Declared(accepted=2, rejected=1)
    """
    return Declared(min(declared, most), max(0, declared - most))


def may_register(level: int, registered: int, *, already: bool = False) -> bool:
    """Say whether a new factor may go under an original one, which its level has to allow.

    `already` says that the unit registered one in this check before. What is registered may be
    used at once and stays.

    >>> may_register(3, 2), may_register(3, 3), may_register(3, 2, already=True)
    (True, False, False)
    """
    return not already and registered < level


@dataclass(frozen=True, slots=True)
class Unit:
    """What one unit brings to a joint check.

    `rejected` factors were offered but not approved; `temporary` of the offered ones end with the
    check.
    """

    approved: Factors
    rejected: int = 0
    temporary: int = 0


def objections(units: Iterable[Unit]) -> Iterator[IllegalAction]:
    """Say what the rules have against a joint check, pointing at the units.

    Each unit has to offer a factor, approved or not, and may bring one temporary factor only.

    >>> [no.rule for no in objections([Unit(Factors(0, 2)), Unit(Factors(0, 0))])]
    ['unit_offers_nothing']
    """
    for place, unit in enumerate(units):
        pointer = f"/units/{place}"
        if not unit.approved.count + unit.rejected:
            yield IllegalAction("unit_offers_nothing", pointer=pointer)
        if unit.temporary > MOST_TEMPORARY_JOINT:
            yield IllegalAction(
                "too_many_temporary", pointer=f"{pointer}/temporary", limit=MOST_TEMPORARY_JOINT
            )


def joined(units: Iterable[Unit]) -> Factors:
    """Put the factors of all units into one pool: any 1 in it spoils the whole check.

    >>> joined([Unit(Factors(1, 2)), Unit(Factors(0, 1))])
    Factors(rolled=1, fixed=3)
    """
    pooled = [unit.approved for unit in units]
    return Factors(sum(one.rolled for one in pooled), sum(one.fixed for one in pooled))
