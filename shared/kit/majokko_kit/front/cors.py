"""Cross-origin requests: there are no cookies anywhere, so any page may ask as itself.

Headers are sent only to browsers (requests with an Origin); `null` is the origin of a page opened
from a file. With an exact list of origins instead of `*`, others get no CORS header at all.
"""

from collections.abc import Sequence

from majokko_kit.call import NO_STORE, Answer, Call, Header

METHODS = b"GET, HEAD, POST, PUT, PATCH, DELETE"
ALLOWED = (
    b"Authorization, Majokko-Key, Idempotency-Key, If-Match, If-None-Match, Last-Event-ID, "
    b"Content-Type, Accept-Language, traceparent, X-Request-Id"
)
EXPOSED = (
    b"ETag, Link, Location, RateLimit, RateLimit-Policy, Retry-After, Idempotency-Replayed, "
    b"Deprecation, Sunset, traceparent, X-Request-Id"
)
_DAY = b"86400"


class Cors:
    def __init__(self, origins: Sequence[str]) -> None:
        self._any = "*" in origins
        self._origins = frozenset(origin.encode() for origin in origins)

    def headers(self, call: Call) -> tuple[Header, ...]:
        """Return what lets the page that asked read the answer."""
        origin = call.headers.get(b"origin")
        if origin is None:
            return ()
        if self._any:
            return ((b"access-control-allow-origin", b"*"), _EXPOSE)
        if origin in self._origins:
            return ((b"access-control-allow-origin", origin), _EXPOSE, _VARY)
        return (_VARY,)

    def preflight(self, call: Call) -> Answer | None:
        """Answer a browser that asks whether it may ask; None for all other requests."""
        headers = call.headers
        if call.scope["method"] != "OPTIONS" or b"access-control-request-method" not in headers:
            return None
        allowed = (
            (b"access-control-allow-methods", METHODS),
            (b"access-control-allow-headers", ALLOWED),
            (b"access-control-max-age", _DAY),
        )
        return Answer(204, b"", b"", allowed, NO_STORE)


_EXPOSE = (b"access-control-expose-headers", EXPOSED)
_VARY = (b"vary", b"origin")
