"""The AsyncAPI document of the bus, made from the very models that cross it."""

from collections.abc import Iterable, Mapping
from typing import Any

from pydantic import BaseModel
from pydantic.json_schema import models_json_schema

from majokko_contracts.messages import Answered, Asked, Head, Refused, Request
from majokko_contracts.requests import REQUESTS

Json = dict[str, Any]

VERSION = "1.0.0"
"""Of the messages: the first number changes when an older service could not read them."""

_SCHEMAS = "#/components/schemas/"
_MESSAGES = "#/components/messages/"


def document() -> Json:
    """Describe every request between services, its answer, and what may be refused."""
    kinds = tuple(REQUESTS.values())
    return {
        "asyncapi": "3.1.0",
        "info": {
            "title": "Majokko bus",
            "version": VERSION,
            "description": _doc(Asked) + "\n\n" + _doc(Answered),
            "license": {"name": "MIT"},
        },
        "defaultContentType": "application/json",
        "servers": {"redis": {"host": "localhost:6379", "protocol": "redis"}},
        "channels": {"requests": _requests(kinds), "replies": _replies(kinds)},
        "operations": {kind.name: _operation(kind) for kind in kinds},
        "components": {"messages": _messages(kinds), "schemas": _schemas(kinds)},
    }


def _requests(kinds: Iterable[type[Request[Any]]]) -> Json:
    return {
        "address": "requests:{service}",
        "description": "A Redis stream; the name of the service stands in braces, as a hash tag.",
        "parameters": {"service": {"enum": sorted({kind.service for kind in kinds})}},
        "messages": {kind.__name__: {"$ref": _MESSAGES + kind.__name__} for kind in kinds},
    }


def _replies(kinds: Iterable[type[Request[Any]]]) -> Json:
    names = [*sorted({kind.answer().__name__ for kind in kinds}), Refused.__name__]
    return {
        "address": None,
        "description": "The Redis stream that a request names; one for each process that asks.",
        "messages": {name: {"$ref": _MESSAGES + name} for name in names},
    }


def _operation(kind: type[Request[Any]]) -> Json:
    answers = (kind.answer().__name__, Refused.__name__)
    return {
        "action": "receive",
        "summary": _doc(kind),
        "channel": {"$ref": "#/channels/requests"},
        "messages": [{"$ref": f"#/channels/requests/messages/{kind.__name__}"}],
        "reply": {
            "address": {"location": "$message.header#/reply"},
            "channel": {"$ref": "#/channels/replies"},
            "messages": [{"$ref": f"#/channels/replies/messages/{name}"} for name in answers],
        },
    }


def _messages(kinds: Iterable[type[Request[Any]]]) -> Json:
    messages: Json = {}
    for kind in kinds:
        answer = kind.answer()
        messages[kind.__name__] = {**_message(kind, kind.name), "headers": _ref(Head)}
        messages[answer.__name__] = {**_message(answer, answer.__name__), "headers": _CALL}
    refused = _message(Refused, Refused.__name__)
    return messages | {Refused.__name__: {**refused, "headers": _CALL}}


_CALL: Json = {
    "type": "object",
    "required": ["call"],
    "properties": {"call": {"type": "integer", "description": "The request's own."}},
}


def _message(model: type[BaseModel], name: str) -> Json:
    return {"name": name, "summary": _doc(model), "payload": _ref(model)}


def _ref(model: type[BaseModel]) -> Json:
    return {"$ref": _SCHEMAS + model.__name__}


def _schemas(kinds: Iterable[type[Request[Any]]]) -> Mapping[str, Any]:
    models: list[type[BaseModel]] = [Head, Refused]
    for kind in kinds:
        models += [kind, kind.answer()]
    _, written = models_json_schema(
        [(model, "validation") for model in models], ref_template=_SCHEMAS + "{model}"
    )
    schemas: Mapping[str, Any] = written["$defs"]
    return schemas


def _doc(model: type[object]) -> str:
    """Return the first paragraph of a docstring, on one line."""
    return " ".join((model.__doc__ or "").partition("\n\n")[0].split())
