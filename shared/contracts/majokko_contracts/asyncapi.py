"""The AsyncAPI document of the bus, made from the very models that cross it."""

from collections.abc import Iterable, Mapping
from typing import Any

from pydantic import BaseModel
from pydantic.json_schema import models_json_schema

from majokko_contracts.events import Acknowledged, Awaited, Event, Happened, Published
from majokko_contracts.messages import Answered, Asked, Head, Refused, Request
from majokko_contracts.requests import REQUESTS
from majokko_contracts.subscriptions import EVENTS, SUBSCRIPTIONS

Json = dict[str, Any]

VERSION = "1.0.0"
"""Of the messages: the first number changes when an older service could not read them."""

_SCHEMAS = "#/components/schemas/"
_MESSAGES = "#/components/messages/"


def document() -> Json:
    """Describe every request between services with its answer, and every event."""
    kinds, happened = tuple(REQUESTS.values()), tuple(EVENTS.values())
    return {
        "asyncapi": "3.1.0",
        "info": {
            "title": "Majokko bus",
            "version": VERSION,
            "description": "\n\n".join(map(_doc, (Asked, Answered, Published, Acknowledged))),
            "license": {"name": "MIT"},
        },
        "defaultContentType": "application/json",
        "servers": {"redis": {"host": "localhost:6379", "protocol": "redis"}},
        "channels": {
            "requests": _requests(kinds),
            "replies": _replies(kinds),
            "events": _events(happened),
            "acks": _acks(happened),
        },
        "operations": {
            **{kind.name: _operation(kind) for kind in kinds},
            **{kind.type: _telling(kind) for kind in happened},
            "acknowledge": _acknowledging(),
        },
        "components": {
            "messages": _messages(kinds) | _told(happened),
            "schemas": _schemas(kinds, happened),
        },
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


def _events(kinds: Iterable[type[Happened]]) -> Json:
    return {
        "address": "events:{service}",
        "description": "A Redis stream, which each subscriber reads as a consumer group of its "
        "name; the name of the service that tells stands in braces, as a hash tag.",
        "parameters": {"service": {"enum": sorted({kind.service for kind in kinds})}},
        "messages": {kind.__name__: {"$ref": _MESSAGES + kind.__name__} for kind in kinds},
    }


def _acks(kinds: Iterable[type[Happened]]) -> Json:
    return {
        "address": "acks:{service}",
        "description": "A Redis stream, in which subscribers say what they have had.",
        "parameters": {"service": {"enum": sorted({kind.service for kind in kinds})}},
        "messages": {"Acknowledged": {"$ref": _MESSAGES + "Acknowledged"}},
    }


def _telling(kind: type[Happened]) -> Json:
    subscribers = [name for name, types in SUBSCRIPTIONS.items() if kind.type in types]
    return {
        "action": "send",
        "summary": _doc(kind),
        "channel": {"$ref": "#/channels/events"},
        "messages": [{"$ref": f"#/channels/events/messages/{kind.__name__}"}],
        "x-subscribers": subscribers,
    }


def _acknowledging() -> Json:
    return {
        "action": "receive",
        "summary": _doc(Acknowledged),
        "channel": {"$ref": "#/channels/acks"},
        "messages": [{"$ref": "#/channels/acks/messages/Acknowledged"}],
    }


def _told(kinds: Iterable[type[Happened]]) -> Json:
    """Describe the entries of the streams: an event's data stands in its envelope."""
    told: Json = {
        kind.__name__: {
            **_message(Event, kind.type),
            "summary": _doc(kind),
            "headers": _ref(Awaited),
            "payload": {"allOf": [_ref(Event), _holding(kind)]},
            "examples": [{"payload": event} for event in _examples(kind)],
        }
        for kind in kinds
    }
    acknowledged = {"summary": _doc(Acknowledged), "payload": {"$ref": _SCHEMAS + "Acknowledged"}}
    return told | {"Acknowledged": acknowledged}


def _examples(kind: type[Happened]) -> Iterable[Json]:
    (event,) = Event.model_json_schema()["examples"]
    data = kind.model_json_schema()["examples"]
    return [{**event, "type": kind.type, "v": kind.v, "data": each} for each in data]


def _holding(kind: type[Happened]) -> Json:
    return {
        "properties": {
            "type": {"const": kind.type},
            "v": {"const": kind.v},
            "data": _ref(kind),
        }
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


_ACK: Json = {
    "type": "object",
    "required": ["subscriber", "subject", "seq"],
    "properties": {
        "subscriber": {"type": "string"},
        "subject": {"type": "string"},
        "seq": {"type": "integer", "description": "Of the last event that was had."},
    },
    "examples": [{"subscriber": "tables", "subject": "roo_01KB9Q1V5S3V9D0QH3S3YB8N4E", "seq": 7}],
}


def _message(model: type[BaseModel], name: str) -> Json:
    return {"name": name, "summary": _doc(model), "payload": _ref(model)}


def _ref(model: type[BaseModel]) -> Json:
    return {"$ref": _SCHEMAS + model.__name__}


def _schemas(
    kinds: Iterable[type[Request[Any]]], happened: Iterable[type[Happened]]
) -> Mapping[str, Any]:
    models: list[type[BaseModel]] = [Head, Refused, Event, Awaited, *happened]
    for kind in kinds:
        models += [kind, kind.answer()]
    _, written = models_json_schema(
        [(model, "validation") for model in models], ref_template=_SCHEMAS + "{model}"
    )
    return {**written["$defs"], "Acknowledged": _ACK}


def _doc(model: type[object]) -> str:
    """Return the first paragraph of a docstring, on one line."""
    return " ".join((model.__doc__ or "").partition("\n\n")[0].split())
