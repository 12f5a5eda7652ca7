"""What a sheet gives to a check: as many factors as stand under an original one, all of them safe.

Those who roll say how many of them they roll instead.
"""

from collections.abc import Mapping

from majokko_rules.creation import Sheet
from majokko_rules.errors import InvalidValue
from majokko_rules.rulesets import Ruleset
from majokko_rules.systems.aaws.creation import sheets
from majokko_rules.systems.aaws.procedure.units import unknown
from majokko_rules.systems.system import Wanted


def from_sheet(_: Ruleset, sheet: Sheet, wanted: Wanted) -> Mapping[str, int]:
    """Return `fixed` of a check of an original factor, what is `rolled` in it taken off.

    Raises InvalidValue for one that the unit does not have; units have no stats to roll for.
    """
    known = sheets.keys(sheet)
    if wanted.stat is not None:
        raise InvalidValue("not_a_choice", pointer="/stat", choices="–")
    if wanted.skill is None or wanted.skill not in known:
        raise unknown(known, "/skill")
    rolled = wanted.given.get("rolled")
    own = len(sheets.factors_of(sheet, wanted.skill))
    return {"fixed": max(0, own - rolled) if isinstance(rolled, int) else own}
