"""The schema of a service, and the one that all services make together.

Execution takes a way of our own instead of Strawberry's pipeline and its extensions, the same for
HTTP and sockets: remembered documents, limits before validation, quick fields, masked errors.
"""

from collections.abc import AsyncGenerator, Iterable, Iterator, Sequence
from contextlib import aclosing
from inspect import isawaitable
from itertools import chain
from typing import Any, cast

from graphql import ExecutionResult, execute, subscribe
from strawberry import federation
from strawberry.execution import optimized_is_awaitable
from strawberry.schema.config import StrawberryConfig
from strawberry.tools import merge_types
from strawberry.types.scalar import ScalarDefinition

from majokko_kit.built import Built
from majokko_kit.graphql.context import Context
from majokko_kit.graphql.documents import Documents, Operation
from majokko_kit.graphql.executor import QuickExecutor
from majokko_kit.graphql.masking import tellable
from majokko_kit.graphql.numbers import BIG_INT, BigInt
from majokko_kit.live import graphql as live
from majokko_kit.operations import graphql as operations
from majokko_kit.service import Service

Variables = dict[str, Any]


class Schema(federation.Schema):
    """The schema of one service, or of several; `operation` reads, `run` and `feed` execute.

    Raises ValueError when two services claim the same field or type.
    """

    def __init__(self, services: Sequence[Service]) -> None:
        scalars: dict[object, ScalarDefinition] = {BigInt: BIG_INT}
        for service in services:
            scalars |= service.scalars
        shown = [operations.roots(service.name, service.operations) for service in services]
        super().__init__(
            query=_root("Query", chain((s.query for s in services), (read for read, _ in shown))),
            mutation=_root(
                "Mutation", chain((s.mutation for s in services), (change for _, change in shown))
            ),
            subscription=_root(
                "Subscription",
                chain(
                    (s.subscription for s in services),
                    (live.subscription(s.name, s.followings) for s in services),
                ),
            ),
            types=[known for service in services for known in service.types],
            config=StrawberryConfig(scalar_map=scalars),
            federation_version="2.9",  # the youngest that every composer takes
        )
        self._documents = Documents(self._schema)

    def operation(self, text: str, name: str | None = None) -> Operation:
        """Return what a document asks.

        Raises Unusable.
        """
        return self._documents.operation(text, name)

    async def run(
        self, operation: Operation, variables: Variables | None, context: Context
    ) -> ExecutionResult:
        """Execute a query or mutation; errors are as a caller may read them."""
        result = execute(
            self._schema,
            operation.document,
            context_value=context,
            variable_values=variables,
            operation_name=operation.name,
            executor_class=QuickExecutor,
            is_awaitable=cast("Any", optimized_is_awaitable),
            hide_suggestions=True,
        )
        return _masked(await result if isawaitable(result) else result, context)

    async def feed(
        self, operation: Operation, variables: Variables | None, context: Context
    ) -> AsyncGenerator[ExecutionResult]:
        """Execute a subscription; one result a message, errors as a caller may read them."""
        source = subscribe(
            self._schema,
            operation.document,
            context_value=context,
            variable_values=variables,
            operation_name=operation.name,
            hide_suggestions=True,
        )
        source = await source if isawaitable(source) else source
        if isinstance(source, ExecutionResult):
            yield _masked(source, context)
            return
        async with aclosing(cast("AsyncGenerator[ExecutionResult]", source)) as results:
            async for result in results:
                yield _masked(result, context)


def _masked(result: ExecutionResult, context: Context) -> ExecutionResult:
    if result.errors:
        result.errors = tellable(result.errors, context.call)
    return result


_KNOWN: Built[Schema] = Built()


def schema_of(services: Sequence[Service]) -> Schema:
    """Return the schema of services; those that are declared alike share one."""
    parts = [part for service in services for part in _parts(service)]
    return _KNOWN.of(parts, lambda: Schema(services))


def _parts(service: Service) -> Iterator[object]:
    yield from (service.name, service.query, service.mutation, service.subscription)
    yield from (service.operations, service.followings, *service.types)
    yield from chain.from_iterable(service.scalars.items())


def _root(name: str, types: Iterable[type | None]) -> type | None:
    """Return one root type with the fields of all, each claimed once."""
    claimed: dict[str, str] = {}
    known = tuple(one for one in types if one)
    for one in known:
        for field in one.__strawberry_definition__.fields:  # type: ignore[attr-defined]
            if field.name in claimed:
                raise ValueError(f"{name}.{field.name} is claimed twice")
            claimed[field.name] = one.__name__
    return merge_types(name, known) if known else None
