"""What a character sheet gives to a pool. Editions differ; each is a row of the tables."""

from typing import Literal

from majokko_rules import catalog

Edition = Literal["new", "2.35", "3.25"]
PoolEdition = Literal["new", "2.x"]

_SHEETS = catalog.table(__package__, "sheets")


def attribute_successes(value: int) -> int:
    """Return the bonus successes of an attribute beyond the human limit of 5.

    >>> [attribute_successes(value) for value in (5, 6, 11, 16)]
    [0, 1, 2, 3]
    """
    attribute = _SHEETS["attribute"]
    return max(0, (value - int(attribute["above"])) // int(attribute["step"]))


def skill_successes(level: int, edition: Edition = "new") -> int:
    """Return the bonus successes of a skill level.

    >>> skill_successes(8), skill_successes(8, "2.35")
    (2, 1)
    """
    levels: list[int] = _SHEETS["skill"][edition]
    return sum(1 for needed in levels if level >= needed)


def untrained(group: Literal["physical", "mental", "social"]) -> int | None:
    """Return the bonus successes of a check without the skill (2.x); None fails without a roll.

    >>> untrained("social"), untrained("mental")
    (-2, None)
    """
    successes: int | None = _SHEETS["untrained"].get(group)
    return successes


def dice_pool(
    attribute: int, skill: int, specialty: int = 0, others: int = 0, edition: PoolEdition = "new"
) -> int:
    """Return the DP of a check; what falls to 0 or below becomes a chance die.

    All that adds or takes dice goes into `others`, before that is decided.

    >>> dice_pool(6, 5, 4), dice_pool(6, 5, edition="2.x"), dice_pool(6, 5, 1, edition="2.x")
    (15, 8, 12)
    """
    rule = _SHEETS["pool"][edition]
    dice = specialty if rule["specialty"] == "levels" else min(specialty, 1)
    counted = skill // 2 if rule["without"] == "half" and not specialty else skill
    return attribute + counted + dice + others
