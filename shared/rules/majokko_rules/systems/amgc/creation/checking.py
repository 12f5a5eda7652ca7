"""Looks whether a ruleset says what its maker needs: a file of others may have changed any row.

Pointers are those of its document, `/tables/prices/rows/age_bronze/step`.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

from majokko_rules.errors import InvalidValue
from majokko_rules.rulesets import Row, Ruleset
from majokko_rules.systems.amgc.creation.book import COLUMN, PERKS, granted

_ROWS = ("specialisation", "weapon", "outfit", "power")
_STEPS_OF: Mapping[str, tuple[str, ...]] = {
    "any": ("age", "body", *_ROWS),
    "bounded": ("age",),
    "column": ("specialisation",),
    "corrupt": ("specialisation",),
    "shift": _ROWS,
    "other": ("body", *_ROWS),
    "second": ("weapon", "power"),
    "move": (PERKS,),
    "swap": (PERKS,),
    "add": (PERKS,),
    "class": (PERKS,),
    "points": ("stats",),
}
_SAYS = {"shift": "by", "add": "count", "points": "plus"}
_COMPANIONS = {
    "twin": ("shares", "dice"),
    "ally": ("without", "refused"),
    "familiar": ("stat", "pool"),
}


def check(ruleset: Ruleset) -> None:
    """Refuse a ruleset that no girl can be made by.

    Raises InvalidValue.
    """
    _steps(ruleset)
    for price in ruleset["prices"].rows.values():
        _price(price)
    _companions(ruleset)
    _derived(ruleset)


def _steps(ruleset: Ruleset) -> None:
    """Each die has a table, and each perk die a column."""
    steps = ruleset["steps"].rows
    for key, row in steps.items():
        if row["dice"]:
            _one_of(key, (*_single(), PERKS), f"/tables/steps/rows/{key}")
        most = len(ruleset["perks"].rows) if key == PERKS else 1
        _at_most(row["dice"], most, f"/tables/steps/rows/{key}/dice")
    _perk_dice(ruleset, _there(steps, PERKS, "/tables/steps/rows"))


def _perk_dice(ruleset: Ruleset, perks: Row) -> None:
    columns = _said(perks, "columns", "/tables/steps/rows")
    at = f"/tables/steps/rows/{PERKS}/columns"
    if len(columns) != perks["dice"]:
        rule = "too_short" if len(columns) < perks["dice"] else "too_long"
        raise InvalidValue(rule, pointer=at, limit=perks["dice"])
    _columns(ruleset, columns, at)


def _price(price: Row) -> None:
    at = "/tables/prices/rows"
    _one_of(price["step"], _STEPS_OF[price["use"]], f"{at}/{price.key}/step")
    if needed := _SAYS.get(price["use"]):
        _said(price, needed, at)


def _companions(ruleset: Ruleset) -> None:
    at = "/tables/companions/rows"
    for key, fields in _COMPANIONS.items():
        row = _there(ruleset["companions"].rows, key, at)
        for field in fields:
            _said(row, field, at)
    for place, kind in enumerate(ruleset["companions"]["twin"]["dice"]):
        _one_of(kind, _single(), f"{at}/twin/dice/{place}")
    for form in ruleset["twin_forms"].rows.values():
        _one_of(form["penalty"], _numbers(ruleset), f"/tables/twin_forms/rows/{form.key}/penalty")
    _allies(ruleset)


def _allies(ruleset: Ruleset) -> None:
    at = "/tables/ally_dice/rows"
    for key in ruleset.settings["ally_dice"].shape.choices:
        row = _there(ruleset["ally_dice"].rows, key, at)
        for place, kind in enumerate(row["steps"]):
            _one_of(kind, _single(), f"{at}/{key}/steps/{place}")
        _columns(ruleset, row["perks"], f"{at}/{key}/perks", _refused(ruleset))
    for kind in ruleset["ally_kinds"].rows.values():
        if "monster_perks" in kind.fields:
            _monsters(ruleset, kind)


def _refused(ruleset: Ruleset) -> tuple[str, ...]:
    """Return the perks that no ally may have."""
    grants = ruleset["companions"]["ally"]["refused"]
    return tuple(key for key, row in ruleset["perks"].rows.items() if set(granted(row)) & {*grants})


def _monsters(ruleset: Ruleset, kind: Row) -> None:
    for name in ("chosen", "rolled"):
        at = f"/tables/ally_kinds/rows/{kind.key}/monster_perks/{name}"
        if name not in kind["monster_perks"]:
            raise InvalidValue("required", pointer=at)
        _at_most(kind["monster_perks"][name], len(ruleset["monster_perks"].rows), at)


def _derived(ruleset: Ruleset) -> None:
    for row in ruleset["derived"].rows.values():
        at = f"/tables/derived/rows/{row.key}"
        _one_of(row["stat"], ruleset.vocabulary.stats, f"{at}/stat")
        if "rounding" in row.fields:
            _one_of(row["rounding"], ruleset.settings, f"{at}/rounding")


def _single() -> tuple[str, ...]:
    """Return the kinds that one die gives."""
    return ("age", "body", *_ROWS)


def _numbers(ruleset: Ruleset) -> Iterator[str]:
    return (name for name, each in ruleset.settings.items() if each.shape.type == "integer")


def _columns(
    ruleset: Ruleset, columns: Sequence[int], at: str, refused: Collection[str] = ()
) -> None:
    """Each die reads a column with a row left for it, or throwing again would never end."""
    rows = ruleset["perks"].rows
    free = Counter(row[COLUMN] for key, row in rows.items() if key not in refused)
    for place, column in enumerate(columns):
        _one_of(str(column), map(str, sorted(free)), f"{at}/{place}")
        if columns[: place + 1].count(column) > free[column]:
            raise InvalidValue("too_large", pointer=f"{at}/{place}", limit=free[column])


def _there(rows: Mapping[str, Row], key: str, at: str) -> Row:
    if key not in rows:
        raise InvalidValue("required", pointer=f"{at}/{key}")
    return rows[key]


def _said(row: Row, field: str, at: str) -> Any:  # noqa: ANN401 - its type is data
    if field not in row.fields:
        raise InvalidValue("required", pointer=f"{at}/{row.key}/{field}")
    return row[field]


def _at_most(value: int, most: int, at: str) -> None:
    if value > most:
        raise InvalidValue("too_large", pointer=at, limit=most)


def _one_of(value: str, known: Iterable[str], at: str) -> None:
    choices = tuple(known)
    if value not in choices:
        raise InvalidValue("not_a_choice", pointer=at, choices=", ".join(choices))
