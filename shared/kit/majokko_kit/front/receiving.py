"""Takes a request's body off the wire: whole, within its limit, in time, and as JSON."""

import asyncio
import math
from collections.abc import Mapping

from starlette.types import Receive

from majokko_kit.refusals import BodyTooLarge, BodyTooSlow, UnsupportedMediaType

SECONDS = 20
LINGER_SECONDS = 2
LINGER_BYTES = 64 * 1024 * 1024


class ClientGone(Exception):
    """The client hung up before its request was complete; there is nobody to answer."""


async def whole_body(
    receive: Receive, headers: Mapping[bytes, bytes], limit: int, seconds: float = SECONDS
) -> bytes:
    """Return the body.

    The limit holds for what arrives, whatever Content-Length says; a length beyond it is refused
    before anything is read. Raises BodyTooLarge, BodyTooSlow, UnsupportedMediaType or ClientGone.
    """
    declared = headers.get(b"content-length", b"0")
    if declared.isdigit() and int(declared) > limit:
        raise BodyTooLarge("limit", limit=limit)
    message = await receive()
    if message["type"] == "http.disconnect":
        raise ClientGone
    body: bytes = message.get("body", b"")
    if message.get("more_body"):
        body = await _rest(receive, body, limit, seconds)
    if len(body) > limit:
        raise BodyTooLarge("limit", limit=limit)
    if body:
        _check_type(headers)
    return body


async def _rest(receive: Receive, first: bytes, limit: int, seconds: float) -> bytes:
    """Return the whole body, or the part of it that is too much already."""
    body, more = bytearray(first), True
    try:
        async with asyncio.timeout(seconds):
            while more and len(body) <= limit:
                message = await receive()
                if message["type"] == "http.disconnect":
                    raise ClientGone
                body += message.get("body", b"")
                more = message.get("more_body", False)
    except TimeoutError:
        raise BodyTooSlow("body", seconds=math.ceil(seconds)) from None
    return bytes(body)


def _check_type(headers: Mapping[bytes, bytes]) -> None:
    """Refuse all but JSON; forms and plain text are what a foreign page can send unasked."""
    sent = headers.get(b"content-type", b"")
    if sent != b"application/json":
        media = sent.partition(b";")[0].strip().lower()
        if media != b"application/json" and not media.endswith(b"+json"):
            raise UnsupportedMediaType("not_json")
    if headers.get(b"content-encoding", b"identity").lower() != b"identity":
        raise UnsupportedMediaType("encoded")


async def linger(receive: Receive) -> None:
    """Take what a refused client still sends, for a while.

    Closing a socket with unread bytes resets it, and the client would lose our answer.
    """
    taken, more = 0, True
    try:
        async with asyncio.timeout(LINGER_SECONDS):
            while more and taken < LINGER_BYTES:
                message = await receive()
                taken += len(message.get("body", b""))
                more = message.get("more_body", False)
    except TimeoutError:
        pass
