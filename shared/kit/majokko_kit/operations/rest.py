"""Serves operations over REST: a handler for each, ready before the first request comes."""

from collections.abc import Mapping, Sequence
from hashlib import sha256
from http import HTTPStatus
from typing import Any

import orjson

from majokko_kit import auth, problems
from majokko_kit import body as strict_json
from majokko_kit import query as strict_query
from majokko_kit.call import Answer, Call, Header, HotRoute
from majokko_kit.operations import reading
from majokko_kit.operations.operation import NOTHING, Asked, Done, Nothing, Operation
from majokko_kit.operations.reading import Unreadable

OWN = b"private, no-cache"
"""Kept by the one who asked, and never used without asking whether it still holds."""

_VARY = (b"vary", b"authorization")
_REPLAYED = (b"idempotency-replayed", b"true")


def handlers(
    service: str, operations: Sequence[Operation[Any, Any]]
) -> Mapping[tuple[str, str], HotRoute]:
    """Return what answers each operation of a service; paths may hold `{names}`."""
    return {(each.method, each.path): _handler(service, each) for each in operations}


def _handler(service: str, operation: Operation[Any, Any]) -> HotRoute:
    read = _Reader(operation)

    async def handle(call: Call) -> Answer:
        try:
            asked = read(call)
        except Unreadable as error:
            return problems.answer(error.refusals, call)
        await call.charge(operation.units - 1)
        told = await operation.run(getattr(call.state, service))(asked)
        done = told if isinstance(told, Done) else Done(told)
        return _answer(operation, call, done)

    return handle


class _Reader:
    """Turns calls into what one operation is asked."""

    def __init__(self, operation: Operation[Any, Any]) -> None:
        self._operation = operation
        self._query = tuple(operation.query.model_fields)
        self._speaks = "locale" in operation.body.model_fields
        self._has_body = operation.method != "GET" and operation.body is not Nothing

    def __call__(self, call: Call) -> Asked[Any]:
        operation, headers = self._operation, call.headers
        query = strict_query.read(call, *self._query)
        token = auth.of_call(call)
        return Asked(
            operation=operation.name,
            token=auth.required(token) if operation.secured else token,
            path=call.path_params,
            body=self._body(call),
            query=reading.query(operation.query, query) if self._query else NOTHING,
            key=reading.idempotency_key(headers) if operation.method == "POST" else None,
            fingerprint=_fingerprint(call),
            if_match=reading.if_match(headers.get(b"if-match"), required=operation.conditional),
            locale=call.locale,
        )

    def _body(self, call: Call) -> object:
        if not self._has_body and not call.body:
            return NOTHING
        given = strict_json.read(call.body)
        if self._speaks and isinstance(given, dict) and isinstance(given.get("locale"), str):
            call.speak(given["locale"])
        return reading.body(self._operation.body, given)


def _fingerprint(call: Call) -> bytes:
    asked = (call.method.encode(), call.path.encode(), call.scope["query_string"], call.body)
    return sha256(b"\n".join(sha256(part).digest() for part in asked)).digest()


def _answer(operation: Operation[Any, Any], call: Call, done: Done[Any]) -> Answer:
    headers = list(_headers(operation, call, done))
    cache = (OWN,) if done.etag else ()
    if operation.status == HTTPStatus.NO_CONTENT:
        return Answer(operation.status, b"", headers=headers)
    body = orjson.dumps(done.answer)
    return Answer(operation.status, body, b"application/json", headers, *cache)


def _headers(operation: Operation[Any, Any], call: Call, done: Done[Any]) -> Sequence[Header]:
    headers: list[Header] = [_VARY] if operation.secured else []
    if done.etag:
        headers.append((b"etag", b'"%s"' % done.etag.encode()))
    if done.replayed:
        headers.append(_REPLAYED)
    if operation.location:
        path: str = call.state.public_url + operation.location(done.answer)
        headers.append((b"location", path.encode()))
    return headers
