"""What a sheet gives for a check: asked by the dice service, for a member of a room."""

from collections.abc import Iterator, Mapping
from typing import Any

from majokko_characters.creations import Creations
from majokko_characters.sheets import store
from majokko_characters.sheets.records import Kept
from majokko_characters.sheets.written import read
from majokko_contracts.characters import LookedUp, LookUp
from majokko_kit.database import Database
from majokko_kit.refusals import NotFound
from majokko_rules import systems
from majokko_rules.errors import InvalidValue, RuleError
from majokko_rules.systems.system import FromSheet, Wanted

_PLACES: Mapping[str, tuple[str, ...]] = {
    "skill": ("checks", "skills"),
    "stat": ("stats", "attributes", "derived"),
}
"""Where sheets of all systems keep what is rolled for, by what it is called in a request."""

_SINGLE = "single"


class LookUps:
    def __init__(self, database: Database, creations: Creations) -> None:
        self._database = database
        self._creations = creations

    async def answer(self, asked: LookUp) -> LookedUp:
        """Raises NotFound where she has no right, InvalidValue for a name that is on no sheet."""
        async with self._database.reading() as sql:
            found = await store.one(sql, asked.character, asked.tenant)
        if found is None or not _may(found[0], asked):
            raise NotFound("thing", pointer="/character/id")
        kept = found[0]
        return LookedUp(id=kept.id, name=kept.name, check=self._check(kept, asked))

    def _check(self, kept: Kept, asked: LookUp) -> dict[str, Any]:
        """Let the system make up the check, or give it the one number that was named."""
        from_sheet = systems.SYSTEMS[kept.system].from_sheet
        if from_sheet and self._creations.knows(kept.ruleset, kept.digest):
            return {"system": kept.system, **self._made_up(kept, asked, from_sheet)}
        return _check(kept, asked)

    def _made_up(self, kept: Kept, asked: LookUp, from_sheet: FromSheet) -> Mapping[str, object]:
        ruleset = self._creations.kept(kept.ruleset, kept.digest).ruleset
        wanted = Wanted(asked.skill, asked.stat, asked.check)
        try:
            return from_sheet(ruleset, read(kept.values), wanted)
        except RuleError as error:
            raise error.under("/character") from None


def _may(kept: Kept, asked: LookUp) -> bool:
    """Whoever has the seat rolls for her, and so do the game masters of the room."""
    if kept.deleted_at is not None or kept.room != asked.room:
        return False
    return asked.role == "gm" or kept.member == asked.member


def _check(kept: Kept, asked: LookUp) -> dict[str, Any]:
    kind = "skill" if asked.skill is not None else "stat"
    number = _number(kept, kind, asked.skill or asked.stat or "")
    single = systems.SYSTEMS[kept.system].form.kinds[_SINGLE]
    return {"system": kept.system, next(iter(single.requires)): number}


def _number(kept: Kept, kind: str, entry: str) -> int:
    numbers = dict(_numbers(kept, kind))
    if entry not in numbers:
        at = f"/character/{kind}"
        raise InvalidValue("not_a_choice", pointer=at, choices=", ".join(numbers) or "–")
    return numbers[entry]


def _numbers(kept: Kept, kind: str) -> Iterator[tuple[str, int]]:
    """Yield what can be rolled for, the places that matter most last."""
    for place in reversed(_PLACES[kind]):
        for name, value in kept.values.items():
            section, _, entry = name.partition(".")
            if section == place and type(value["value"]) is int:
                yield entry, value["value"]
