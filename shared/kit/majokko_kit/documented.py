"""What OpenAPI says of other answers than success: the codes of a status, and how one looks."""

from collections.abc import Iterable, Mapping
from typing import Any

from starlette.datastructures import State

from majokko_kit import problems
from majokko_kit.call import Call
from majokko_kit.problems import AnyRefusal
from majokko_kit.refusals import (
    BadJson,
    BodyTooLarge,
    BodyTooSlow,
    DependencyAway,
    Forbidden,
    IdempotencyKeyReused,
    Internal,
    LabelTaken,
    NotAcceptable,
    NotFound,
    NotRunning,
    PreconditionFailed,
    PreconditionRequired,
    QuotaExceeded,
    ReplayLocked,
    RoomClosed,
    SessionsRunning,
    StaleVersion,
    StreamClosed,
    TokenMissing,
    TooMany,
    UnsupportedMediaType,
)
from majokko_rules.errors import (
    GameOver,
    InvalidValue,
    NotOnOffer,
    PendingChoices,
    SyntaxRefused,
    UnknownField,
)

Responses = dict[int | str, dict[str, Any]]

_SHOWN: tuple[AnyRefusal, ...] = (
    SyntaxRefused("unexpected_end", pointer="/notation", position=4, length=0),
    UnknownField("unknown", pointer="/dices", name="dices"),
    InvalidValue("required", pointer="/check/dp"),
    BadJson("malformed", position=18),
    TokenMissing("missing"),
    Forbidden("role"),
    NotFound("thing"),
    NotAcceptable("stream", media="text/event-stream"),
    NotOnOffer("unknown", pointer="/offer"),
    PendingChoices("open", names="age, weapon"),
    StaleVersion("version", version=7),
    RoomClosed("closed"),
    GameOver("ended"),
    NotRunning("waiting"),
    ReplayLocked("running"),
    SessionsRunning("running", count=2),
    StreamClosed("closed"),
    LabelTaken("taken", pointer="/label"),
    TooMany("limit", limit=50),
    PreconditionFailed("stale"),
    PreconditionRequired("if_match"),
    IdempotencyKeyReused("other_request"),
    BodyTooSlow("body", seconds=20),
    BodyTooLarge("limit", limit=65536),
    UnsupportedMediaType("not_json"),
    QuotaExceeded("wait", seconds=3),
    Internal("unexpected"),
    DependencyAway("no_answer"),
)
"""One for each status, the first whose code a route may answer with."""

_SCHEMA = {"$ref": "#/components/schemas/Problem"}

UNCHANGED: Responses = {304: {"description": "What `If-None-Match` names has not changed."}}
"""For whatever may be stored; `front/conditional.py` answers so."""


def documented(*codes: str) -> Responses:
    """Return what a route puts in `responses=` for the refusals it can give, by code."""
    by_status: dict[int, list[str]] = {}
    for code in codes:
        by_status.setdefault(problems.STATUS[code], []).append(code)
    return {status: _response(sorted(named)) for status, named in sorted(by_status.items())}


def _response(codes: list[str]) -> dict[str, Any]:
    named = ", ".join(f"`{code}`" for code in codes)
    content = {"schema": _SCHEMA, **_example(codes)}
    return {"description": f"Refused: {named}.", "content": {problems.MEDIA_TYPE: content}}


def _example(codes: Iterable[str]) -> Mapping[str, object]:
    shown = next((refusal for refusal in _SHOWN if refusal.code in codes), None)
    return {"example": problems.document((shown,), _CALL)} if shown else {}


_CALL = Call(
    {"path": "/v1/rolls", "query_string": b""},
    {},
    state=State({"public_url": ""}),
    trace_id="4bf92f3577b34da6a3ce929d0e0e4736",
    span_id="00f067aa0ba902b7",
    default_locale="en",
)
