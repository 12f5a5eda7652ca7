"""The dice service's paths, described for OpenAPI and served by the handlers of `rest.py`."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any

from fastapi import APIRouter, Body, Header, Path, Query, Request, Response
from pydantic import BaseModel

from majokko_dice import examples, models, rest
from majokko_kit.call import HotRoute, of_scope
from majokko_kit.documented import UNCHANGED, Responses, documented
from majokko_rules.catalog import LOCALES
from majokko_rules.dice.budget import MAX_TEXT

_REFUSALS = (
    "syntax",
    "budget_exceeded",
    "faces_too_few",
    "faces_too_many",
    "face_out_of_range",
    "unknown_field",
    "invalid_value",
    "illegal_action",
)
_ALWAYS = ("quota_exceeded", "internal")
_BODY = ("bad_json", "body_too_large", "unsupported_media_type", "request_timeout")

HOT: Mapping[tuple[str, str], HotRoute] = {
    ("POST", "/v1/rolls"): rest.create_roll,
    ("POST", "/v1/rolls/batch"): rest.create_roll_batch,
    ("POST", "/v1/odds"): rest.compute_odds,
    ("GET", "/v1/odds/chart.svg"): rest.draw_odds_chart,
    ("GET", "/v1/systems"): rest.list_systems,
    ("GET", "/v1/fairness/keys"): rest.list_fairness_keys,
}
"""Served before FastAPI is reached; all of them are static paths."""

ROOMY = frozenset({"/v1/rolls/batch"})


class Svg(Response):
    media_type = "image/svg+xml"


router = APIRouter()

Lang = Annotated[
    str | None,
    Query(
        description="Language of the texts; before Accept-Language, after a body's `locale`. "
        "A tag that we do not speak never fails.",
        examples=list(LOCALES),
    ),
]
Key = Annotated[
    str | None,
    Header(
        alias="Idempotency-Key",
        min_length=1,
        max_length=255,
        pattern=r'^"?[\x21\x23-\x7e]{1,255}"?$',
        description="The same key with the same body gives the same dice again.",
    ),
]


def _described(
    name: str,
    model: type[BaseModel],
    codes: Sequence[str],
    answer: object,
    also: Responses | None = None,
) -> dict[str, Any]:
    """Return what a route's decorator says besides its path."""
    success = {"description": "Done.", "content": {"application/json": {"example": answer}}}
    return {
        "name": name,
        "response_model": model,
        "responses": {200: success, **(also or {}), **documented(*codes, *_ALWAYS)},
    }


@router.post(
    "/v1/rolls",
    summary="Roll a notation or a check",
    **_described("createRoll", models.Roll, (*_REFUSALS, *_BODY), examples.ROLL),
)
async def create_roll(
    request: Request,
    body: Annotated[models.RollIn, Body(openapi_examples=examples.ROLLS)],
    key: Key = None,
    lang: Lang = None,
) -> Response:
    """Exactly one of `notation` and `check`. Without `faces` we throw the dice and sign a receipt;
    with `faces` the rules resolve dice that were thrown at the table.
    """
    return await _served(request, rest.create_roll, body, key, lang)


@router.post(
    "/v1/rolls/batch",
    summary="Roll up to 1,000 times in one request",
    **_described(
        "createRollBatch",
        models.RollBatch,
        ("unknown_field", "invalid_value", *_BODY),
        examples.BATCH,
    ),
)
async def create_roll_batch(
    request: Request,
    body: Annotated[models.RollBatchIn, Body(openapi_examples=examples.BATCHES)],
    key: Key = None,
    lang: Lang = None,
) -> Response:
    """Every item is answered by its roll or by its own problem, in the order asked."""
    return await _served(request, rest.create_roll_batch, body, key, lang)


@router.post(
    "/v1/odds",
    summary="Tell exact odds",
    **_described("computeOdds", models.Odds, (*_REFUSALS, *_BODY), examples.ODDS),
)
async def compute_odds(
    request: Request,
    body: Annotated[models.OddsIn, Body(openapi_examples=examples.QUESTIONS)],
    exact: Annotated[bool | None, Query(description="Add the odds as fractions.")] = None,
    lang: Lang = None,
) -> Response:
    """Never sampled; what would take too long is refused rather than estimated."""
    return await _served(request, rest.compute_odds, body, exact, lang)


@router.get(
    "/v1/odds/chart.svg",
    summary="Draw exact odds as a picture",
    name="drawOddsChart",
    response_class=Svg,
    responses={
        200: {"description": "A bar chart.", "content": {"image/svg+xml": {"example": "<svg/>"}}},
        **UNCHANGED,
        **documented("syntax", "budget_exceeded", "invalid_value", "unknown_field", *_ALWAYS),
    },
)
async def draw_odds_chart(
    request: Request,
    notation: Annotated[
        str, Query(max_length=MAX_TEXT, description="A plus is written %2B.", examples=["4d6kh3"])
    ],
    lang: Lang = None,
) -> Response:
    """The same odds as `computeOdds`, for people."""
    return await _served(request, rest.draw_odds_chart, notation, lang)


@router.get(
    "/v1/systems",
    summary="List the systems",
    **_described(
        "listSystems",
        models.Systems,
        ("unknown_field", "invalid_value"),
        examples.SYSTEMS,
        UNCHANGED,
    ),
)
async def list_systems(request: Request, lang: Lang = None) -> Response:
    """Checks with their fields and options, commands with their prefixes, names."""
    return await _served(request, rest.list_systems, lang)


@router.get(
    "/v1/systems/{system}",
    summary="Describe one system",
    **_described(
        "getSystem",
        models.System,
        ("unknown_field", "invalid_value", "not_found"),
        examples.SYSTEM,
        UNCHANGED,
    ),
)
async def get_system(
    request: Request, system: Annotated[str, Path(examples=["collapse"])], lang: Lang = None
) -> Response:
    """The same as its entry in `listSystems`."""
    return await _served(request, rest.get_system, system, lang)


@router.get(
    "/v1/fairness/keys",
    summary="List the keys that sign receipts",
    **_described(
        "listFairnessKeys",
        models.Keys,
        ("unknown_field", "invalid_value"),
        examples.KEYS,
        UNCHANGED,
    ),
)
async def list_fairness_keys(request: Request) -> Response:
    """Ed25519 public keys with the time in which each is in force, the youngest first."""
    return await _served(request, rest.list_fairness_keys)


async def _served(request: Request, handler: HotRoute, *_declared: object) -> Response:
    """Answer by the handler, which reads the call itself; parameters are declared for OpenAPI."""
    answer = await handler(of_scope(request.scope))
    return Response(
        answer.body,
        answer.status,
        media_type=answer.content_type.decode(),
        headers={"cache-control": answer.cache.decode()},
    )
