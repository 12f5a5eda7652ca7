"""What stands between the front door and FastAPI: requests go in whole, answers come out ours."""

from collections.abc import Callable, Iterable, Iterator, Sequence

from starlette.types import Message, Receive, Send

from majokko_kit.call import NO_STORE, Call, Header
from majokko_kit.front import conditional
from majokko_kit.front.conditional import Sent

_CACHE = (b"cache-control", NO_STORE)


class Passing:
    """Sends what FastAPI sends, with the shared headers; a HEAD keeps its body to itself.

    The head of an answer is held until its body is there, for a tag is made from the body.
    """

    def __init__(self, call: Call, send: Send, shared: Callable[[], Iterable[Header]]) -> None:
        self._call = call
        self._send = send
        self._shared = shared
        self._held: Message | None = None
        self.started = False

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self._held = message
            return
        body, more = message.get("body", b""), message.get("more_body", False)
        if self._held:
            body = await self._start(self._held, body, more=more)
            self._held = None
        sent = b"" if self._call.method == "HEAD" else body
        await self._send({"type": "http.response.body", "body": sent, "more_body": more})

    async def _start(self, head: Message, body: bytes, *, more: bool) -> bytes:
        self.started = True
        answer = Sent(head["status"], _with(head["headers"], [_CACHE]), body)
        if not more:
            answer = conditional.settled(self._call, answer)
        headers = _with(answer.headers, self._shared())
        await self._send({**head, "status": answer.status, "headers": headers})
        return answer.body


def _with(own: Sequence[Header], ours: Iterable[Header]) -> list[Header]:
    """Return an answer's own headers, and those of ours that it did not set itself."""
    return [*own, *_missing({name.lower() for name, _ in own}, ours)]


def _missing(named: set[bytes], ours: Iterable[Header]) -> Iterator[Header]:
    for header in ours:
        if header[0] not in named or header[0] == b"vary":
            yield header


class Replay:
    """Gives FastAPI the body that was already read, then what really happens next."""

    def __init__(self, raw: bytes, receive: Receive) -> None:
        self._raw: bytes | None = raw
        self._receive = receive

    async def __call__(self) -> Message:
        if self._raw is None:
            return await self._receive()
        raw, self._raw = self._raw, None
        return {"type": "http.request", "body": raw, "more_body": False}
