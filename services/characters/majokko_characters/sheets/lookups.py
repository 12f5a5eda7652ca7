"""What a sheet gives for a check: asked by the dice service, for a member of a room."""

from collections.abc import Mapping
from typing import Any

from majokko_characters.creations import Creations
from majokko_characters.sheets import store
from majokko_characters.sheets.records import Kept
from majokko_characters.sheets.written import read
from majokko_contracts.characters import LookedUp, LookUp
from majokko_kit.database import Database
from majokko_kit.refusals import NotFound
from majokko_rules import systems
from majokko_rules.errors import InvalidValue
from majokko_rules.systems.system import System, Wanted

_AT = "/character"
_PLACES: Mapping[str, tuple[str, ...]] = {
    "skill": ("skills",),
    "stat": ("stats", "attributes", "derived"),
}
"""Where sheets keep what is rolled for, by what it is called in a request."""

_SINGLE = "single"


class LookUps:
    def __init__(self, database: Database, creations: Creations) -> None:
        self._database = database
        self._creations = creations

    async def answer(self, asked: LookUp) -> LookedUp:
        """Raises NotFound where she has no right, InvalidValue for a name that is on no sheet."""
        async with self._database.reading() as sql:
            found = await store.one(sql, asked.character, asked.tenant)
        if found is None or not found[0].is_open_to(asked):
            raise NotFound("thing", pointer=f"{_AT}/id")
        kept = found[0]
        check = {"system": kept.system, **self._fields(kept, asked)}
        return LookedUp(id=kept.id, name=kept.name, check=check)

    def _fields(self, kept: Kept, asked: LookUp) -> Mapping[str, Any]:
        system = systems.SYSTEMS[kept.system]
        if system.from_sheet is None:
            return _one_number(system, kept, asked)
        ruleset = self._creations.kept(kept.ruleset, kept.digest).ruleset
        wanted = Wanted(asked.skill, asked.stat, asked.check)
        try:
            return system.from_sheet(ruleset, read(kept.values), wanted)
        except InvalidValue as error:
            raise error.under(_AT) from None


def _one_number(system: System, kept: Kept, asked: LookUp) -> Mapping[str, Any]:
    """Return what the system's single check cannot do without, as the sheet says it."""
    kind, entry = ("skill", asked.skill) if asked.skill is not None else ("stat", asked.stat)
    numbers = _numbers(kept, kind)
    if entry is None or entry not in numbers:
        listed = ", ".join(numbers) or "–"
        raise InvalidValue("not_a_choice", pointer=f"{_AT}/{kind}", choices=listed)
    return {next(iter(system.form.kinds[_SINGLE].requires)): numbers[entry]}


def _numbers(kept: Kept, kind: str) -> Mapping[str, int]:
    """Return what can be rolled for; of one name in several places, the first place counts."""
    found: dict[str, int] = {}
    for place in _PLACES[kind]:
        for name, value in kept.values.items():
            section, _, entry = name.partition(".")
            if section == place and type(value["value"]) is int:
                found.setdefault(entry, value["value"])
    return found
