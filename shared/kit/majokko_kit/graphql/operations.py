"""The operations that run on one WebSocket connection."""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from contextlib import aclosing

from graphql import ExecutionResult, GraphQLError, OperationType

from majokko_kit.front.receiving import ClientGone
from majokko_kit.graphql.context import Context
from majokko_kit.graphql.documents import Unusable
from majokko_kit.graphql.masking import tellable
from majokko_kit.graphql.request import Asked, read
from majokko_kit.graphql.schema import Schema
from majokko_kit.tasks import ended

MAX_OPERATIONS = 20

Tell = Callable[[dict[str, object]], Awaitable[None]]


class Operations:
    """Starts and stops operations by the name their client gave them."""

    def __init__(self, schema: Schema, context: Context, tell: Tell) -> None:
        self._schema = schema
        self._context = context
        self._tell = tell
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._ending: set[asyncio.Task[None]] = set()

    def __contains__(self, name: str) -> bool:
        return name in self._tasks

    def start(self, name: str, payload: object) -> None:
        """Begin an operation; it tells its results and its end by itself.

        Raises BadJson when the payload is no GraphQL request.
        """
        asked = read(payload)
        self._tasks[name] = asyncio.create_task(self._run(name, asked))

    def stop(self, name: str) -> None:
        if task := self._tasks.pop(name, None):
            task.cancel()
            self._ending.add(task)
            task.add_done_callback(self._ending.discard)

    async def end(self) -> None:
        """Stop everything, and wait until each operation has cleaned up behind itself."""
        for name in list(self._tasks):
            self.stop(name)
        await ended(self._ending)

    async def _run(self, name: str, asked: Asked) -> None:
        last: dict[str, object] = {"id": name, "type": "complete"}
        try:
            async with aclosing(self._results(asked)) as results:
                async for result in results:
                    payload = result.formatted
                    await self._tell({"id": name, "type": "next", "payload": payload})
        except ClientGone:
            return
        except Unusable as refused:
            last = _failed(name, tellable(refused.errors, self._context.call))
        except Exception as error:  # noqa: BLE001 - told to the client, masked where it must be
            cause = GraphQLError("", original_error=error)
            last = _failed(name, tellable([cause], self._context.call))
        self._tasks.pop(name, None)  # its name is free before the client learns that it ended
        await self._tell(last)

    async def _results(self, asked: Asked) -> AsyncGenerator[ExecutionResult]:
        if len(self._tasks) > MAX_OPERATIONS:
            raise Unusable(422, [GraphQLError(f"At most {MAX_OPERATIONS} at once.")])
        operation = self._schema.operation(asked.query, asked.operation)
        await self._context.call.charge(operation.units)
        if operation.kind is not OperationType.SUBSCRIPTION:
            yield await self._schema.run(operation, asked.variables, self._context)
            return
        async with aclosing(
            self._schema.feed(operation, asked.variables, self._context)
        ) as results:
            async for result in results:
                yield result


def _failed(name: str, errors: Sequence[GraphQLError]) -> dict[str, object]:
    return {"id": name, "type": "error", "payload": [error.formatted for error in errors]}
