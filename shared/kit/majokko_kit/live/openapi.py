"""Describes streams for OpenAPI, which knows them only by their media types."""

import inspect
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Annotated, Any

from fastapi import APIRouter, Header, Response

from majokko_kit.documented import Responses, documented
from majokko_kit.live.following import Following
from majokko_kit.live.items import Item, line
from majokko_kit.live.written import NDJSON, SSE, events
from majokko_kit.operations import Nothing, Operation, openapi

_LAST = Annotated[
    str | None, Header(alias="Last-Event-ID", description="The `id` of the last event seen.")
]


class _Events(Response):
    media_type = SSE.decode()


def router(followings: Sequence[Following]) -> APIRouter:
    routes = APIRouter()
    for following in followings:
        operation = _operation(following)
        routes.add_api_route(
            operation.path,
            _endpoint(following),
            methods=["GET"],
            name=operation.name,
            summary=operation.summary,
            description=operation.about,
            response_class=_Events,
            responses={**_streamed(following.example), **documented(*openapi.codes(operation))},
            openapi_extra=openapi.security(operation),
        )
    return routes


def _streamed(example: Item) -> Responses:
    shown = {SSE: events([example]), NDJSON: line(example) + b"\n"}
    return {
        200: {
            "description": "Items as they come, the first one at once; it ends with a `bye`.",
            "content": {
                media.decode(): {"schema": {"type": "string"}, "example": text.decode()}
                for media, text in shown.items()
            },
        },
        204: {"description": "What was followed is over, and the caller has seen all of it."},
    }


def _operation(following: Following) -> Operation[Nothing, None]:
    """A token may be shown, but a ticket stands for it, and some may be followed without any."""
    operation = following.operation(secured=False)
    return replace(operation, refuses=tuple(dict.fromkeys((*operation.refuses, "token_missing"))))


def _endpoint(following: Following) -> Callable[..., Any]:
    def endpoint(**_declared: object) -> Response:
        raise AssertionError("streams are served by the front door")

    last = inspect.Parameter(
        "last_event_id", inspect.Parameter.KEYWORD_ONLY, annotation=_LAST, default=None
    )
    parameters = [*openapi.parameters(_operation(following)), last]
    endpoint.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    return endpoint
