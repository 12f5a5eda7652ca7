"""The OpenAPI document: FastAPI's, with what is true of every operation here."""

import re
from collections.abc import Iterable, Iterator, Mapping
from http import HTTPStatus
from typing import Any

import orjson
from fastapi import APIRouter, FastAPI
from fastapi.routing import APIRoute
from pydantic.json_schema import models_json_schema
from starlette.routing import Route

from majokko_kit.problems import MEDIA_TYPE, Problem
from majokko_kit.settings import Settings

Json = dict[str, Any]

_REFS = "#/components/schemas/{model}"
_VALIDATION = ("HTTPValidationError", "ValidationError")  # FastAPI's own, which never occur
_HEADERS: Mapping[str, tuple[str, str]] = {
    "Content-Language": ("The language of titles and texts.", "en"),
    "traceparent": (
        "W3C Trace Context; the trace of the request, or a new one.",
        "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-00",
    ),
    "X-Request-Id": ("Names this request in our logs.", "00f067aa0ba902b7"),
    "RateLimit-Policy": (
        "Units in a full quota, and the seconds it takes to fill.",
        '"default";q=1200;w=60',
    ),
    "RateLimit": ("Units left, and seconds until all are back.", '"default";r=1199;t=1'),
    "Retry-After": ("Seconds to wait.", "3"),
    "ETag": ("Names these very bytes, for `If-None-Match`.", '"9f86d081884c7d659a2feaa0"'),
}
_IF_NONE_MATCH = {
    "name": "If-None-Match",
    "in": "header",
    "description": "The ETag of an answer that the caller still has.",
    "schema": {"type": "string"},
}
_VARIABLE = re.compile(r"{[^}]*}")
_INSIDE = re.compile(r"/v1/([^/]+)/{[^/]+}/([^/]+)/{")
_ABOUT = """\
The backend of magical-girl tabletop games: dice that players can check, rooms, characters.

Every answer from 400 on is a problem document (RFC 9457): `code` is stable, `type` leads to a \
page about it, `errors` point into the request. Besides what is listed, any path may answer 404, \
405, and 431 for a head beyond 32 KiB. Texts are told in the language of a body's `locale`, of \
`?lang=` or of `Accept-Language`: en, ja, zh-Hans or zh-Hant. The same operations exist in \
GraphQL, at `/graphql`.
"""
_ALWAYS = ("Content-Language", "traceparent", "X-Request-Id")
_BY_STATUS = {
    "304": ("ETag",),
    "429": ("RateLimit-Policy", "RateLimit", "Retry-After"),
    "503": ("Retry-After",),
}


class Api(FastAPI):
    """FastAPI with our OpenAPI document."""

    def __init__(self, settings: Settings, **options: Any) -> None:  # noqa: ANN401 - FastAPI's own
        # No redirects to a path with a slash more or less: they name the Host that was asked.
        # The document itself is served with the other pages.
        super().__init__(openapi_url=None, redirect_slashes=False, **options)
        self._public_url = settings.public_url
        self._described: list[APIRoute] = []

    def include_router(self, router: APIRouter, *arguments: Any, **options: Any) -> None:  # noqa: ANN401 - FastAPI's own
        if not all(isinstance(route, Route) for route in router.routes):
            raise TypeError("routers in routers hide their routes from us: hand them in flat")
        self._described += [route for route in router.routes if isinstance(route, APIRoute)]
        super().include_router(router, *arguments, **options)

    def openapi(self) -> Json:
        if self.openapi_schema is None:
            document = completed(super().openapi(), self._public_url)
            for route in self._described:
                if route.include_in_schema:
                    _restore_nulls(document["paths"][route.path_format], route)
            self.openapi_schema = document
        return self.openapi_schema


def completed(document: Json, public_url: str) -> Json:
    """Add to FastAPI's document what all operations share, and take out what never happens."""
    document["info"] |= {"license": {"name": "MIT", "identifier": "MIT"}, "description": _ABOUT}
    document["servers"] = [{"url": public_url or "/"}]
    document["security"] = [{}]  # nobody has to show anything
    components = document.setdefault("components", {})
    components["headers"] = {name: _header(*told) for name, told in _HEADERS.items()}
    schemas = components.setdefault("schemas", {})
    for name in _VALIDATION:
        schemas.pop(name, None)
    _, definitions = models_json_schema([(Problem, "serialization")], ref_template=_REFS)
    schemas.update(definitions["$defs"])
    for path, operation in _operations(document):
        for status, response in operation["responses"].items():
            _complete(status, response, path)
        if "304" in operation["responses"]:
            _tag(operation)
    _divide(document)
    return document


def _divide(document: Json) -> None:
    """Put operations in chapters by what they are about; a service has too many for one.

    What is kept inside of something, and can be asked for by itself, is a chapter: `rooms: rolls`.
    A service puts others together by their names: `sessions: chat, notes`.
    """
    told = {tag["name"]: tag for tag in document.get("tags", ())}
    inside = {match.groups() for path in document["paths"] if (match := _INSIDE.match(path))}
    parts = {each: f"{each[0]}: {each[1]}" for each in inside} | dict(_together(told))
    for path, operation in _operations(document):
        _, _, thing, *more = path.split("/")
        operation["tags"] = [parts.get((thing, more[1]), thing) if len(more) > 1 else thing]
    named = dict.fromkeys(operation["tags"][0] for _, operation in _operations(document))
    document["tags"] = [told.get(name, {"name": name}) for name in named]


def _together(chapters: Iterable[str]) -> Iterator[tuple[tuple[str, str], str]]:
    """Yield each thing and part of it that a chapter names, with the chapter."""
    for chapter in chapters:
        thing, _, parts = chapter.partition(": ")
        yield from (((thing, part), chapter) for part in parts.split(", ") if part)


def _header(description: str, example: str) -> Json:
    return {"description": description, "schema": {"type": "string"}, "example": example}


def _operations(document: Json) -> Iterator[tuple[str, Json]]:
    for path, operations in document["paths"].items():
        for operation in operations.values():
            yield path, operation


def _tag(operation: Json) -> None:
    """Say that an answer has a tag by which it can be asked for again."""
    operation["responses"]["200"]["headers"]["ETag"] = {"$ref": "#/components/headers/ETag"}
    operation.setdefault("parameters", []).append(_IF_NONE_MATCH)


def _restore_nulls(operations: Json, route: APIRoute) -> None:
    """Put the examples of success back as they are: FastAPI leaves nulls out of its document."""
    status = route.status_code or HTTPStatus.OK
    contents = route.responses.get(status, {}).get("content", {})
    for method in route.methods or ():
        answers = operations[method.lower()]["responses"]
        written = answers.get(str(int(status)), {}).get("content", {})
        for media, content in contents.items():
            written[media]["example"] = orjson.loads(orjson.dumps(content["example"]))


def _complete(status: str, response: Json, path: str) -> None:
    headers = response.setdefault("headers", {})
    for name in (*_ALWAYS, *_BY_STATUS.get(status, ())):
        headers[name] = {"$ref": f"#/components/headers/{name}"}
    if example := response.get("content", {}).get(MEDIA_TYPE, {}).get("example"):
        example["instance"] = _VARIABLE.sub("unknown", path)
    if status == "422" and "application/json" in response.get("content", {}):
        response["description"] = "Refused: `invalid_value`."
        problem = {"schema": {"$ref": _REFS.format(model="Problem")}}
        response["content"] = {MEDIA_TYPE: problem}
