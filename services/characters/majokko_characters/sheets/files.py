"""Characters as files: ours, which holds all that leads to the sheet."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from majokko_characters.creations import Creations
from majokko_characters.sheets import lines, views
from majokko_characters.sheets.acting import acted_all
from majokko_characters.sheets.births import Births, Newborn
from majokko_characters.sheets.changes import (
    checked_acts,
    checked_marks,
    checked_notes,
    checked_override,
)
from majokko_characters.sheets.doors import Seen
from majokko_characters.sheets.guard import Guard
from majokko_characters.sheets.records import Kept
from majokko_characters.sheets.replaying import replayed
from majokko_characters.sheets.shapes import ImportIn, OverrideKept
from majokko_characters.sheets.written import nested, written
from majokko_kit.database import Commands, Work
from majokko_kit.names import named
from majokko_kit.operations import Asked, Done, Nothing
from majokko_kit.refusals import Forbidden
from majokko_rules.errors import InvalidValue
from majokko_rules.exports import Told

FORMAT = "majokko.character/1"


class Files:
    def __init__(
        self, commands: Commands, creations: Creations, births: Births, guard: Guard
    ) -> None:
        self._commands = commands
        self._creations = creations
        self._births = births
        self._guard = guard

    async def take_in(self, asked: Asked[ImportIn]) -> Done[views.CharacterCreated]:
        """Make a character of a file. Nobody vouches for its dice: they count as supplied.

        Raises InvalidValue, UnknownField, NotOnOffer, PendingChoices, IllegalAction, refusals of
        faces.
        """
        child = self._read(asked)

        async def bear(work: Work) -> views.CharacterCreated:
            return await self._births.bear(work, child, "imported")

        return await self._commands.run(asked, views.CharacterCreated, bear)

    async def export(self, asked: Asked[Nothing]) -> Kept:
        """Return a character whose sheet the one who asks may see; strangers get no notes.

        Raises NotFound, Forbidden.
        """
        at = await self._guard.look(asked)
        if not _may_read(at):
            raise Forbidden("role")
        return at.kept if at.me else replace(at.kept, notes={})

    def _read(self, asked: Asked[ImportIn]) -> Newborn:
        body = asked.body
        creation = self._creations.find(_precise(body.ruleset, body.ruleset_hash))
        ruleset = creation.ruleset
        options = ruleset.options(body.options)
        moves = lines.moves(body, asked.locale)
        told = lines.told(creation, moves, "/st" if body.st else "/moves/0")
        if told:
            begun = lines.sheet(creation, options, told)
        else:
            begun = replayed(creation, options, moves).finish()
        played = checked_acts(body.played)
        sheet = written(acted_all(ruleset, begun, played))
        if body.sheet is not None and not _agrees(body.sheet, nested(sheet)):
            raise InvalidValue("said_otherwise", pointer="/sheet", name="moves")
        return Newborn(
            tenant=asked.tenant,
            name=named(_name(body, told), "/name"),
            system=ruleset.system,
            ruleset=ruleset.name,
            digest=ruleset.hash,
            source="supplied",
            options=options,
            moves=[move.model_dump(mode="json") for move in moves],
            played=played,
            sheet=sheet,
            marks=checked_marks({**_marks(body, told), **body.marks}),
            notes=checked_notes({**_notes(body, told), **body.notes}),
            overrides={name: _override(name, one) for name, one in body.overrides.items()},
        )


def document(kept: Kept) -> Mapping[str, Any]:
    """Return the file of a character; `take_in` makes the same character of it.

    What the game master has decided stands in `overrides`, and not in `sheet`.
    """
    return {
        "format": FORMAT,
        "name": kept.name,
        "ruleset": kept.ruleset,
        "ruleset_hash": kept.digest,
        "options": kept.options,
        "moves": kept.moves,
        "played": kept.played,
        "sheet": nested(kept.sheet),
        "marks": kept.marks,
        "notes": kept.notes,
        "overrides": kept.overrides,
    }


def _name(body: ImportIn, told: Told | None) -> str:
    """Raises InvalidValue where nobody says it."""
    name = body.name or (told.name if told else None)
    if name is None:
        raise InvalidValue("required", pointer="/name")
    return name


def _marks(body: ImportIn, told: Told | None) -> Mapping[str, int]:
    """What a line says is left; a file of ours has marks of its own."""
    return told.marks if told and body.st else {}


def _notes(body: ImportIn, told: Told | None) -> Mapping[str, str]:
    return lines.notes(told) if told and body.st else {}


def _may_read(at: Seen) -> bool:
    return at.me is not None or at.kept.shown == "sheet"


def _precise(name: str, digest: str | None) -> str:
    return name if digest is None else f"{name}#{digest}"


def _agrees(said: object, made: object) -> bool:
    """Compare as JSON does: a list is a list, and 1 is not true."""
    if isinstance(said, Mapping) and isinstance(made, Mapping):
        return said.keys() == made.keys() and all(_agrees(said[n], made[n]) for n in said)
    if isinstance(said, list | tuple) and isinstance(made, list | tuple):
        return len(said) == len(made) and all(map(_agrees, said, made))
    return type(said) is type(made) and said == made


def _override(name: str, override: OverrideKept) -> Mapping[str, Any]:
    checked_override(name, override)
    at = f"/overrides/{name}/by"
    return {**override.model_dump(mode="json"), "by": named(override.by, at)}
