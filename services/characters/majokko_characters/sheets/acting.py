"""Lets something become of a sheet once its creation is over, by the rules of its system.

Every such act is kept: a character that is made again from a file goes through them, too.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import orjson

from majokko_characters.creations import Creations
from majokko_characters.sheets.records import Change, Json, Kept
from majokko_characters.sheets.written import Values, read, written
from majokko_rules import systems
from majokko_rules.creation import Sheet
from majokko_rules.errors import IllegalAction, RuleError
from majokko_rules.rulesets import Ruleset


def after(creations: Creations, kept: Kept, act: Json) -> tuple[Kept, Sequence[Change]]:
    """Return the character after an act, and what it changed; nothing, if it was done before.

    Raises what the rules refuse it with, pointing into the act.
    """
    ruleset = creations.kept(kept.ruleset, kept.digest).ruleset
    sheet = _as_kept(acted(ruleset, read(kept.sheet), act))
    changes = list(_differences(kept.sheet, sheet))
    if not changes:
        return kept, ()
    return replace(kept, sheet=sheet, played=[*kept.played, act]), changes


def acted(ruleset: Ruleset, sheet: Sheet, act: Json) -> Sheet:
    """Raises IllegalAction where the rulebook has nothing to do any more, and what it refuses."""
    act_on = systems.SYSTEMS[ruleset.system].acted
    if act_on is None:
        able = [name for name, system in systems.SYSTEMS.items() if system.acted]
        raise IllegalAction("other_system", system=", ".join(able))
    return act_on(ruleset, sheet, act)


def acted_all(ruleset: Ruleset, sheet: Sheet, acts: Sequence[Json]) -> Sheet:
    """Raises what an act is refused with, pointing into `/played`."""
    for number, act in enumerate(acts):
        try:
            sheet = acted(ruleset, sheet, act)
        except RuleError as error:
            raise error.under(f"/played/{number}") from None
    return sheet


def _as_kept(sheet: Sheet) -> Values:
    """Write a sheet as the database gives it back, so that it can be compared."""
    values: Mapping[str, Any] = orjson.loads(orjson.dumps(written(sheet)))
    return values


def _differences(before: Values, after: Values) -> Iterator[Change]:
    for name in dict.fromkeys((*before, *after)):
        old, new = (values[name]["value"] if name in values else None for values in (before, after))
        if old != new:
            yield Change(f"sheet.{name}", old, new)
