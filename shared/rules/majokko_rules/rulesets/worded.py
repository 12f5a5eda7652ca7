"""Lets a row of a file be what its words say: what has a name or a description is not unknown."""

from collections.abc import Mapping
from typing import Any

from majokko_rules.errors import InvalidValue
from majokko_rules.rulesets.ruleset import Ruleset, Table
from majokko_rules.rulesets.saying import spoken
from majokko_rules.rulesets.shapes import entries
from majokko_rules.values import escape

Document = Mapping[str, Any]


def worded(row: Document, given: Document, base: Ruleset, table: Table, key: str) -> Document:
    """Return a row with an effect for every description that is given, and none without.

    Raises InvalidValue.
    """
    at = f"/tables/{table.name}/{escape(key)}"
    effects = entries(row.get("effects", []), f"{at}/effects")
    told = [each.get("mode") for each in effects if isinstance(each, Mapping) and "text" in each]
    saying = dict(spoken(given, table, base.vocabulary))
    for mode in told:
        if _is_silent(mode, saying, base, table, key):
            raise InvalidValue("required", pointer=f"{at}/{_word(mode)}")
    if more := [_told(mode) for mode in saying if mode not in told]:
        row = {**_without(row, "effect", ("unknown",), at), "effects": [*effects, *more]}
    if "name" in given and "name" not in table.fields:
        row = _without(row, "name", ("unknown", "house"), at)
    return row


def _is_silent(
    mode: object, saying: Mapping[str | None, object], base: Ruleset, table: Table, key: str
) -> bool:
    """Whether nobody says what an effect does; a mode that is none is refused elsewhere."""
    if mode is not None and mode not in base.vocabulary.modes:
        return False
    told = base.names.effect(table.name, key, "en", None if mode is None else str(mode))
    return mode not in saying and told is None


def _without(row: Document, part: str, lists: tuple[str, ...], at: str) -> Document:
    kept = {
        name: [each for each in entries(row[name], f"{at}/{name}") if each != part]
        for name in lists
        if name in row
    }
    return {**row, **kept}


def _told(mode: str | None) -> Document:
    return {"text": True, "confidence": "house", **({"mode": mode} if mode else {})}


def _word(mode: object) -> str:
    return f"effect_{mode}" if mode else "effect"
