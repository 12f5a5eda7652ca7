"""HTTP as it arrives: uvicorn's parser, with a limit to what may come before there is a request.

By itself it takes heads of any size, and a header of four bytes costs eighty in memory. What is no
HTTP at all is answered with a problem document, too.
"""

from http import HTTPStatus

from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

from majokko_kit.front.door import Front
from majokko_kit.front.streaming import HANG_UP
from majokko_kit.refusals import BadHttp, HeadTooLarge, Refusal

MAX_HEAD = 32 * 1024
_LINE = len(": \r\n")


class Wire(HttpToolsProtocol):
    """Serves a `Front`; `uvicorn.Config(front, http=Wire)`.

    `_pending` counts the bytes that have become neither a request nor a part of a body: those of a
    head, of the sizes of chunks, and of trailers.
    """

    _pending = 0
    _refusal: Refusal = BadHttp("malformed")

    def data_received(self, data: bytes) -> None:
        self._pending += len(data)
        super().data_received(data)
        if self._pending > MAX_HEAD and not self.transport.is_closing():
            self._refuse(HeadTooLarge("limit", limit=MAX_HEAD))

    def on_headers_complete(self) -> None:
        # Alike whether it came in one piece or in many.
        if self._pending > MAX_HEAD and self._head_bytes() > MAX_HEAD:
            self._refusal = HeadTooLarge("limit", limit=MAX_HEAD)
            raise self._refusal
        self._pending = 0
        self.scope["extensions"] = {HANG_UP: self.transport.abort}  # type: ignore[dict-item]
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        self._pending = 0
        super().on_body(body)

    def send_400_response(self, msg: str) -> None:  # noqa: ARG002 - uvicorn's own words
        self._refuse(self._refusal)

    def _head_bytes(self) -> int:
        return len(self.url) + sum(len(name) + len(value) + _LINE for name, value in self.headers)

    def _refuse(self, refusal: Refusal) -> None:
        """Answer what never became a request, and hang up: nobody knows where the next begins."""
        front = self.config.app
        assert isinstance(front, Front)
        status, headers, body = front.answer_unasked(refusal)
        lines = (b"%s: %s\r\n" % header for header in (*headers, (b"connection", b"close")))
        self.transport.write(b"".join((STATUS_LINE[HTTPStatus(status)], *lines, b"\r\n", body)))
        self.transport.close()


class SocketWire(WebSocketsSansIOProtocol):
    """WebSockets as they arrive; like HTTP, they can be cut."""

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if self.response.status_code == HTTPStatus.SWITCHING_PROTOCOLS:
            self.scope["extensions"][HANG_UP] = self.transport.abort  # type: ignore[assignment]
