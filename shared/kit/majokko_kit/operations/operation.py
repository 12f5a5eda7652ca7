"""What an operation is: a name, a place in REST and in GraphQL, what it takes, what it gives.

What it takes are pydantic models (`Shape` below: strict, unknown members refused); what it gives
are frozen dataclasses, which orjson writes, pydantic describes and Strawberry shows.
"""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, Literal, TypeVar

from pydantic import BaseModel, ConfigDict

In = TypeVar("In")
Out = TypeVar("Out")
Item = TypeVar("Item")

Method = Literal["GET", "POST", "PATCH", "DELETE"]


class Shape(BaseModel):
    """Base of every body and query: exact types, no unknown members, never changed."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


class Nothing(Shape):
    """A body or query without members."""


NOTHING = Nothing()


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked(Generic[In]):
    """One request, read, as a service method is given it; no trace is left of who carried it.

    `path` holds the names in the path, `token` the SHA-256 of the bearer's token. `key` is the
    Idempotency-Key, told apart by alias in GraphQL; `fingerprint` is a hash of all that was asked.
    `if_match` is the one tag of If-Match, without quotes.
    """

    operation: str
    body: In
    query: Any = NOTHING
    path: Mapping[str, str] = field(default_factory=dict)
    token: bytes | None = None
    key: str | None = None
    fingerprint: bytes = b""
    if_match: str | None = None
    locale: str = "en"
    tenant: str = "default"


@dataclass(frozen=True, slots=True)
class Done(Generic[Out]):
    """An answer with what stands beside it. `replayed` says that an earlier one is told again."""

    answer: Out
    replayed: bool = False
    etag: str | None = None
    """What If-None-Match may name; depends on nothing that the viewer may not see."""


@dataclass(frozen=True, slots=True)
class Page(Generic[Item]):
    """A part of a list; `next_cursor` leads to the next one, null at the end."""

    items: Sequence[Item]
    next_cursor: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Operation(Generic[In, Out]):
    """`name` is the operationId and, as it stands, the field in GraphQL.

    `run` is a method of the service, taken from what its lifespan yields:
    `lambda dice: dice.rooms.create`. It gives an `Out`, or a `Done[Out]`. `refuses` lists the codes
    of its refusals beyond those that any request may meet. `conditional` says that it needs
    If-Match (an argument `ifMatch` in GraphQL). `location` gives the path of what was created.
    """

    name: str
    method: Method
    path: str
    summary: str
    about: str = ""
    body: type[In] = Nothing  # type: ignore[assignment]
    query: type[Shape] = Nothing
    answer: type[Out]
    status: int = 200
    refuses: Sequence[str] = ()
    secured: bool = True
    conditional: bool = False
    location: Callable[[Out], str] | None = None
    stored: bool = True
    """Whether whoever asked may keep what she read, to ask later whether it still holds."""

    tagged: bool = False
    """Whether a command answers with the tag of what it shows, so that the next one may name it."""

    units: int = 1
    """What it costs of the caller's quota."""

    run: Callable[[Any], Callable[[Asked[In]], Awaitable[Out | Done[Out]]]]
    example: object = None
    """A body for the documentation."""

    answers: object = None
    """What the documentation shows as its answer."""

    @property
    def steps(self) -> Sequence[str]:
        """The names in its path."""
        return [step[1:-1] for step in self.path.split("/") if step.startswith("{")]
