"""How a unit stands on a sheet, and how it is read from there.

`originals.<id>` is the level of an original factor, `names.<id>` what the player calls one of her
own, `factors.<id>` lists what stands under it, each with `id`, `name` and `first_used`; `antis`
lists `id`, `name` and `fumble`. `approvals.factors` says how far the game master's review is.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from typing import Any, Literal

from majokko_rules.creation import Because, Sheet, Value
from majokko_rules.rulesets import Ruleset
from majokko_rules.systems.aaws.procedure.units import Anti, Factor, Original, Unit

Standing = Literal["waiting", "questioned", "approved"]
WAITING: Standing = "waiting"
QUESTIONED: Standing = "questioned"
APPROVED: Standing = "approved"
APPROVAL = "approvals.factors"
ANTIS = "antis"

Named = Callable[[str], str]
"""What a reader calls an original factor of the ruleset."""


def unit(
    ruleset: Ruleset, sheet: Sheet, named: Named = str, *, key: str = "", player: str | None = None
) -> Unit:
    """Return the unit as a room keeps it under `key`; its factors bear the ids of the sheet."""
    originals = tuple(_original(ruleset, sheet, key, named) for key in keys(sheet))
    factors = [factor for original in originals for factor in factors_of(sheet, original.id)]
    return Unit(
        id=key,
        name=str(sheet["name"].value),
        player=player,
        originals=originals,
        factors=tuple(factors),
        antis=antis_of(sheet),
        reviewed=sheet[APPROVAL].value == APPROVED,
    )


def keys(sheet: Sheet) -> Sequence[str]:
    """Return the ids of the original factors."""
    split = (name.partition(".") for name in sheet.values)
    return [key for section, _, key in split if section == "originals"]


def factors_of(sheet: Sheet, original: str) -> tuple[Factor, ...]:
    listed = _listed(sheet, f"factors.{original}")
    return tuple(Factor(one["id"], original, one["name"], one["first_used"]) for one in listed)


def antis_of(sheet: Sheet) -> tuple[Anti, ...]:
    return tuple(Anti(one["id"], one["name"], one["fumble"]) for one in _listed(sheet, ANTIS))


def _listed(sheet: Sheet, name: str) -> Sequence[Mapping[str, Any]]:
    """Return a list of the sheet; none where a game master wrote something else instead."""
    held = sheet.values.get(name)
    return held.value if held and isinstance(held.value, list | tuple) else ()


def holder(sheet: Sheet, factor: str) -> str | None:
    """Return the original factor that a factor stands under."""
    every = ((key, factors_of(sheet, key)) for key in keys(sheet))
    return next((key for key, under in every if any(one.id == factor for one in under)), None)


def with_unit(sheet: Sheet, after: Unit, reason: Because) -> Sheet:
    """Write factors and anti factors that differ, with what changed them."""
    values = dict(sheet.values)
    for key in keys(sheet):
        under = [factor for factor in after.factors if factor.original == key]
        _write(values, f"factors.{key}", factors_shown(under), reason)
    _write(values, ANTIS, antis_shown(after.antis), reason)
    return Sheet(values)


def factors_shown(factors: Sequence[Factor]) -> tuple[Mapping[str, str | None], ...]:
    return tuple({"id": f.id, "name": f.name, "first_used": f.first_used} for f in factors)


def antis_shown(antis: Sequence[Anti]) -> tuple[Mapping[str, Any], ...]:
    return tuple(asdict(anti) for anti in antis)


def _write(
    values: dict[str, Value], name: str, after: Sequence[Mapping[str, Any]], reason: Because
) -> None:
    """Whoever keeps sheets as JSON gives tuples back as lists; that is no change."""
    before = values[name]
    if not isinstance(before.value, list | tuple) or tuple(before.value) != after:
        values[name] = Value(after, (*before.because, reason))


def _original(ruleset: Ruleset, sheet: Sheet, key: str, named: Named) -> Original:
    own = sheet.values.get(f"names.{key}")
    row = ruleset["originals"].rows.get(key)
    note = row.get("note") if row else None
    name = str(own.value) if own else named(key)
    level = sheet[f"originals.{key}"].value
    return Original(key, name, level if isinstance(level, int) else 0, note)
