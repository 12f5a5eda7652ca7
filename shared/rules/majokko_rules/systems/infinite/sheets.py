"""What a character sheet gives to a pool, as numbers alone. Editions differ; see their table."""

from typing import Literal

from majokko_rules.rulesets import builtin
from majokko_rules.systems.infinite.creation.editions import Edition as Rules

Edition = Literal["new", "2.35", "3.25"]
PoolEdition = Literal["new", "2.x"]

_ROWS = builtin.load("infinite", __package__, "creation")["editions"].rows
_RULES = {
    "new": Rules(_ROWS["new"]),
    "2.35": Rules(_ROWS["v2_35"]),
    "3.25": Rules(_ROWS["v3_25"]),
    "2.x": Rules(_ROWS["v3_25"]),
}


def attribute_successes(value: int) -> int:
    """Return the bonus successes of an attribute beyond the human limit of 5.

    >>> [attribute_successes(value) for value in (5, 6, 11, 16)]
    [0, 1, 2, 3]
    """
    return _RULES["new"].attribute_successes(value)


def skill_successes(level: int, edition: Edition = "new") -> int:
    """Return the bonus successes of a skill level.

    >>> skill_successes(8), skill_successes(8, "2.35")
    (2, 1)
    """
    return _RULES[edition].skill_successes(level)


def untrained(group: Literal["physical", "mental", "social"]) -> int | None:
    """Return the bonus successes of a check without the skill (2.x); None fails without a roll.

    >>> untrained("social"), untrained("mental")
    (-2, None)
    """
    return _RULES["2.x"].untrained(group)


def dice_pool(
    attribute: int, skill: int, specialty: int = 0, others: int = 0, edition: PoolEdition = "new"
) -> int:
    """Return the DP of a check; what falls to 0 or below becomes a chance die.

    All that adds or takes dice goes into `others`, before that is decided.

    >>> dice_pool(6, 5, 4), dice_pool(6, 5, edition="2.x"), dice_pool(6, 5, 1, edition="2.x")
    (15, 8, 12)
    """
    rules = _RULES[edition]
    of_skill = rules.skill_dice(skill, specialty) + rules.specialty_dice(specialty)
    return attribute + of_skill + others
