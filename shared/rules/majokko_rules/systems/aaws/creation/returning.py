"""Writes back to a sheet what checks in a room did to its unit.

A room tells each effect of a check in an event `unit.changed`:

    {"unit": …, "version": …, "check": …,
     "effect": {"kind": "renamed", "unit": …, "factor": …, "name": …}}

An event may come twice; the second time it changes nothing.
"""

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from majokko_rules.creation import Because, Sheet
from majokko_rules.errors import InvalidValue
from majokko_rules.rulesets import Ruleset
from majokko_rules.systems.aaws.creation import sheets
from majokko_rules.systems.aaws.procedure.effects import (
    Effect,
    Hindered,
    Registered,
    Renamed,
    Struck,
    Used,
    applied,
)
from majokko_rules.systems.aaws.procedure.units import Unit, unknown

_KINDS: Mapping[str, type[Effect]] = {
    "registered": Registered,
    "renamed": Renamed,
    "struck": Struck,
    "used": Used,
    "hindered": Hindered,
}
_IDS = ("factor", "original", "anti")
_SAME: Mapping[str, str] = {}


def returned(
    ruleset: Ruleset, sheet: Sheet, told: Mapping[str, Any], ids: Mapping[str, str] = _SAME
) -> Sheet:
    """Return the sheet after an event; one that tells no effect of a check changes nothing.

    `ids` says how the sheet calls factors and original factors that the room calls otherwise.

    Raises InvalidValue for an effect that is none, or on an original factor that is not here.
    """
    if told.get("effect") is None:
        return sheet
    effect = read(told["effect"], ids)
    unit = sheets.unit(ruleset, sheet)
    if isinstance(effect, Registered) and unit.original(effect.original) is None:
        raise unknown([one.id for one in unit.originals], "/effect/original")
    if _done(unit, effect):
        return sheet
    reason = Because("rule", f"checks.{told.get('check')}")
    return sheets.with_unit(sheet, applied(unit, effect), reason)


def read(told: object, ids: Mapping[str, str] = _SAME) -> Effect:
    """Read an effect as it is told in an event.

    Raises InvalidValue, which points to `/effect` or a member of it.
    """
    if not isinstance(told, Mapping):
        raise InvalidValue("not_object", pointer="/effect")
    kind = _KINDS.get(str(told.get("kind")))
    if kind is None:
        raise unknown(_KINDS, "/effect/kind")
    said = {each.name: _said(told, each.name) for each in fields(kind) if each.name != "kind"}
    return kind(**{name: ids.get(v, v) if name in _IDS else v for name, v in said.items()})


def _said(told: Mapping[str, Any], name: str) -> Any:  # noqa: ANN401 - a text, or no unit
    value = told.get(name)
    if value is None and name == "unit":
        return None
    if not isinstance(value, str):
        raise InvalidValue("not_text", pointer=f"/effect/{name}")
    return value


def _done(unit: Unit, effect: Effect) -> bool:
    """Whether the unit has what an effect gives; the others do nothing the second time."""
    match effect:
        case Registered():
            return unit.factor(effect.factor) is not None
        case Hindered():
            return effect.unit is None or unit.anti(effect.anti) is not None
        case _:
            return False
