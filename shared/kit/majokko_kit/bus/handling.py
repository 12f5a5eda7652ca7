"""Turns a request from the bus into an answer or a refusal, whatever happens in between."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass
from typing import Any, NamedTuple

from pydantic import ValidationError

from majokko_contracts.messages import Answer, Asked, Request
from majokko_kit import validation
from majokko_kit.bus.refused import refused
from majokko_kit.refusals import Internal, NotFound, Refusal
from majokko_rules.errors import RuleError

_REMEMBERED = 1024

log = logging.getLogger(__name__)

Same = tuple[str, str, bytes]
Handler = Callable[[Any, str], Awaitable[Answer]]
"""Takes a request and its id; raises RuleError or Refusal to refuse."""


@dataclass(frozen=True, slots=True)
class Served:
    """One request that a service answers; `handler` takes a `kind` and gives its answer."""

    kind: type[Request[Any]]
    handler: Handler


class Reply(NamedTuple):
    refused: bool
    body: bytes


class Handlers:
    """All that one service answers."""

    def __init__(self, served: Iterable[Served]) -> None:
        self._served = {one.kind.name: one for one in served}
        self._recent: dict[Same, asyncio.Future[Reply]] = {}

    async def reply(self, asked: Asked) -> Reply:
        """Handle a request; one that is under way or was lately answered is not handled again.

        A refusal is not remembered: what it needed may be there when it is asked again.
        """
        same = _same(asked)
        if earlier := self._recent.get(same):
            return await asyncio.shield(earlier)
        answer: asyncio.Future[Reply] = asyncio.get_running_loop().create_future()
        self._recent[same] = answer
        if len(self._recent) > _REMEMBERED:
            del self._recent[next(iter(self._recent))]
        try:
            answer.set_result(await self._handle(asked))
        finally:
            if not answer.done():
                answer.cancel()
            if answer.cancelled() or answer.result().refused:
                self._recent.pop(same, None)
        return answer.result()

    async def _handle(self, asked: Asked) -> Reply:
        try:
            return Reply(refused=False, body=await self._answer(asked))
        except (RuleError, Refusal) as error:
            return refusal(error)
        except Exception:  # whoever waits must not wait in vain
            log.exception("%s failed", asked.head.name)
            return refusal(Internal("unexpected"))

    async def _answer(self, asked: Asked) -> bytes:
        served = self._served.get(asked.head.name)
        if served is None:
            raise NotFound("thing")
        try:
            request = served.kind.model_validate_json(asked.body)
        except ValidationError as error:
            first = error.errors(include_url=False, include_input=False)[0]
            raise validation.refusal(first, first["loc"]) from None
        answer = await served.handler(request, asked.head.id)
        return answer.model_dump_json().encode()


def _same(asked: Asked) -> Same:
    return asked.head.name, asked.head.id, asked.body


def refusal(error: RuleError | Refusal) -> Reply:
    """Write down why a request is refused."""
    return Reply(refused=True, body=refused(error).model_dump_json().encode())
