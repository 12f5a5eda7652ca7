"""Looks whether a ruleset says what its maker needs: a file of others may have changed any row."""

from majokko_rules.errors import InvalidValue
from majokko_rules.rulesets import Ruleset

_LEAST = {
    "originals_most": 1,
    "level_most": 1,
    "item_factors_most": 1,
    "items_most": 0,
    "name_most": 1,
    "levels_per_use": 1,
}


def check(ruleset: Ruleset) -> None:
    """Refuse a ruleset that no unit can be made by.

    Raises InvalidValue, which points into its document.
    """
    name = ruleset["fields"].rows.get("name")
    if name is None or not name.get("required"):
        raise InvalidValue("required", pointer="/tables/fields/rows/name/required")
    for number, least in _LEAST.items():
        if ruleset.numbers[number] < least:  # type: ignore[operator]
            raise InvalidValue("too_small", pointer=f"/numbers/{number}", limit=least)
    notes = ruleset["notes"].rows
    for row in ruleset["originals"].rows.values():
        if row.get("note") not in (None, *notes):
            pointer = f"/tables/originals/rows/{row.key}/note"
            raise InvalidValue("not_a_choice", pointer=pointer, choices=", ".join(notes))
