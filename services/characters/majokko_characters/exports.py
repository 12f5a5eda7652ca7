"""Serves characters as files, in forms that other programs read."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from http import HTTPStatus
from typing import Annotated, Literal

import orjson
from fastapi import APIRouter, Path, Query, Request, Response

from majokko_characters.deps import characters_of
from majokko_characters.sheets.files import document
from majokko_characters.sheets.records import Kept
from majokko_characters.sheets.shapes import ImportIn
from majokko_kit import auth, query
from majokko_kit.call import Call, of_scope
from majokko_kit.documented import UNCHANGED, documented
from majokko_kit.front import conditional
from majokko_kit.front.conditional import Sent
from majokko_kit.operations import Asked
from majokko_kit.operations.openapi import LANG
from majokko_kit.operations.operation import NOTHING
from majokko_kit.operations.reading import path_names
from majokko_kit.operations.rest import OWN
from majokko_rules.errors import InvalidValue

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


@dataclass(frozen=True, slots=True)
class Form:
    """One form of a file; `write` is given a character and a language."""

    media: str
    ending: str
    write: Callable[[Kept, str], bytes]


def _ours(kept: Kept, _: str) -> bytes:
    return orjson.dumps(document(kept))


FORMS: Mapping[str, Form] = {"json": Form("application/json", "json", _ours)}
"""Forms by what a request calls them; the first is the default."""

_STANDARD = next(iter(FORMS))

router = APIRouter()


@router.get(
    "/v1/characters/{character}/export",
    name="exportCharacter",
    summary="Take a character along as a file",
    response_model=ImportIn,
    responses={
        200: {"description": "The file.", "content": {"application/json": {"example": _EXAMPLE}}},
        **UNCHANGED,
        **documented(*_REFUSALS),
    },
)
async def export(
    request: Request,
    character: Annotated[str, Path(examples=["chr_01KB9Q1Z4G2E6T8K0N3R5W7Y1C"])],
    form: Annotated[Literal["json"], Query(alias="format")] = "json",
    lang: LANG = None,
) -> Response:
    """Whoever sees the sheet may export it; `POST /v1/characters/import` takes `json` in again."""
    del form, lang  # declared for OpenAPI
    call = of_scope(request.scope)
    wanted = _form(query.read(call, "format").get("format", _STANDARD))
    path = path_names({"character": character})
    token = auth.bearer(call.headers.get(b"authorization"))
    asked = Asked(operation="exportCharacter", body=NOTHING, path=path, token=token)
    kept = await characters_of(call).files.export(asked)
    return _file(call, kept, wanted, wanted.write(kept, call.locale))


def _form(name: str) -> Form:
    if name not in FORMS:
        raise InvalidValue("not_a_choice", pointer="/format", choices=", ".join(FORMS))
    return FORMS[name]


def _file(call: Call, kept: Kept, form: Form, body: bytes) -> Response:
    """Answer with the file, or only with its tag if the caller has it already."""
    headers = [
        (b"content-type", form.media.encode()),
        (b"content-disposition", f'attachment; filename="{kept.id}.{form.ending}"'.encode()),
        (b"cache-control", OWN),
        (b"vary", b"authorization"),
    ]
    sent = conditional.settled(call, Sent(HTTPStatus.OK, headers, body))
    response = Response(sent.body, sent.status)
    response.raw_headers = [(b"content-length", b"%d" % len(sent.body)), *sent.headers]
    return response
