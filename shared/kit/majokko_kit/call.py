"""One HTTP request on its way through the service, and the answer it gets."""

import re
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping, Sequence
from typing import Any, NamedTuple

from starlette.datastructures import State
from starlette.types import Scope

from majokko_kit import locale
from majokko_kit.limits import Purse

_REQUEST_ID = re.compile(rb"[A-Za-z0-9._-]{1,64}")

Header = tuple[bytes, bytes]
JSON = b"application/json"
NO_STORE = b"no-store"
SCOPE_KEY = "majokko.call"
"""Where a `Call` waits in the scope of requests that FastAPI answers."""


class Answer(NamedTuple):
    """What a hot route gives back; `headers` are those beyond type, length, cache and language."""

    status: int
    body: bytes
    content_type: bytes = JSON
    headers: Sequence[Header] = ()
    cache: bytes = NO_STORE


def _nothing() -> None:
    """Nobody waits for the end."""


class Stream(NamedTuple):
    """What a hot route gives back that has no end yet; `headers` are as in `Answer`.

    `parts` are sent as they come, and closed when the client is gone. `after` is called at the end,
    also where nothing was ever sent.
    """

    parts: AsyncGenerator[bytes]
    content_type: bytes
    status: int = 200
    headers: Sequence[Header] = ()
    cache: bytes = b"no-cache, no-store"
    after: Callable[[], None] = _nothing


class Call:
    """One request; what handlers may know of it without any framework.

    `body` is complete but not yet read (`body.read(call.body)`). `locale` is the language of the
    answer: `?lang=`, then Accept-Language; whoever reads a language from the body sets it with
    `speak`. `path_params` are the named steps of the path. `state` is what the services' lifespans
    left there: `call.state.dice`. `caller` is whom it counts for; None where nobody is limited.
    """

    __slots__ = (
        "body",
        "caller",
        "headers",
        "locale",
        "path_params",
        "purse",
        "scope",
        "span_id",
        "state",
        "trace_id",
    )

    def __init__(  # noqa: PLR0913 - one object a request, built in one place
        self,
        scope: Scope,
        headers: Mapping[bytes, bytes],
        *,
        state: State,
        trace_id: str,
        span_id: str,
        default_locale: str,
    ) -> None:
        self.scope = scope
        self.headers = headers
        self.state = state
        self.trace_id = trace_id
        self.span_id = span_id
        self.body = b""
        self.path_params: Mapping[str, str] = {}
        self.purse: Purse | None = None
        self.caller: str | None = None
        self.locale = locale.of_request(
            scope["query_string"], headers.get(b"accept-language", b""), default_locale
        )

    @property
    def method(self) -> str:
        method: str = self.scope["method"]
        return method

    @property
    def request_id(self) -> bytes:
        """The caller's X-Request-Id where it is a plain name, else our own span."""
        asked = self.headers.get(b"x-request-id")
        return asked if asked and _REQUEST_ID.fullmatch(asked) else self.span_id.encode()

    @property
    def path(self) -> str:
        path: str = self.scope["path"]
        return path

    @property
    def peer(self) -> str | None:
        """The address at the other end of the connection; a Unix socket has none."""
        client = self.scope.get("client")
        return client[0] if client else None

    @property
    def idempotency_key(self) -> bytes | None:
        """The header as it came; a socket's handshake speaks for none of what is asked later."""
        if self.scope.get("type") == "websocket":
            return None
        return self.headers.get(b"idempotency-key")

    def speak(self, tag: str | None) -> str:
        """Answer in the language of `tag` if we know it; return the locale of the answer."""
        if tag and (known := locale.chosen(tag)):
            self.locale = known
        return self.locale

    async def charge(self, units: int) -> None:
        """Take `units` more from the caller's quota, beyond the one that every request costs.

        Raises QuotaExceeded, or TooCostly when no quota could ever hold that much.
        """
        if self.purse and units > 0:
            await self.purse.spend(units, already=1)

    def refund(self, units: int) -> None:
        """Give back what this request turned out not to cost."""
        if self.purse:
            self.purse.refund(units)


HotRoute = Callable[[Call], Awaitable[Answer]]
"""Answers a request before FastAPI is reached. Refusals may be raised, they become problems."""

StreamRoute = Callable[[Call], Awaitable[Answer | Stream]]
"""A hot route that may go on answering."""


def of_scope(scope: Mapping[str, Any]) -> Call:
    """Return the call behind a FastAPI request: `of_scope(request.scope)`."""
    call = scope[SCOPE_KEY]
    assert isinstance(call, Call)
    return call
