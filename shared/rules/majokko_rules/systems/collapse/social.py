"""How hard it is to talk somebody round."""

from typing import Any

from majokko_rules import catalog
from majokko_rules.errors import IllegalAction, InvalidValue
from majokko_rules.systems.collapse.levels import DIFFICULTIES, IMPOSSIBLE, NEEDLESS, against
from majokko_rules.systems.fields import Given

_TABLE = catalog.table(__package__, "social")
_STEPS: dict[str, Any] = _TABLE["steps"]
_INVERSE: dict[str, Any] = _TABLE["inverse"]
_SKILLS: dict[str, str] = {name: key for key, names in _TABLE["skills"].items() for name in names}


def skill(name: str | None) -> str | None:
    """Return the key of a social skill by any of its names.

    >>> skill("Persuasion"), skill("charm")
    ('persuade', 'charm')
    """
    if name is None:
        return None
    key = _SKILLS.get(name.strip().lower())
    if key is None:
        raise InvalidValue("not_a_choice", pointer="/skill", choices=", ".join(_TABLE["skills"]))
    return key


def steps(given: Given) -> int:
    """Return by how many levels the difficulty moves.

    Refuses a stake that cannot be taken: only `persuade` puts something up, and magical girls
    are not bribed.
    """
    if given["stake"] and skill(given["skill"]) != "persuade":
        raise IllegalAction("stake_without_persuading", pointer="/stake")
    if given["stake"] and given["magical_girl"]:
        raise IllegalAction("stake_for_magical_girl", pointer="/stake")
    moved = sum(_STEPS[name] for name in ("argument", "stake") if given[name])
    return int(_STEPS.get(given["stance"], 0) + moved + given["raised"])


def difficulty(given: Given, moved: int) -> str:
    """Return the difficulty after `moved` steps.

    It stays regular below regular, and is impossible above extreme. Who supports the aim, or has
    nothing to hide, needs no convincing. With the option `physical` opponents are out of reach
    here as well, whatever is said to them.
    """
    if given["stance"] == "supports":
        return NEEDLESS
    base = _base(given)
    if base == IMPOSSIBLE:
        return base
    place = DIFFICULTIES.index(base) + moved
    return DIFFICULTIES[max(0, place)] if place < len(DIFFICULTIES) else IMPOSSIBLE


def _base(given: Given) -> str:
    opponent: int | None = given["opponent"]
    if opponent is None:
        return "regular"
    if not (given["empathy_inverse"] and skill(given["skill"]) == "charm"):
        return against(opponent, physical=given["physical"])
    if opponent <= _INVERSE["extreme_to"]:
        return "extreme"
    return "hard" if opponent <= _INVERSE["hard_to"] else "regular"
