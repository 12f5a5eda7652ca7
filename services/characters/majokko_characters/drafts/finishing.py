"""What becomes of a draft in which nothing is open."""

from majokko_characters.drafts.records import Kept
from majokko_characters.sheets.births import NAMELESS, Newborn
from majokko_characters.sheets.written import written
from majokko_kit.names import named
from majokko_rules.creation import Sheet
from majokko_rules.errors import InvalidValue


def newborn(kept: Kept, system: str, sheet: Sheet, name: str | None) -> Newborn:
    """Return the character; she is called as asked, or as her sheet says.

    Raises InvalidValue.
    """
    return Newborn(
        tenant=kept.tenant,
        name=_of_sheet(sheet) if name is None else named(name, "/name"),
        system=system,
        ruleset=kept.ruleset,
        digest=kept.digest,
        source=kept.source,
        options=kept.options,
        moves=kept.moves,
        sheet=written(sheet),
        marks={},
        notes={},
        overrides={},
        room=kept.room,
        member=kept.member,
        draft=kept.id,
    )


def _of_sheet(sheet: Sheet) -> str:
    said = sheet.values.get("name")
    try:
        return named(str(said.value), "/name") if said and said.value else NAMELESS
    except InvalidValue:  # longer than a name may be
        return NAMELESS
