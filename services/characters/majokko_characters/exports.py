"""Serves characters as files, in forms that other programs read."""

from dataclasses import dataclass
from http import HTTPStatus
from typing import Annotated, Literal

import orjson
from fastapi import APIRouter, Path, Query, Request, Response

from majokko_characters.deps import Characters, characters_of
from majokko_characters.sheets.files import document
from majokko_characters.sheets.records import Kept
from majokko_characters.sheets.shapes import CharacterFile
from majokko_characters.sheets.written import read
from majokko_kit import auth, query
from majokko_kit.call import Call, of_scope
from majokko_kit.documented import UNCHANGED, documented
from majokko_kit.front import conditional
from majokko_kit.front.conditional import Sent
from majokko_kit.operations import Asked, Nothing
from majokko_kit.operations.openapi import LANG
from majokko_kit.operations.operation import NOTHING
from majokko_kit.operations.reading import path_names
from majokko_kit.operations.rest import OWN
from majokko_rules import exports
from majokko_rules.errors import InvalidValue
from majokko_rules.exports import Portrait

_EXAMPLE = {
    "format": "majokko.character/1",
    "name": "Homura",
    "ruleset": "amgc@1",
    "moves": [{"offer": None, "picks": {}, "faces": [19, 6, 8, 16, 13, 7, 14, 2, 16, 17, 1, 12]}],
}
_REFUSALS = (
    "not_found",
    "token_missing",
    "forbidden",
    "unknown_field",
    "invalid_value",
    "dependency_away",
    "quota_exceeded",
    "internal",
)


_TEXT = {"type": "string"}
_CONTENT = {
    "application/json": {"example": _EXAMPLE},
    "text/markdown": {"schema": _TEXT, "example": "# Homura\n\n## transformed\n"},
    "image/svg+xml": {
        "schema": _TEXT,
        "example": '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 720 410"></svg>',
    },
    "text/plain": {"schema": _TEXT, "example": ".st strength7 agility9 HP14 HPmax18"},
}
_OURS = "json"
_CHOICES = ", ".join((_OURS, *exports.FORMS))


@dataclass(frozen=True, slots=True)
class File:
    """What is sent: its media type, how its name ends, and its bytes."""

    media: str
    ending: str
    body: bytes


router = APIRouter()


@router.get(
    "/v1/characters/{character}/export",
    name="exportCharacter",
    summary="Take a character along as a file",
    response_model=CharacterFile,
    responses={
        200: {"description": "The file.", "content": _CONTENT},
        **UNCHANGED,
        **documented(*_REFUSALS),
    },
)
async def export(
    request: Request,
    character: Annotated[str, Path(examples=["chr_01KB9Q1Z4G2E6T8K0N3R5W7Y1C"])],
    form: Annotated[
        Literal["json", "markdown", "svg", "ccfolia", "sealdice"], Query(alias="format")
    ] = "json",
    lang: LANG = None,
) -> Response:
    """Whoever sees the sheet may export it; `POST /v1/characters/import` takes `json` in again.

    `markdown` is a sheet to read, `svg` a card to look at, `ccfolia` a piece to paste on a board,
    `sealdice` the `.st` line of dice bots.
    """
    del form, lang  # declared for OpenAPI
    call = of_scope(request.scope)
    wanted = _form(query.read(call, "format").get("format", _OURS))
    path = path_names({"character": character})
    token = auth.bearer(call.headers.get(b"authorization"))
    asked = Asked(operation="exportCharacter", body=NOTHING, path=path, token=token)
    kept, file = await _written(characters_of(call), asked, wanted, call.locale)
    return _answer(call, kept, file)


def _form(name: str) -> str:
    if name != _OURS and name not in exports.FORMS:
        raise InvalidValue("not_a_choice", pointer="/format", choices=_CHOICES)
    return name


async def _written(
    characters: Characters, asked: Asked[Nothing], form: str, locale: str
) -> tuple[Kept, File]:
    kept = await characters.files.export(asked)
    if form == _OURS:
        return kept, File("application/json", "json", orjson.dumps(document(kept)))
    portrait = Portrait(
        name=kept.name,
        ruleset=characters.rulesets.kept(kept.ruleset, kept.digest),
        sheet=read(kept.values),
        marks=kept.marks,
        notes=kept.notes,
    )
    written = exports.write(form, portrait, locale)
    return kept, File(written.media, written.ending, written.text.encode())


def _answer(call: Call, kept: Kept, file: File) -> Response:
    """Answer with the file, or only with its tag if the caller has it already."""
    headers = [
        (b"content-type", file.media.encode()),
        (b"content-disposition", f'attachment; filename="{kept.id}.{file.ending}"'.encode()),
        (b"cache-control", OWN),
        (b"vary", b"authorization"),
    ]
    sent = conditional.settled(call, Sent(HTTPStatus.OK, headers, file.body))
    response = Response(sent.body, sent.status)
    response.raw_headers = [(b"content-length", b"%d" % len(sent.body)), *sent.headers]
    return response
