"""Describes operations for OpenAPI, as routes whose handlers are those of `rest.py`."""

import inspect
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from types import NoneType
from typing import Annotated, Any

from fastapi import APIRouter, Body, Header, Path, Query, Request, Response, Security
from fastapi.security import HTTPBearer
from pydantic.fields import FieldInfo

from majokko_kit.call import HotRoute, of_scope
from majokko_kit.documented import UNCHANGED, Responses, documented
from majokko_kit.operations.examples import example_of
from majokko_kit.operations.operation import Nothing, Operation
from majokko_kit.operations.reading import may_be_bare
from majokko_kit.operations.views import Hint, plain
from majokko_rules.catalog import LOCALES

_ALWAYS = ("unknown_field", "invalid_value", "quota_exceeded", "internal", "dependency_away")
_OF_A_BODY = ("bad_json", "body_too_large", "unsupported_media_type", "request_timeout")
_BEARER = HTTPBearer(
    scheme_name="token",
    description="`mjk_…`, given when a thing is made or joined.",
    auto_error=False,
)

_STEP = "An id that an earlier answer told."

Parameter = inspect.Parameter
_KEYWORD = Parameter.KEYWORD_ONLY

KEY = Annotated[
    str | None,
    Header(
        alias="Idempotency-Key",
        min_length=1,
        max_length=255,
        pattern=r'^"?[\x21\x23-\x7e]{1,255}"?$',
        description="The same key with the same request has one effect, and one answer.",
    ),
]
IF_MATCH = Annotated[
    str, Header(alias="If-Match", description="The tag of what the caller has seen.")
]
MAY_MATCH = Annotated[
    str | None,
    Header(alias="If-Match", description="The ETag of what the caller has seen; else 412."),
]
LANG = Annotated[
    str | None,
    Query(
        description="Language of the texts; before Accept-Language, after a body's `locale`. "
        "A tag that we do not speak never fails.",
        examples=list(LOCALES),
    ),
]


def router(
    operations: Sequence[Operation[Any, Any]],
    handlers: Mapping[tuple[str, str], HotRoute],
) -> APIRouter:
    routes = APIRouter()
    for operation in operations:
        routes.add_api_route(
            operation.path,
            _endpoint(operation, handlers[operation.method, operation.path]),
            methods=[operation.method],
            name=operation.name,
            summary=operation.summary,
            description=operation.about or operation.summary,
            status_code=operation.status,
            response_model=_model(operation.answer),
            responses=_responses(operation),
            openapi_extra=security(operation),
        )
    return routes


def security(operation: Operation[Any, Any]) -> dict[str, Any]:
    """Say where a token may be shown, but need not; else clients made from this would send none."""
    if operation.secured or "token_missing" not in operation.refuses:
        return {}
    return {"security": [{}, {_BEARER.scheme_name: []}]}


def _model(answer: Hint) -> Hint:
    return None if answer is NoneType else plain(answer)


def _endpoint(
    operation: Operation[Any, Any], handler: HotRoute
) -> Callable[..., Awaitable[Response]]:
    async def endpoint(request: Request, **_declared: object) -> Response:
        call = of_scope(request.scope)
        call.path_params = dict(request.path_params)
        answer = await handler(call)
        response = Response(answer.body, answer.status, media_type=answer.content_type.decode())
        response.raw_headers += [*answer.headers, (b"cache-control", answer.cache)]
        return response

    request = Parameter("request", _KEYWORD, annotation=Request)
    taken = [request, *parameters(operation)]
    endpoint.__signature__ = inspect.Signature(taken)  # type: ignore[attr-defined]
    return endpoint


def parameters(operation: Operation[Any, Any]) -> Iterator[Parameter]:
    for name in operation.steps:
        yield Parameter(name, _KEYWORD, annotation=Annotated[str, Path(description=_STEP)])
    for name, field in operation.query.model_fields.items():
        yield _member(name, field)
    if operation.body is not Nothing:
        yield _body(operation)
    if operation.method == "POST":
        yield Parameter("key", _KEYWORD, annotation=KEY, default=None)
    if operation.conditional:
        yield Parameter("if_match", _KEYWORD, annotation=IF_MATCH)
    elif "precondition_failed" in operation.refuses:
        yield Parameter("if_match", _KEYWORD, annotation=MAY_MATCH, default=None)
    if operation.secured:
        yield Parameter("token", _KEYWORD, annotation=Annotated[object, Security(_BEARER)])
    yield Parameter("lang", _KEYWORD, annotation=LANG, default=None)


def _member(name: str, field: FieldInfo) -> Parameter:
    default = Parameter.empty if field.is_required() else field.default
    described = Query(description=field.description, examples=field.examples)
    annotation: Hint = Annotated[(field.annotation, described, *field.metadata)]
    return Parameter(name, _KEYWORD, annotation=annotation, default=default)


def _body(operation: Operation[Any, Any]) -> Parameter:
    example = {} if operation.example is None else operation.example
    described = Body(openapi_examples={"example": {"value": example}})
    if may_be_bare(operation.body):
        annotation: Hint = Annotated[operation.body | None, described]
        return Parameter("body", _KEYWORD, annotation=annotation, default=None)
    return Parameter("body", _KEYWORD, annotation=Annotated[operation.body, described])


def _responses(operation: Operation[Any, Any]) -> Responses:
    success: dict[str, Any] = {"description": "Done."}
    if operation.answer is not NoneType:
        shown = operation.answers or example_of(operation.answer)
        success["content"] = {"application/json": {"example": shown}}
    headers = {}
    if operation.location:
        headers["Location"] = _header("Where what was created can be read.")
    if operation.tagged:
        headers["ETag"] = _header("The tag of what it shows, for the next `If-Match`.")
    if operation.method == "POST":
        headers["Idempotency-Replayed"] = _header("`true` when an earlier answer is told again.")
    if headers:
        success["headers"] = headers
    unchanged: Responses = UNCHANGED if operation.method == "GET" else {}
    return {operation.status: success, **unchanged, **documented(*codes(operation))}


def _header(description: str) -> dict[str, Any]:
    return {"description": description, "schema": {"type": "string"}}


def codes(operation: Operation[Any, Any]) -> list[str]:
    """Return the codes of all refusals that an operation may meet."""
    refused = [*_ALWAYS, *operation.refuses]
    if operation.method != "GET":
        refused += _OF_A_BODY
    if operation.method == "POST":
        refused.append("idempotency_key_reused")
    if operation.secured:
        refused.append("token_missing")
    if operation.steps:
        refused.append("not_found")
    if operation.conditional:
        refused += ["precondition_required", "precondition_failed"]
    return list(dict.fromkeys(refused))
