"""Every refusal looks the same on the wire: one problem document (RFC 9457), whoever refused.

`STATUS` is the only place that knows HTTP statuses. Titles and sentences come from the words of
the rules and of the kit; the page behind `type` is `errors/<code>.md`. What a caller sent is
never part of a document.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any
from urllib.parse import quote

import orjson
from pydantic import BaseModel, Field

from majokko_kit.call import Answer, Call, Header
from majokko_kit.refusals import (
    BodyTooLarge,
    BodyTooSlow,
    DependencyAway,
    QuotaExceeded,
    Refusal,
    StaleVersion,
)
from majokko_rules import render
from majokko_rules.catalog import words
from majokko_rules.errors import RuleError

MEDIA_TYPE = "application/problem+json"

STATUS: Mapping[str, int] = {
    "bad_http": 400,
    "bad_json": 400,
    "token_missing": 401,
    "forbidden": 403,
    "not_found": 404,
    "method_not_allowed": 405,
    "not_acceptable": 406,
    "request_timeout": 408,
    "stale_version": 409,
    "room_closed": 409,
    "stream_closed": 409,
    "label_taken": 409,
    "seat_taken": 409,
    "not_running": 409,
    "replay_locked": 409,
    "board_released": 409,
    "sessions_running": 409,
    "too_many": 409,
    "not_pushable": 409,
    "not_on_offer": 409,
    "pending_choices": 409,
    "not_your_turn": 409,
    "choice_pending": 409,
    "game_over": 409,
    "precondition_failed": 412,
    "body_too_large": 413,
    "unsupported_media_type": 415,
    "syntax": 422,
    "budget_exceeded": 422,
    "faces_too_few": 422,
    "faces_too_many": 422,
    "face_out_of_range": 422,
    "unknown_field": 422,
    "invalid_value": 422,
    "illegal_action": 422,
    "replay_wrong": 422,
    "idempotency_key_reused": 422,
    "precondition_required": 428,
    "quota_exceeded": 429,
    "head_too_large": 431,
    "internal": 500,
    "dependency_away": 503,
}

_QUOTA_TYPE = "https://iana.org/assignments/http-problem-types#quota-exceeded"
RETRY_AFTER = 1  # seconds, where nothing better is known

AnyRefusal = RuleError | Refusal
"""Everything that may be told to a caller; all else is `internal`."""


class ProblemError(BaseModel):
    """One thing that is wrong, and where."""

    pointer: str = Field(description="JSON pointer into the request, as a URI fragment.")
    code: str
    rule: str = Field(description="Which sentence of the rule refused.")
    detail: str
    position: int | None = Field(None, description="0-based, in code points of the caller's text.")
    length: int | None = None


class Problem(BaseModel):
    """The body of every answer from 400 on (RFC 9457)."""

    type: str = Field(description="A page that explains this code.")
    title: str
    status: int
    code: str = Field(description="Stable; what programs should look at.")
    detail: str
    instance: str
    errors: list[ProblemError]
    trace_id: str
    position: int | None = Field(None, description="That of the only error.")
    length: int | None = None
    violated_policies: list[str] | None = Field(
        None, alias="violated-policies", description="Which quotas are spent; only with 429."
    )
    missed: list[dict[str, Any]] | None = Field(
        None, description="What happened since; only with `stale_version`."
    )
    current_version: int | None = Field(None, description="Only with `stale_version`.")


def document(errors: Sequence[AnyRefusal], call: Call, locale: str | None = None) -> dict[str, Any]:
    """Return the problem document for one or more refusals of one request.

    `locale` is the language, where it is not the call's own: one call may ask for many things.
    """
    first, locale = errors[0], locale or call.locale
    title, detail = told(first, locale)
    listed = [_listed(error, locale) for error in errors]
    return {
        "type": type_of(first.code, call.state.public_url),
        "title": title,
        "status": STATUS[first.code],
        "code": first.code,
        "detail": detail,
        "instance": quote(call.path),
        "errors": listed,
        "trace_id": call.trace_id,
        **(_place(first) if len(errors) == 1 else {}),
        **_members(first),
    }


def answer(errors: Sequence[AnyRefusal], call: Call) -> Answer:
    first = errors[0]
    body = orjson.dumps(document(errors, call))
    return Answer(STATUS[first.code], body, MEDIA_TYPE.encode(), _headers(first))


def told(error: AnyRefusal, locale: str) -> tuple[str, str]:
    """Return title and sentence of a refusal."""
    if isinstance(error, RuleError):
        return render.refusal(error, locale)
    say = words("majokko_kit", locale)
    sentence = say[f"errors.{error.code}.{error.rule}"]
    return say[f"errors.{error.code}.title"], sentence.format_map(error.params)


@lru_cache(maxsize=256)
def type_of(code: str, public_url: str) -> str:
    """Return the URI that names the kind of problem; it leads to a page about it."""
    return _QUOTA_TYPE if code == "quota_exceeded" else f"{public_url}/errors/{code}"


def _listed(error: AnyRefusal, locale: str) -> dict[str, Any]:
    return {
        "pointer": "#" + quote(error.pointer),
        "code": error.code,
        "rule": error.rule,
        "detail": told(error, locale)[1],
        **_place(error),
    }


def _place(error: AnyRefusal) -> dict[str, int]:
    place = {"position": error.position, "length": error.length}
    return {name: value for name, value in place.items() if value is not None}


def _members(error: AnyRefusal) -> dict[str, Any]:
    if isinstance(error, QuotaExceeded):
        return {"violated-policies": ["streams" if error.rule == "streams" else "default"]}
    if isinstance(error, StaleVersion):
        return {"missed": error.missed, "current_version": error.params["version"]}
    return {}


def _headers(error: AnyRefusal) -> tuple[Header, ...]:
    if isinstance(error, RuleError):
        return ()
    if isinstance(error, (BodyTooLarge, BodyTooSlow)):
        return ((b"connection", b"close"),)
    if isinstance(error, DependencyAway):
        return ((b"retry-after", b"%d" % RETRY_AFTER),)
    return error.headers
