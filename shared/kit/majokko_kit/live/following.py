"""Declares what can be followed: one path in REST, one subscription in GraphQL, one description."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from types import NoneType
from typing import Annotated, Any

from pydantic import Field

from majokko_kit.live.feed import Feed
from majokko_kit.live.items import Item
from majokko_kit.operations.operation import Asked, Nothing, Operation, Shape

Place = Annotated[
    str | None,
    Field(
        description="Where to resume: the `cursor` of an item, or the number of an event. The "
        "header Last-Event-ID says the same; where both are sent, it counts."
    ),
]
Ticket = Annotated[
    str | None,
    Field(description="In the place of a token, for a browser's EventSource, which sends none."),
]


class Since(Shape):
    """What streams are asked besides what they follow."""

    since: Place = None
    ticket: Ticket = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Following:
    """`name` is the operationId and, as it stands, the subscription in GraphQL.

    `open` is a method of the service, as `run` of an operation; what it is asked has a `Since` for
    its query. It looks for the first time, so that what it refuses is answered like anything else.
    `event` is what GraphQL calls an item, `example` one for the documentation.
    """

    name: str
    path: str
    summary: str
    about: str
    event: str
    example: Item
    open: Callable[[Any], Callable[[Asked[Nothing]], Awaitable[Feed]]]
    refuses: Sequence[str] = ()

    def operation(self, *, secured: bool) -> Operation[Nothing, None]:
        """Return how it is read, and described; a ticket takes the place of a token."""
        return Operation(
            name=self.name,
            method="GET",
            path=self.path,
            summary=self.summary,
            about=self.about,
            query=Since,
            answer=NoneType,
            refuses=(*self.refuses, "not_acceptable"),
            secured=secured,
            run=self.open,  # type: ignore[arg-type]
        )
