"""What a command has to know from another service before it can be done.

A transaction never waits for another service. A command that lacks something is rolled back and
done again once it is known; so nothing is half done when the other service is away, and a command
that was done before, by its Idempotency-Key, asks nobody.
"""

from collections.abc import Awaitable, Callable
from typing import Any, Protocol, TypeVar

from majokko_contracts.messages import Answer, Request
from majokko_kit.refusals import NotFound, Refusal, TokenMissing

PATIENCE_SECONDS = 3.0
_MOST = 100
"""Questions of one command. Rules that ask for more are broken."""

A = TypeVar("A", bound=Answer)
Out = TypeVar("Out")


class Bus(Protocol):
    """Asks other services; raises what they raise, and DependencyAway."""

    async def ask(self, request: Request[A], *, timeout: float, key: str | None = None) -> A: ...  # noqa: ASYNC109


class Lacking(Exception):
    """Something has to be asked first."""

    def __init__(self, request: Request[Any], key: str | None) -> None:
        self.request = request
        self.key = key
        super().__init__(f"{request.name} {key or ''}")


class Outside:
    """What one command knows so far."""

    def __init__(self, bus: Bus) -> None:
        self._bus = bus
        self._known: dict[tuple[Request[Any], str | None], Answer | Refusal] = {}

    def know(self, request: Request[A], key: str | None = None) -> A:
        """Return an answer. `key` is the idempotency key of the request.

        Raises Lacking where it has to be asked first.
        """
        found = self._found(request, key)
        if isinstance(found, Refusal):
            raise found
        return found

    def wonder(self, request: Request[A]) -> A | None:
        """Return an answer, or None where there is no such thing.

        Raises Lacking where it has to be asked first.
        """
        found = self._found(request, None)
        return None if isinstance(found, Refusal) else found

    def _found(self, request: Request[A], key: str | None) -> A | Refusal:
        found: A | Refusal | None = self._known.get((request, key))  # type: ignore[assignment]
        if found is None:
            raise Lacking(request, key)
        return found

    async def run(self, command: Callable[[], Awaitable[Out]]) -> Out:
        """Do a command, as often as it takes until it knows everything.

        Raises what the command raises, and what the other service raises.
        """
        while True:
            try:
                return await command()
            except Lacking as lacking:
                assert len(self._known) < _MOST, "rules that never come to an end"
                await self._learn(lacking.request, lacking.key)

    async def _learn(self, request: Request[Any], key: str | None) -> None:
        try:
            answer = await self._bus.ask(request, timeout=PATIENCE_SECONDS, key=key)
        except (NotFound, TokenMissing) as refusal:
            self._known[request, key] = refusal
        else:
            self._known[request, key] = answer
