"""Serves operations over REST: a handler for each, ready before the first request comes."""

from collections.abc import Iterator, Mapping, Sequence
from http import HTTPStatus
from typing import Any

import orjson

from majokko_kit import body, problems, query
from majokko_kit.call import JSON, NO_STORE, Answer, Call, Header, HotRoute
from majokko_kit.operations import reading
from majokko_kit.operations.operation import Done, Operation
from majokko_kit.operations.reading import Reader, Unreadable, Words

OWN = b"private, no-cache"
"""Kept by the one who asked, and never used without asking whether it still holds."""

NOBODYS = b"private, no-store"
"""Kept nowhere. What brings a tag may still be asked for again by whoever holds it in memory."""

_VARY = (b"vary", b"authorization")
_REPLAYED = (b"idempotency-replayed", b"true")


def handlers(
    service: str, operations: Sequence[Operation[Any, Any]]
) -> Mapping[tuple[str, str], HotRoute]:
    """Return what answers each operation of a service; paths may hold `{names}`.

    Raises ValueError when two operations claim the same path.
    """
    made: dict[tuple[str, str], HotRoute] = {
        (each.method, each.path): _handler(service, each) for each in operations
    }
    if len(made) < len(operations):
        raise ValueError(f"two operations of {service} claim the same path")
    return made


def _handler(service: str, operation: Operation[Any, Any]) -> HotRoute:
    listen, read, answer = _Listener(operation), Reader(operation), _Answerer(operation)
    run, units = operation.run, operation.units - 1

    async def handle(call: Call) -> Answer:
        try:
            asked = read(listen(call))
        except Unreadable as error:
            return problems.answer(error.refusals, call)
        await call.charge(units)
        told = await run(getattr(call.state, service))(asked)
        return answer(call, told if isinstance(told, Done) else Done(told))

    return handle


class _Listener:
    """Takes from a call what is said to one operation."""

    def __init__(self, operation: Operation[Any, Any]) -> None:
        self._query = operation.query
        self._members = tuple(operation.query.model_fields)
        self._speaks = "locale" in operation.body.model_fields
        self._may_be_bare = reading.may_be_bare(operation.body)

    def __call__(self, call: Call) -> Words:
        headers = call.headers
        said = self._body(call)
        texts = query.read(call, *self._members)
        return Words(
            body=said,
            text=call.body or None,
            path=call.path_params,
            query=reading.said(self._query, texts) if self._members else {},
            authorization=headers.get(b"authorization"),
            key=call.idempotency_key,
            if_match=headers.get(b"if-match"),
            locale=call.locale,
        )

    def _body(self, call: Call) -> object:
        """Return what the body says, and answer in its language."""
        if not call.body and self._may_be_bare:
            return {}
        said = body.read(call.body)
        if self._speaks and isinstance(said, dict) and isinstance(said.get("locale"), str):
            call.speak(said["locale"])
        return said


class _Answerer:
    """Writes the answers of one operation."""

    def __init__(self, operation: Operation[Any, Any]) -> None:
        self._status = operation.status
        self._location = operation.location
        reads = operation.method == "GET"
        self._vary = (_VARY,) if operation.secured or reads else ()
        self._cache = (OWN if operation.stored else NOBODYS) if reads else NO_STORE

    def __call__(self, call: Call, done: Done[Any]) -> Answer:
        headers = [*self._vary, *self._headers(call, done)]
        if self._status == HTTPStatus.NO_CONTENT:
            return Answer(self._status, b"", headers=headers)
        return Answer(self._status, orjson.dumps(done.answer), JSON, headers, self._cache)

    def _headers(self, call: Call, done: Done[Any]) -> Iterator[Header]:
        if done.etag:
            yield b"etag", b'"%s"' % done.etag.encode()
        if done.replayed:
            yield _REPLAYED
        if self._location:
            path = call.state.public_url + self._location(done.answer)
            yield b"location", path.encode()
