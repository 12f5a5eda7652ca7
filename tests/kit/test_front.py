"""The front door: traces, methods, cross-origin requests and bodies, the same for every path."""

import asyncio
import re
from collections.abc import AsyncIterator, Sequence

import httpx
import pytest
from starlette.types import Message

from majokko_kit.front.receiving import whole_body
from majokko_kit.refusals import BodyTooSlow
from majokko_kit.settings import Settings
from tests.kit.serving import served

TRACE = "4bf92f3577b34da6a3ce929d0e0e4736"
TRACEPARENT = re.compile("00-([0-9a-f]{32})-([0-9a-f]{16})-00")
JSON = {"content-type": "application/json"}


async def test_a_caller_s_trace_is_continued_under_a_span_of_our_own(
    tea: httpx.AsyncClient,
) -> None:
    sent = f"00-{TRACE}-00f067aa0ba902b7-01"
    answer = await tea.get("/livez", headers={"traceparent": sent})
    ours = TRACEPARENT.fullmatch(answer.headers["traceparent"])

    assert ours
    assert ours[1] == TRACE
    assert ours[2] != "00f067aa0ba902b7"


@pytest.mark.parametrize(
    "sent",
    [
        "",
        "00",
        f"00-{TRACE}-00f067aa0ba902b7",
        f"ff-{TRACE}-00f067aa0ba902b7-01",
        f"00-{'0' * 32}-00f067aa0ba902b7-01",
        f"00-{TRACE}-{'0' * 16}-01",
        f"00-{TRACE.upper()}-00f067aa0ba902b7-01",
        f"00-{TRACE}-00f067aa0ba902b7-0g",
    ],
)
async def test_a_trace_that_is_none_is_replaced_by_a_new_one(
    tea: httpx.AsyncClient, sent: str
) -> None:
    answers = [await tea.get("/livez", headers={"traceparent": sent}) for _ in range(2)]
    traces = {TRACEPARENT.fullmatch(answer.headers["traceparent"]) for answer in answers}

    assert len({found and found[1] for found in traces} - {TRACE, None}) == 2


async def test_a_trace_of_a_later_version_is_understood(tea: httpx.AsyncClient) -> None:
    sent = f"01-{TRACE}-00f067aa0ba902b7-01-what-comes"
    answer = await tea.get("/livez", headers={"traceparent": sent})

    assert TRACE in answer.headers["traceparent"]


@pytest.mark.parametrize(
    ("sent", "kept"), [("abc-1.2_X", True), ("x" * 64, True), ("x" * 65, False), ("a b", False)]
)
async def test_a_request_id_is_given_back_when_it_is_a_plain_name(
    tea: httpx.AsyncClient,
    sent: str,
    kept: bool,
) -> None:
    answer = await tea.get("/livez", headers={"x-request-id": sent})

    assert (answer.headers["x-request-id"] == sent) is kept
    assert answer.headers["x-request-id"]


async def test_a_header_in_several_lines_is_one_list(tea: httpx.AsyncClient) -> None:
    said = await tea.get("/livez", headers=[("accept-language", "tlh"), ("accept-language", "ja")])
    lines = [("content-type", "application/json"), ("content-type", "text/plain")]
    unclear = await tea.post("/v1/orders", content=b'{"cups": 1}', headers=lines)

    assert said.headers["content-language"] == "ja"
    assert unclear.status_code == 415


async def test_every_answer_is_private_and_says_its_language(tea: httpx.AsyncClient) -> None:
    for path in ("/v1/orders", "/v1/orders/1", "/v1/nothing", "/v1/broken", "/livez"):
        answer = await tea.get(path, headers={"accept-language": "zh-TW"})

        assert answer.headers["cache-control"] == "no-store", path
        assert answer.headers["x-content-type-options"] == "nosniff", path
        assert answer.headers["content-language"] == "zh-Hant", path
        assert answer.headers["vary"] == "accept-language", path


@pytest.mark.parametrize(
    ("path", "allowed"),
    [
        ("/v1/orders", "POST, OPTIONS"),
        ("/v1/orders/7", "GET, HEAD, DELETE, OPTIONS"),
        ("/graphql", "POST, OPTIONS"),
        ("/graphql/tea", "POST, OPTIONS"),
        ("/livez", "GET, HEAD, OPTIONS"),
        ("/openapi.json", "GET, HEAD, OPTIONS"),
    ],
)
async def test_options_and_405_name_all_methods_of_a_path(
    tea: httpx.AsyncClient, path: str, allowed: str
) -> None:
    asked = await tea.options(path)
    refused = await tea.request("TRACE", path)

    assert (asked.status_code, asked.headers["allow"], asked.content) == (204, allowed, b"")
    assert (refused.status_code, refused.headers["allow"]) == (405, allowed)


@pytest.mark.parametrize("path", ["/v1/orders/7", "/livez", "/docs", "/openapi.json", "/v1/nope"])
async def test_head_answers_as_get_does_without_a_body(tea: httpx.AsyncClient, path: str) -> None:
    got, asked = await tea.get(path), await tea.head(path)

    assert asked.status_code == got.status_code
    assert asked.content == b""
    assert _lasting(asked.headers) == _lasting(got.headers)


def _lasting(headers: httpx.Headers) -> dict[str, str]:
    """The headers without those that differ from one request to the next."""
    passing = {"traceparent", "x-request-id", "ratelimit"}
    return {name: value for name, value in headers.items() if name not in passing}


@pytest.mark.parametrize("origin", ["https://table.example", "null", "http://localhost:3000"])
async def test_any_page_may_ask_and_read_the_answer(tea: httpx.AsyncClient, origin: str) -> None:
    answer = await tea.post("/v1/orders", json={"cups": 1}, headers={"origin": origin})
    exposed = set(answer.headers["access-control-expose-headers"].split(", "))

    assert answer.headers["access-control-allow-origin"] == "*"
    assert "access-control-allow-credentials" not in answer.headers
    assert exposed >= {
        "ETag", "Link", "Location", "RateLimit", "RateLimit-Policy", "Retry-After",
        "Idempotency-Replayed", "Deprecation", "Sunset", "traceparent",
    }  # fmt: skip


async def test_a_program_gets_no_headers_for_browsers(tea: httpx.AsyncClient) -> None:
    answer = await tea.post("/v1/orders", json={"cups": 1})

    assert not [name for name in answer.headers if name.startswith("access-control")]


@pytest.mark.parametrize("path", ["/v1/orders", "/graphql", "/v1/orders/7", "/v1/nothing"])
async def test_a_preflight_is_told_what_may_be_sent(tea: httpx.AsyncClient, path: str) -> None:
    asking = {"origin": "https://table.example", "access-control-request-method": "POST"}
    answer = await tea.options(path, headers=asking)
    headers = set(answer.headers["access-control-allow-headers"].split(", "))

    assert answer.status_code == 204
    assert answer.headers["access-control-allow-origin"] == "*"
    assert "POST" in answer.headers["access-control-allow-methods"]
    assert headers >= {
        "Authorization", "Majokko-Key", "Idempotency-Key", "If-Match", "Last-Event-ID",
        "Content-Type",
    }  # fmt: skip


async def test_a_problem_can_be_read_by_a_page_too(tea: httpx.AsyncClient) -> None:
    for path in ("/v1/nothing", "/v1/broken"):
        answer = await tea.get(path, headers={"origin": "https://table.example"})

        assert answer.headers["access-control-allow-origin"] == "*", path


async def test_with_a_list_of_origins_others_get_nothing(settings: Settings) -> None:
    listed = settings.model_copy(update={"cors": ("https://table.example",)})
    async with served(listed) as tea:
        friend = await tea.get("/v1/version", headers={"origin": "https://table.example"})
        other = await tea.get("/v1/version", headers={"origin": "https://evil.example"})

    assert friend.headers["access-control-allow-origin"] == "https://table.example"
    assert "access-control-allow-origin" not in other.headers
    assert "origin" in friend.headers["vary"]
    assert "origin" in other.headers["vary"]


@pytest.mark.parametrize(
    ("path", "size", "status"),
    [
        ("/v1/orders", 64 * 1024, 200),
        ("/v1/orders", 64 * 1024 + 1, 413),
        ("/v1/slow-orders", 1024 * 1024, 200),
        ("/v1/slow-orders", 1024 * 1024 + 1, 413),
        ("/graphql", 64 * 1024 + 1, 413),
        ("/v1/nothing", 64 * 1024 + 1, 413),
    ],
)
async def test_a_body_may_be_as_large_as_its_path_allows(
    tea: httpx.AsyncClient, path: str, size: int, status: int
) -> None:
    content = b'{"cups": 1}'.ljust(size)
    whole = await tea.post(path, content=content, headers=JSON)
    in_parts = await tea.post(path, content=_parts(content), headers=JSON)

    assert (whole.status_code, in_parts.status_code) == (status, status)


async def _parts(content: bytes) -> AsyncIterator[bytes]:
    for start in range(0, len(content), 5000):
        yield content[start : start + 5000]


RAW: dict[str, tuple[bytes, Sequence[bytes], int]] = {
    # head, body in parts → status
    "in chunks": (b"Transfer-Encoding: chunked", [b"b\r\n", b'{"cups": 1}\r\n', b"0\r\n\r\n"], 200),
    "too many chunks": (
        b"Transfer-Encoding: chunked",
        [b"4000\r\n" + b" " * 0x4000 + b"\r\n"] * 5,
        413,
    ),
    "a length that says too much": (b"Content-Length: 20000000", [], 413),
    "a length beyond any": (b"Content-Length: 99999999999999", [], 413),
    "a body without end": (b"Content-Length: 20000000", [b" " * 65536] * 20, 413),
    "waiting for our consent": (b"Content-Length: 70000\r\nExpect: 100-continue", [], 413),
}


@pytest.mark.parametrize(("head", "parts", "status"), RAW.values(), ids=RAW.keys())
async def test_what_arrives_counts_whatever_the_headers_say(
    port: int, head: bytes, parts: Sequence[bytes], status: int
) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(
        b"POST /v1/orders HTTP/1.1\r\nHost: tea\r\nContent-Type: application/json\r\n"
        + head + b"\r\n\r\n"
    )  # fmt: skip
    for part in parts:
        writer.write(part)
    async with asyncio.timeout(5):
        first = await reader.readline()
        rest = await reader.readuntil(b"}")
    writer.close()

    assert first.split()[1] == str(status).encode()
    assert status == 200 or b'"body_too_large"' in rest + await reader.read(1000)


async def test_after_a_body_too_large_the_answer_arrives_and_the_connection_ends(port: int) -> None:
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}") as tea:
        refused = await tea.post("/v1/orders", content=b" " * 5_000_000, headers=JSON)
        served_again = await tea.post("/v1/orders", json={"cups": 2})

    assert (refused.status_code, refused.headers["connection"]) == (413, "close")
    assert served_again.json() == {"cups": 2}


async def test_many_requests_share_a_connection(port: int) -> None:
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}") as tea:
        answers = [await tea.post("/v1/orders", content=b"{", headers=JSON) for _ in range(3)]

    assert [answer.status_code for answer in answers] == [400] * 3
    assert "connection" not in answers[-1].headers


async def test_a_body_that_drips_is_given_up() -> None:
    async def receive() -> Message:
        await asyncio.sleep(0.02)
        return {"type": "http.request", "body": b" ", "more_body": True}

    with pytest.raises(BodyTooSlow):
        await whole_body(receive, {}, limit=1000, seconds=0.1)


async def test_nobody_is_answered_when_the_client_hangs_up(
    port: int, capsys: pytest.CaptureFixture[str]
) -> None:
    _, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(
        b"POST /v1/orders HTTP/1.1\r\nHost: tea\r\nContent-Type: application/json\r\n"
        b"Content-Length: 100\r\n\r\n{"
    )
    await writer.drain()
    writer.close()
    await writer.wait_closed()
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}") as tea:
        still = await tea.post("/v1/orders", json={"cups": 2})

    assert still.json() == {"cups": 2}
    assert "unexpected" not in "".join(capsys.readouterr())
