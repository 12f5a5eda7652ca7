"""The OpenAPI document: FastAPI's, with what is true of every operation here."""

from collections.abc import Iterator, Mapping
from typing import Any

from fastapi import FastAPI
from pydantic.json_schema import models_json_schema

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
    "Allow": ("The methods that the path takes.", "POST, OPTIONS"),
}
_ALWAYS = ("Content-Language", "traceparent", "X-Request-Id")
_BY_STATUS = {
    "405": ("Allow",),
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

    def openapi(self) -> Json:
        if self.openapi_schema is None:
            self.openapi_schema = completed(super().openapi(), self._public_url)
        return self.openapi_schema


def completed(document: Json, public_url: str) -> Json:
    """Add to FastAPI's document what all operations share, and take out what never happens."""
    document["info"]["license"] = {"name": "MIT", "identifier": "MIT"}
    document["servers"] = [{"url": public_url or "/"}]
    document["security"] = [{}]  # nobody has to show anything
    components = document.setdefault("components", {})
    components["headers"] = {name: _header(*told) for name, told in _HEADERS.items()}
    schemas = components.setdefault("schemas", {})
    for name in _VALIDATION:
        schemas.pop(name, None)
    _, definitions = models_json_schema([(Problem, "serialization")], ref_template=_REFS)
    schemas.update(definitions["$defs"])
    for status, response in _responses(document):
        _complete(status, response)
    return document


def _header(description: str, example: str) -> Json:
    return {"description": description, "schema": {"type": "string"}, "example": example}


def _responses(document: Json) -> Iterator[tuple[str, Json]]:
    for path in document["paths"].values():
        for operation in path.values():
            yield from operation["responses"].items()


def _complete(status: str, response: Json) -> None:
    headers = response.setdefault("headers", {})
    for name in (*_ALWAYS, *_BY_STATUS.get(status, ())):
        headers[name] = {"$ref": f"#/components/headers/{name}"}
    if status == "422" and "application/json" in response.get("content", {}):
        response["description"] = "Refused: `invalid_value`."
        problem = {"schema": {"$ref": _REFS.format(model="Problem")}}
        response["content"] = {MEDIA_TYPE: problem}
