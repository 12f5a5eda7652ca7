"""Whether the tables of a ruleset fit together; files of others may have changed any row."""

from collections.abc import Iterable, Iterator

from majokko_rules.errors import InvalidValue
from majokko_rules.rulesets import Row, Ruleset, StatBonus

_KNOWN_MENDS = ("reroll", "spread", "swap", "free_build", "raise")
_NEEDED = {
    "derived": ("SAN", "build", "life_points", "battle_points"),
    "weapon_values": ("DAM", "WEI"),
}
"""What the rules themselves ask for by name."""

_FILLED = ("ages", "damage_bonus", "innate_abilities", "weapon_kinds", "weight_classes")
"""Tables without which no girl is complete."""


def check(ruleset: Ruleset) -> None:
    """Refuse rows that name what is not there, and whatever would stop a creation half-way.

    Raises InvalidValue, which points into the document of the ruleset.
    """
    for table, keys in _NEEDED.items():
        _there(keys, ruleset[table].rows, table)
    _there(ruleset.vocabulary.stats, ruleset["attributes"].rows, "attributes")
    for table in _FILLED:
        if not ruleset[table].rows:
            raise InvalidValue("too_short", pointer=f"/tables/{table}", limit=1)
    for table, field, known in _references(ruleset):
        for row in ruleset[table].rows.values():
            _known(row, table, field, known)
    _numbers(ruleset)
    _mends(ruleset)
    _beyond(ruleset)
    _heaviest(ruleset)
    _effects(ruleset)


def _references(ruleset: Ruleset) -> Iterator[tuple[str, str, tuple[str, ...]]]:
    """Name the fields that hold keys of other tables, and those keys."""
    attributes, values = tuple(ruleset["attributes"].rows), tuple(ruleset["weapon_values"].rows)
    derived = tuple(ruleset["derived"].rows)
    yield "ages", "split", attributes
    yield "ages", "improves", attributes
    yield "derived", "of", attributes
    yield "skills", "of", attributes
    yield "skills", "greatest", attributes
    yield "skills", "derived", derived
    yield "innate_abilities", "clouds", derived
    yield "weapon_kinds", "values", values
    yield "attachments", "needs", values


def _known(row: Row, table: str, field: str, known: tuple[str, ...]) -> None:
    said = row.get(field, ())
    for name in (said,) if isinstance(said, str) else said:
        if name not in known:
            pointer = f"/tables/{table}/rows/{row.key}/{field}"
            raise InvalidValue("not_a_choice", pointer=pointer, choices=", ".join(known))


def _there(keys: Iterable[str], rows: Iterable[str], table: str) -> None:
    for key in keys:
        if key not in rows:
            raise InvalidValue("required", pointer=f"/tables/{table}/rows/{key}")


def _numbers(ruleset: Ruleset) -> None:
    for name, number in ruleset.numbers.items():
        if not isinstance(number, int):
            raise InvalidValue("not_integer", pointer=f"/numbers/{name}")
        if number < 1:
            raise InvalidValue("too_small", pointer=f"/numbers/{name}", limit=1)


def _mends(ruleset: Ruleset) -> None:
    for key, row in ruleset["mends"].rows.items():
        pointer = f"/tables/mends/rows/{key}"
        if key not in _KNOWN_MENDS:
            choices = ", ".join(_KNOWN_MENDS)
            raise InvalidValue("not_a_choice", pointer=pointer, choices=choices)
        if key in ("spread", "raise") and "die" not in row.fields:
            raise InvalidValue("required", pointer=f"{pointer}/die")


def _beyond(ruleset: Ruleset) -> None:
    """Refuse damage bonuses that end somewhere, and ends that do not say how they go on."""
    ends = [row for row in ruleset["damage_bonus"].rows.values() if "to" not in row.fields]
    if len(ends) != 1:
        raise InvalidValue("exactly_one_of", pointer="/tables/damage_bonus", names="every")
    for field in ("dice", "sides", "every"):
        if field not in ends[0].fields:
            pointer = f"/tables/damage_bonus/rows/{ends[0].key}/{field}"
            raise InvalidValue("required", pointer=pointer)


def _heaviest(ruleset: Ruleset) -> None:
    """Refuse weapons that would be heavier than every weight class, or lack DAM and WEI."""
    most = max(row["to"] for row in ruleset["weight_classes"].rows.values())
    weight = ruleset["weapon_values"]["WEI"]
    heaviest = (weight["dice"] * weight["sides"] + weight.get("plus", 0)) * weight["times"]
    if heaviest > most:
        raise InvalidValue("too_large", pointer="/tables/weapon_values/rows/WEI", limit=most)
    for row in ruleset["weapon_kinds"].rows.values():
        _there(("DAM", "WEI"), row["values"], f"weapon_kinds/rows/{row.key}/values")


def _effects(ruleset: Ruleset) -> None:
    """Refuse bonuses to attributes anywhere but at an age: points spent would be spent in vain."""
    for name, table in ruleset.tables.items():
        for row in table.rows.values() if name != "ages" else ():
            if any(isinstance(effect, StatBonus) for effect in row.effects):
                pointer = f"/tables/{name}/rows/{row.key}/effects"
                raise InvalidValue("not_a_choice", pointer=pointer, choices="maximum, text")
