"""Looks whether a ruleset says what its maker needs: a file of others may have changed any row.

Pointers are those of its document, `/tables/derived/rows/speed/parts`.
"""

from collections.abc import Collection, Iterable

from majokko_rules.errors import InvalidValue
from majokko_rules.rulesets import Row, Ruleset

_OWN_WORDS = ("name", "language", "specialty", "gear")
_PRICES = ("attribute", "skill", "specialty", "language")


def check(ruleset: Ruleset) -> None:
    """Refuse a ruleset that no character can be made by.

    Raises InvalidValue.
    """
    _chosen(ruleset, "edition", ("editions", "budgets"))
    _chosen(ruleset, "rank", ("ranks",))
    _needed(_OWN_WORDS, ruleset, "fields")
    _editions(ruleset)
    for row in ruleset["prices"].rows.values():
        _price(row)
    _attributes(ruleset)
    _derived(ruleset)
    _saves(ruleset)
    if ruleset.numbers["gear_least"] > ruleset.numbers["gear_most"]:  # type: ignore[operator]
        raise InvalidValue("range_backwards", pointer="/numbers/gear_most")


def _chosen(ruleset: Ruleset, setting: str, tables: Iterable[str]) -> None:
    for table in tables:
        _needed(ruleset.settings[setting].shape.choices, ruleset, table)


def _needed(keys: Iterable[str], ruleset: Ruleset, table: str) -> None:
    for key in keys:
        if key not in ruleset[table].rows:
            raise InvalidValue("required", pointer=f"/tables/{table}/rows/{key}")


def _editions(ruleset: Ruleset) -> None:
    for row in ruleset["editions"].rows.values():
        for what in _PRICES:
            field = f"price_{what}"
            _one_of([row[field]], ruleset["prices"].rows, _at("editions", row, field))


def _price(row: Row) -> None:
    """A price is flat, with one amount more than there are limits, or grows."""
    if "flat" not in row.fields:
        _said(row, "times", "prices")
    elif len(row["flat"]) != len(row.get("to", ())) + 1:
        few = len(row["flat"]) <= len(row.get("to", ()))
        rule, limit = "too_short" if few else "too_long", len(row.get("to", ())) + 1
        raise InvalidValue(rule, pointer=_at("prices", row, "flat"), limit=limit)


def _attributes(ruleset: Ruleset) -> None:
    attributes = ruleset["attributes"].rows
    for row in ruleset["purses"].rows.values():
        _one_of([row["attribute"]], attributes, _at("purses", row, "attribute"))
    for row in attributes.values():
        if row.get("exchange_in") and {*row.get("exchange", ())} != {"dice", "successes"}:
            raise InvalidValue("required", pointer=_at("attributes", row, "exchange"))


def _derived(ruleset: Ruleset) -> None:
    """Each value is worked out of attributes and of those above it."""
    attributes = ruleset["attributes"].rows
    earlier: list[str] = []
    for row in ruleset["derived"].rows.values():
        for field in ("least", "successes"):
            _one_of(row.get(field, ()), attributes, _at("derived", row, field))
        parts = row.get("parts", ())
        _one_of(parts, (*attributes, *earlier), _at("derived", row, "parts"))
        earlier.append(row.key)
    _needed(("chance_result",), ruleset, "derived")


def _saves(ruleset: Ruleset) -> None:
    tables = {
        "value": "derived",
        "attribute": "attributes",
        "skill": "skills",
        "specialty": "specialties",
    }
    for row in ruleset["saves"].rows.values():
        for field, table in tables.items():
            said = [row[field]] if field in row.fields else []
            _one_of(said, ruleset[table].rows, _at("saves", row, field))


def _said(row: Row, field: str, table: str) -> None:
    if field not in row.fields:
        raise InvalidValue("required", pointer=_at(table, row, field))


def _one_of(values: Iterable[str], known: Collection[str], at: str) -> None:
    for value in values:
        if value not in known:
            raise InvalidValue("not_a_choice", pointer=at, choices=", ".join(known))


def _at(table: str, row: Row, field: str) -> str:
    return f"/tables/{table}/rows/{row.key}/{field}"
