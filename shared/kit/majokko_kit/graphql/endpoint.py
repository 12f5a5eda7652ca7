"""GraphQL over HTTP: one POST, one document, as a hot route.

What is no GraphQL request at all is a problem document, as everywhere; a document that does not
parse (400) or does not fit the schema (422) is answered in GraphQL's own shape, whatever the
`Accept` header says. Mutations cannot come by GET, for nothing can.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import orjson
from graphql import GraphQLError, OperationType

from majokko_kit import accept, body
from majokko_kit.call import JSON, Answer, Call
from majokko_kit.graphql.context import Context
from majokko_kit.graphql.documents import Operation, Unusable
from majokko_kit.graphql.masking import tellable
from majokko_kit.graphql.request import Asked, read
from majokko_kit.graphql.schema import Schema

_OWN = b"application/graphql-response+json"
RESPONSE = _OWN + b"; charset=utf-8"
_VARY = ((b"vary", b"accept"),)


class Endpoint:
    """A hot route for one schema."""

    def __init__(self, schema: Schema) -> None:
        self._schema = schema

    async def __call__(self, call: Call) -> Answer:
        asked = read(body.read(call.body))
        try:
            operation = self._operation(asked)
        except Unusable as refused:
            errors = tellable(refused.errors, call)
            return _answer(call, refused.status, {"errors": _formatted(errors)})
        await call.charge(operation.units - 1)
        result = await self._schema.run(operation, asked.variables, Context(call))
        told: dict[str, object] = {"data": result.data}
        if not result.errors:
            return _answer(call, 200, told)
        told["errors"] = _formatted(result.errors)
        if result.data is None and not any(error.path for error in result.errors):
            del told["data"]  # nothing was executed: the variables do not fit
            return _answer(call, 400, told)
        return _answer(call, 200, told)

    def _operation(self, asked: Asked) -> Operation:
        operation = self._schema.operation(asked.query, asked.operation)
        if operation.kind is OperationType.SUBSCRIPTION:
            raise Unusable(422, [GraphQLError("Subscriptions come over a WebSocket.")])
        return operation


def _formatted(errors: Sequence[GraphQLError]) -> list[Any]:
    return [error.formatted for error in errors]


def _answer(call: Call, status: int, told: Mapping[str, object]) -> Answer:
    media = preferred(call.headers.get(b"accept", b"*/*"))
    return Answer(status, orjson.dumps(told), media, _VARY)


def preferred(header: bytes) -> bytes:
    """Return plain JSON for those who like it better than GraphQL's own type, which is the rule.

    >>> preferred(b"application/json, */*;q=0.5"), preferred(b"*/*")
    (b'application/json', b'application/graphql-response+json; charset=utf-8')
    """
    return JSON if accept.best(header, (_OWN, JSON)) == JSON else RESPONSE
