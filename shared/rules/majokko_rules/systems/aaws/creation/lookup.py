"""What a sheet gives to a check: as many factors as stand under an original one, all of them safe.

Those who roll say how many of them they roll instead.
"""

from collections.abc import Mapping

from majokko_rules.creation import Sheet
from majokko_rules.systems.aaws.creation import sheets
from majokko_rules.systems.aaws.procedure.units import unknown


def lookup(sheet: Sheet, original: str, given: Mapping[str, object]) -> Mapping[str, int]:
    """Return `fixed` of a check, what is `rolled` in it taken off.

    Raises InvalidValue for an original factor that the unit does not have.
    """
    known = sheets.keys(sheet)
    if original not in known:
        raise unknown(known, "/skill")
    rolled = given.get("rolled")
    own = len(sheets.factors_of(sheet, original))
    return {"fixed": max(0, own - rolled) if isinstance(rolled, int) else own}
