"""The front door: the one ASGI layer that every request passes, with what all answers share.

It gives each request its trace and language, keeps to the limits of body and quota, hands *hot
routes* their request before any framework is reached, and turns whatever goes wrong into a problem
document. Pure ASGI: Starlette's own middleware base costs more than all of this.
"""

import traceback
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from http import HTTPStatus

import structlog
from starlette.datastructures import State
from starlette.types import ASGIApp, Receive, Scope, Send

from majokko_kit import body, problems
from majokko_kit.call import SCOPE_KEY, Answer, Call, Header, Stream, StreamRoute
from majokko_kit.front import conditional, streaming
from majokko_kit.front.admission import STREAM_UNITS, Admission
from majokko_kit.front.conditional import Sent
from majokko_kit.front.cors import Cors
from majokko_kit.front.hot import HotRoutes
from majokko_kit.front.passing import Passing, Replay
from majokko_kit.front.receiving import ClientGone, linger, whole_body
from majokko_kit.front.routes import Routes
from majokko_kit.front.streaming import Flow
from majokko_kit.limits import Limiter
from majokko_kit.live.bell import Bell
from majokko_kit.refusals import BodyTooLarge, Internal, NotFound, Refusal
from majokko_kit.settings import Settings
from majokko_kit.telemetry import Names
from majokko_rules.errors import RuleError

MAX_BODY = 64 * 1024
MAX_ROOMY_BODY = 1024 * 1024

_BODILESS = frozenset({"GET", "HEAD"})
_NO_REQUEST: Scope = {"method": "", "path": "", "query_string": b"", "headers": []}
_NOSNIFF = (b"x-content-type-options", b"nosniff")
_VARY = (b"vary", b"accept-language")

_log = structlog.get_logger("majokko.front")


@dataclass(frozen=True, slots=True, kw_only=True)
class Doors:
    """What lies behind the front door, besides FastAPI.

    `limiter.redis` is set once it is known, and so are the `bells`; `roomy` paths may have larger
    bodies.
    """

    state: State
    limiter: Limiter
    routes: Routes
    hot: Mapping[tuple[str, str], StreamRoute]
    sockets: Mapping[str, ASGIApp]
    roomy: frozenset[str]
    bells: Sequence[Bell] = ()


class Front:
    """The door; `app` answers what no hot route does."""

    def __init__(self, app: ASGIApp, settings: Settings, doors: Doors) -> None:
        self._app = app
        self._settings = settings
        self._state = doors.state
        self._admission = Admission(settings, doors.limiter)
        self._routes = doors.routes
        self._hot = HotRoutes(doors.hot)
        self._sockets = doors.sockets
        self._roomy = doors.roomy
        self._bells = doors.bells
        self._names = Names()
        self._cors = Cors(settings.cors)

    def say_goodbye(self) -> None:
        """Let all streams end; to be called before waiting for that."""
        for bell in self._bells:
            bell.say_goodbye()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._beside_http(scope, receive, send)
            return
        call = self._call(scope)
        unread: Receive | None = None
        try:
            answer = await self._answer(call, receive, send)
        except ClientGone:
            return
        except (RuleError, Refusal) as error:
            unread = receive if isinstance(error, BodyTooLarge) else None
            answer = problems.answer((error,), call)
        except Exception as error:  # noqa: BLE001 - the last one who can still answer
            _report(error, call, dev=self._settings.dev)
            answer = problems.answer((Internal("unexpected"),), call)
        if isinstance(answer, Stream):
            await self._flow(answer, call, receive, send)
        elif answer:
            await self._deliver(answer, call, send, unread)

    async def _beside_http(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve WebSockets, and the lifespan."""
        socket = self._sockets.get(scope["path"]) if scope["type"] == "websocket" else None
        if socket is None:
            await self._app(scope, receive, send)
            return
        call = self._call(scope)
        try:
            await self._admission.admit(call, STREAM_UNITS)
            await socket({**scope, SCOPE_KEY: call}, receive, send)
        except Refusal:
            await send({"type": "websocket.close", "code": 1013})  # try again later
        except Exception as error:  # noqa: BLE001 - uvicorn would log what it quotes
            _report(error, call, dev=self._settings.dev)

    def _call(self, scope: Scope) -> Call:
        names, headers = self._names, _combined(scope["headers"])
        return Call(
            scope,
            headers,
            state=self._state,
            trace_id=names.trace(headers.get(b"traceparent")),
            span_id=names.span(),
            default_locale=self._settings.locale,
        )

    async def _answer(self, call: Call, receive: Receive, send: Send) -> Answer | Stream | None:
        """Return the answer, or None when FastAPI has already sent one."""
        method = call.method
        if method == "OPTIONS":
            return self._cors.preflight(call) or self._options(call)
        if not self._admission.is_free(call):
            await self._admission.admit(call)
        if method not in _BODILESS:
            limit = MAX_ROOMY_BODY if call.path in self._roomy else MAX_BODY
            call.body = await whole_body(receive, call.headers, limit)
        self._routes.check(method, call.path)
        if hot := self._hot.find("GET" if method == "HEAD" else method, call):
            return await hot(call)
        return await self._pass_on(call, receive, send)

    def _options(self, call: Call) -> Answer:
        if allowed := self._routes.allowed(call.path):
            return Answer(204, b"", headers=((b"allow", ", ".join(allowed).encode()),))
        raise NotFound("path")

    async def _pass_on(self, call: Call, receive: Receive, send: Send) -> Answer | None:
        """Let FastAPI answer, with our headers around its own.

        It reports a surprise after answering it; only when nothing was sent, we still can.
        """
        if call.body:
            body.read(call.body)  # FastAPI's own reader takes what ours refuses
        scope = {**call.scope, SCOPE_KEY: call}
        if call.method == "HEAD":
            scope["method"] = "GET"
        passing = Passing(call, send, partial(self._shared, call))
        source = receive if call.method in _BODILESS else Replay(call.body, receive)
        try:
            await self._app(scope, source, passing)
        except Exception as error:
            if not passing.started:
                raise
            _report(error, call, dev=self._settings.dev)
        return None

    async def _deliver(
        self, answer: Answer, call: Call, send: Send, unread: Receive | None
    ) -> None:
        """Send an answer; `unread` is the rest of a body that was refused."""
        status, raw, content_type, extra, cache = answer
        own = [(b"cache-control", cache), *extra]
        if status != HTTPStatus.NO_CONTENT:
            own += ((b"content-type", content_type), (b"content-length", b"%d" % len(raw)))
        status, own, raw = conditional.settled(call, Sent(status, own, raw))
        headers = [*own, *self._shared(call)]
        await send({"type": "http.response.start", "status": status, "headers": headers})
        sent = b"" if call.method == "HEAD" else raw
        if unread:
            await send({"type": "http.response.body", "body": sent, "more_body": True})
            await linger(unread)
            sent = b""
        await send({"type": "http.response.body", "body": sent})

    async def _flow(self, stream: Stream, call: Call, receive: Receive, send: Send) -> None:
        """Send an answer that goes on; what goes wrong in it can only end it."""
        own = ((b"cache-control", stream.cache), (b"content-type", stream.content_type))
        headers = [*own, *stream.headers, *self._shared(call)]
        flow = Flow(call.scope, receive, send, self._settings.stream_patience)
        try:
            if call.method == "HEAD":
                await streaming.head(stream, headers, send)
            else:
                await flow.run(stream, headers)
        except streaming.Slow:
            _log.info("slow_reader", path=call.path, trace_id=call.trace_id)
        except Exception as error:  # noqa: BLE001 - the last one who hears of it
            _report(error, call, dev=self._settings.dev)
        finally:
            stream.after()

    def answer_unasked(self, refusal: Refusal) -> Sent:
        """Return the whole answer to what never became a request."""
        call = self._call(_NO_REQUEST)
        status, raw, content_type, extra, cache = problems.answer((refusal,), call)
        own = (b"content-type", content_type), (b"content-length", b"%d" % len(raw))
        return Sent(status, [*own, (b"cache-control", cache), *extra, *self._shared(call)], raw)

    def _shared(self, call: Call) -> Iterator[Header]:
        """Yield the headers of every answer; the locale is known only now."""
        yield _NOSNIFF
        yield _VARY
        yield b"content-language", call.locale.encode()
        yield b"traceparent", f"00-{call.trace_id}-{call.span_id}-00".encode()
        yield b"x-request-id", call.request_id
        if call.purse:
            yield from call.purse.headers()
        if b"origin" in call.headers:
            yield from self._cors.headers(call)


def _combined(raw: Sequence[Header]) -> Mapping[bytes, bytes]:
    """Return the headers by name; one sent in several lines is one list (RFC 9110, 5.3).

    Of what may stand there once, a list is no valid value: nobody gets to choose which line counts.
    """
    headers = dict(raw)
    if len(headers) == len(raw):
        return headers
    lines: dict[bytes, list[bytes]] = {}
    for name, value in raw:
        lines.setdefault(name, []).append(value)
    return {name: b", ".join(values) for name, values in lines.items()}


def _report(error: Exception, call: Call, *, dev: bool) -> None:
    """Log a surprise by type and place; its message may quote what must not be logged."""
    place = traceback.extract_tb(error.__traceback__)[-1]
    _log.error(
        "unexpected",
        error=type(error).__name__,
        where=f"{place.filename}:{place.lineno}",
        method=call.method,
        path=call.path,
        trace_id=call.trace_id,
        exc_info=error if dev else None,
    )
