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

_EXAMPLE = Item(
    type="roll.made",
    subject="roo_01KB9Q4WJ8Z2M5T7X3CVNRYE6A",
    data={"id": "rol_01KB9Q5V0C4D8GHJKMNPQRSTVW"},
    id="evt_01KB9Q5V0E9FABCDGHJKMNPQRS",
    at="2026-11-30T08:15:00.125Z",
    seq=18,
    cursor="roo_01KB9Q4WJ8Z2M5T7X3CVNRYE6A.1.18",
)
_STREAMED: Responses = {
    200: {
        "description": "Items as they come, the first one at once; it ends with a `bye`.",
        "content": {
            SSE.decode(): {"schema": {"type": "string"}, "example": events([_EXAMPLE]).decode()},
            NDJSON.decode(): {
                "schema": {"type": "string"},
                "example": line(_EXAMPLE).decode() + "\n",
            },
        },
    },
    204: {"description": "What was followed is over, and the caller has seen all of it."},
}
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
            responses={**_STREAMED, **documented(*openapi.codes(operation))},
            openapi_extra=openapi.security(operation),
        )
    return routes


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
