"""What unit a character is: asked by the dice service, for a member of a room."""

from functools import partial

from majokko_characters.creations import Creations
from majokko_characters.sheets import store
from majokko_characters.sheets.records import Kept
from majokko_characters.sheets.written import read
from majokko_contracts.units import FindUnit, UnitAnti, UnitFactor, UnitFound, UnitOriginal
from majokko_kit import locale
from majokko_kit.database import Database
from majokko_kit.refusals import NotFound
from majokko_rules.catalog import LOCALES
from majokko_rules.errors import IllegalAction
from majokko_rules.systems.aaws import SYSTEM
from majokko_rules.systems.aaws.creation import sheets
from majokko_rules.systems.aaws.procedure import Unit
from majokko_rules.systems.aaws.procedure.units import Original

_AT = "/character"


class UnitLookUps:
    def __init__(self, database: Database, creations: Creations) -> None:
        self._database = database
        self._creations = creations

    async def answer(self, asked: FindUnit) -> UnitFound:
        """Raises NotFound where she has no right, IllegalAction for one who is no unit."""
        async with self._database.reading() as sql:
            found = await store.one(sql, asked.character, asked.tenant)
        if found is None or not found[0].is_rolled_for_by(asked):
            raise NotFound("thing", pointer=_AT)
        kept = found[0]
        if kept.system != SYSTEM.id:
            raise IllegalAction("other_system", pointer=_AT, system=SYSTEM.id)
        return _told(kept, self._unit(kept, locale.chosen(asked.locale) or LOCALES[0]))

    def _unit(self, kept: Kept, language: str) -> Unit:
        ruleset = self._creations.kept(kept.ruleset, kept.digest).ruleset
        named = partial(ruleset.names.row, "originals", locale=language)
        return sheets.unit(ruleset, read(kept.values), named)


def _told(kept: Kept, unit: Unit) -> UnitFound:
    return UnitFound(
        character=kept.id,
        name=kept.name,
        member=kept.member,
        reviewed=unit.reviewed,
        originals=tuple(_original(unit, one) for one in unit.originals),
        antis=tuple(UnitAnti(id=one.id, name=one.name, fumble=one.fumble) for one in unit.antis),
    )


def _original(unit: Unit, one: Original) -> UnitOriginal:
    factors = [
        UnitFactor(id=each.id, name=each.name, first_used=each.first_used)
        for each in unit.factors
        if each.original == one.id
    ]
    return UnitOriginal(
        id=one.id, name=one.name, level=one.level, note=one.note, factors=tuple(factors)
    )
