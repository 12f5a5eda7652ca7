"""How sheets are kept, and how they are shown: names with dots become objects in objects."""

from collections.abc import Mapping
from typing import Any

from majokko_rules.creation import Because, Sheet, Value

Json = Mapping[str, Any]
Values = Mapping[str, Json]
"""Values of a sheet by name, `stats.STR`; each has `value` and `because`."""


_REASON = tuple(Because.__slots__)


def written(sheet: Sheet) -> Values:
    return {name: _value(value) for name, value in sheet.values.items()}


def read(values: Values) -> Sheet:
    return Sheet({name: _read(value) for name, value in values.items()})


def nested(values: Values) -> dict[str, Any]:
    """Show `stats.STR` as the member `STR` of `stats`.

    >>> nested({"age": {"value": 9}, "stats.STR": {"value": 7}})
    {'age': {'value': 9}, 'stats': {'STR': {'value': 7}}}
    """
    shown: dict[str, Any] = {}
    for name, value in values.items():
        *steps, last = name.split(".")
        place = shown
        for step in steps:
            place = place.setdefault(step, {})
        place[last] = {**place.get(last, {}), **value}
    return shown


def _value(value: Value) -> Json:
    return {"value": value.value, "because": [_because(each) for each in value.because]}


def _because(because: Because) -> Json:
    told = {name: getattr(because, name) for name in _REASON}
    return {name: one for name, one in told.items() if one is not None}


def _read(value: Json) -> Value:
    """Read what `_value` has written; a tuple comes back as a list."""
    reasons = ({name: one.get(name) for name in _REASON} for one in value["because"])
    return Value(value["value"], tuple(Because(**reason) for reason in reasons))
