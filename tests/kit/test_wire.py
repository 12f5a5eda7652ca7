"""What arrives before there is a request: limited, and refused as everything else is."""

import asyncio
import json
from collections.abc import Iterator

import pytest

from majokko_kit.front.wire import MAX_HEAD

GET = b"GET /livez HTTP/1.1\r\nHost: tea\r\n"
POST = b"POST /v1/orders HTTP/1.1\r\nHost: tea\r\nContent-Type: application/json\r\n"
CHUNKED = POST + b"Transfer-Encoding: chunked\r\n\r\n"
CUP = b'{"cups": 1}'
FOUR_MIB = 4 * 1024 * 1024


def _filled(before: bytes, size: int, after: bytes = b"\r\n\r\n") -> bytes:
    """A head of about so many bytes."""
    return before + b"X: ".ljust(size - len(before) - len(after), b"x") + after


ENDLESS = {
    # what begins, what goes on for ever
    "a path": (b"GET /", b"a" * 1000),
    "one header": (GET + b"X: ", b"a" * 1000),
    "a name of a header": (GET, b"a" * 1000),
    "many headers": (GET, b"a: b\r\n" * 200),
    "trailers": (CHUNKED + b"b\r\n" + CUP + b"\r\n0\r\n", b"a: b\r\n" * 200),
    "one trailer": (CHUNKED + b"b\r\n" + CUP + b"\r\n0\r\nX: ", b"a" * 1000),
    "the size of a chunk": (CHUNKED + b"b;", b"a" * 1000),
    "blank lines": (b"", b"\r\n" * 500),
}


@pytest.mark.parametrize(("begin", "more"), ENDLESS.values(), ids=ENDLESS)
async def test_what_never_becomes_a_request_is_given_up(
    port: int, begin: bytes, more: bytes
) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    sent = 0
    for part in _parts(begin, more):
        writer.write(part)
        sent += len(part)
        try:
            await writer.drain()
        except ConnectionError:
            break
        if reader.at_eof() or sent > FOUR_MIB:
            break
        await asyncio.sleep(0)
    writer.close()

    assert sent <= FOUR_MIB


def _parts(begin: bytes, more: bytes) -> Iterator[bytes]:
    yield begin
    while True:
        yield more * 8


REFUSED = {
    # what arrives → status, code
    "a head that is too large": (_filled(GET, MAX_HEAD + 100), 431, "head_too_large"),
    "a path that is too long": (
        b"GET /" + b"a" * MAX_HEAD + b" HTTP/1.1\r\n\r\n",
        431,
        "head_too_large",
    ),
    "no HTTP": (b"\x16\x03\x01\x02\x00\x01\x00", 400, "bad_http"),
    "an unknown method": (b"ROLL /v1/rolls HTTP/1.1\r\n\r\n", 400, "bad_http"),
    "a negative length": (POST + b"Content-Length: -5\r\n\r\n", 400, "bad_http"),
    "two lengths": (POST + b"Content-Length: 1\r\nContent-Length: 2\r\n\r\n", 400, "bad_http"),
    "a length and chunks": (
        POST + b"Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n",
        400,
        "bad_http",
    ),
    "a chunk without size": (CHUNKED + b"zz\r\n", 400, "bad_http"),
}


@pytest.mark.parametrize(("arrives", "status", "code"), REFUSED.values(), ids=REFUSED)
async def test_what_is_no_request_is_answered_with_a_problem(
    port: int, arrives: bytes, status: int, code: str
) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(arrives)
    async with asyncio.timeout(5):
        head, _, body = (await reader.read()).partition(b"\r\n\r\n")
    writer.close()
    problem = json.loads(body)

    assert head.split()[1] == str(status).encode()
    assert b"content-type: application/problem+json" in head
    assert b"connection: close" in head
    assert (problem["status"], problem["code"]) == (status, code)
    assert problem["trace_id"].encode() in head


TAKEN = {
    "a head within the limit": (_filled(GET, MAX_HEAD - 100), 1),
    "a body larger than a head": (
        POST + b"Content-Length: 60000\r\n\r\n" + CUP.ljust(60_000),
        1,
    ),
    "a hundred requests at once": ((POST + b"Content-Length: 11\r\n\r\n" + CUP) * 100, 100),
    "tiny chunks": (
        CHUNKED + b"b\r\n" + CUP + b"\r\n" + b"1\r\n \r\n" * 9_000 + b"0\r\n\r\n",
        1,
    ),
}


@pytest.mark.parametrize(("arrives", "answers"), TAKEN.values(), ids=TAKEN)
@pytest.mark.parametrize("size", [1_000_000, 7_000])
async def test_what_is_within_the_limits_is_taken(
    port: int, arrives: bytes, answers: int, size: int
) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    for start in range(0, len(arrives), size):
        writer.write(arrives[start : start + size])
        await asyncio.sleep(0.001)
    async with asyncio.timeout(5):
        statuses = [await _status(reader) for _ in range(answers)]
    writer.close()

    assert statuses == [200] * answers


async def _status(reader: asyncio.StreamReader) -> int:
    """Read one answer."""
    head = (await reader.readuntil(b"\r\n\r\n")).decode().lower()
    length = head.partition("content-length: ")[2].partition("\r\n")[0]
    await reader.readexactly(int(length))
    return int(head.split()[1])
