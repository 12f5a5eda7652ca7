"""Streams as clients meet them: over a real port, from clients that leave, stall and come back."""

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path

import httpx
import pytest

from tests.kit.live.board import BROKEN, GENERATION, SERVICE, Boards, boards_of
from tests.support.databases import Changes
from tests.support.following import following
from tests.support.listening import Listening, listening
from tests.support.redis_servers import eventually
from tests.support.serving import settings_in

LONG_SECONDS = 30
EVENTS = "/v1/boards/cork/events"
NDJSON = {"accept": "application/x-ndjson"}


class Street:
    """A server with one board, and a client of it."""

    def __init__(self, server: Listening, client: httpx.AsyncClient) -> None:
        self.server = server
        self.client = client

    @property
    def boards(self) -> Boards:
        return boards_of(self.server.config.app)

    async def listeners(self, count: int) -> bool:
        """Wait until so many streams are open."""
        bell = self.boards.kit.bell
        await asyncio.to_thread(eventually, lambda: bell.listeners == count, LONG_SECONDS)
        return bell.listeners == count


@pytest.fixture
def changes() -> Changes:
    """Settings of the server, for a test that wants others."""
    return {}


@pytest.fixture
async def street(tmp_path: Path, changes: Changes) -> AsyncIterator[Street]:
    settings = settings_in(tmp_path, **changes)
    limits = httpx.Limits(max_connections=None)
    async with (
        listening([SERVICE], settings) as server,
        httpx.AsyncClient(base_url=server.base, limits=limits) as client,
    ):
        street = Street(server, client)
        await street.boards.begin("cork")
        yield street


async def test_server_sent_events_are_not_kept_by_anybody_on_the_way(street: Street) -> None:
    async with following(street.client, EVENTS, {"origin": "https://table.example"}) as stream:
        first = await stream.next()
        headers, retry = stream.answer.headers, stream.source.retry

    assert stream.answer.status_code == 200
    assert headers["content-type"] == "text/event-stream"
    assert "no-cache" in headers["cache-control"]
    assert headers["x-accel-buffering"] == "no"
    assert {"accept", "authorization", "accept-language"} <= set(headers["vary"].split(", "))
    assert headers["access-control-allow-origin"] == "*"
    assert "etag" not in headers
    assert retry is not None
    assert 2000 <= retry <= 5000
    assert list(first) == ["id", "type", "v", "at", "subject", "seq", "cursor", "data"]


async def test_both_forms_tell_the_same(street: Street) -> None:
    async with (
        following(street.client, EVENTS) as sse,
        following(street.client, EVENTS, NDJSON) as ndjson,
    ):
        await sse.next(), await ndjson.next()
        await street.boards.pin("cork", "a", "b\r\u2028")
        told = [await stream.some(2) for stream in (sse, ndjson)]

    assert ndjson.answer.headers["content-type"] == "application/x-ndjson"
    assert told[0] == told[1]
    assert [item["data"]["text"] for item in told[0]] == ["a", "b\r\u2028"]
    assert sse.source.last_id == told[0][-1]["cursor"] == f"cork.{GENERATION}.2"


async def test_the_last_event_id_counts_more_than_the_address(street: Street) -> None:
    await street.boards.pin("cork", *"abcd")
    resumed = {"last-event-id": f"cork.{GENERATION}.3"}
    async with following(street.client, EVENTS, resumed, since="1") as stream:
        assert (await stream.next())["data"] == {"text": "d"}


@pytest.mark.parametrize("last", [b"yesterday", b"\xff\xfe", b"cork.9.1", b"4"])
async def test_an_unknown_last_event_id_is_never_a_reason_to_refuse(
    street: Street, last: bytes
) -> None:
    async with following(street.client, EVENTS, {"last-event-id": last}) as stream:
        first = await stream.next()

    assert first["type"] == "resync"


async def test_head_tells_the_headers_and_opens_nothing(street: Street) -> None:
    answer = await street.client.head(EVENTS)

    assert answer.status_code == 200
    assert answer.headers["content-type"] == "text/event-stream"
    assert street.boards.kit.bell.listeners == 0


REFUSED = {
    "a form it does not have": (EVENTS, {"accept": "application/json"}, 406, "not_acceptable"),
    "something unknown": ("/v1/boards/slate/events", {}, 404, "not_found"),
    "another question": (f"{EVENTS}?after=1", {}, 422, "unknown_field"),
    "no token": (EVENTS, {"authorization": "Bearer none"}, 401, "token_missing"),
}


@pytest.mark.parametrize(
    ("path", "headers", "status", "code"), REFUSED.values(), ids=REFUSED.keys()
)
async def test_what_is_refused_is_answered_like_anything_else(
    street: Street, path: str, headers: dict[str, str], status: int, code: str
) -> None:
    answer = await street.client.get(path, headers=headers)

    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert answer.headers["content-type"] == "application/problem+json"


async def test_a_stream_takes_only_get(street: Street) -> None:
    answer = await street.client.post(EVENTS, json={})

    assert answer.status_code == 405
    assert answer.headers["allow"] == "GET, HEAD, OPTIONS"


async def test_what_is_over_and_seen_tells_browsers_not_to_come_back(street: Street) -> None:
    await street.boards.pin("cork", "a")
    street.boards.closed.add("cork")
    async with following(street.client, EVENTS, since="0") as stream:
        told = await stream.rest()
    again = await street.client.get(EVENTS, headers={"last-event-id": told[0]["cursor"]})

    assert [item["type"] for item in told] == ["notice.pinned", "bye"]
    assert (again.status_code, again.content) == (204, b"")


async def test_nothing_runs_on_for_clients_that_are_gone(street: Street) -> None:
    async with AsyncExitStack() as stack:
        streams = [
            await stack.enter_async_context(following(street.client, EVENTS)) for _ in range(100)
        ]
        for stream in streams:
            await stream.next()
        before = street.boards.kit.bell.listeners

    assert before == 100
    assert await street.listeners(0)


async def test_clients_that_leave_in_the_middle_of_anything_leave_no_connection(
    tmp_path: Path, database: Changes
) -> None:
    tight = {"database_connections": 2} if database else {}
    async with (
        listening([SERVICE], settings_in(tmp_path, **database, **tight)) as server,
        httpx.AsyncClient(base_url=server.base) as client,
    ):
        street = Street(server, client)
        await street.boards.begin("cork")
        await street.boards.pin("cork", *map(str, range(50)))
        for number in range(300):
            await _leave_after(server.port, number % 30 / 2000)
        gone = await street.listeners(0)
        async with asyncio.timeout(LONG_SECONDS):
            await asyncio.gather(*(street.boards.pin("cork", "still") for _ in range(5)))
        async with following(client, EVENTS, since="50") as stream:
            told = await stream.some(5)

    assert gone
    assert [item["data"]["text"] for item in told] == ["still"] * 5


async def _leave_after(port: int, seconds: float) -> None:
    """Ask for a stream and hang up, with a reset."""
    _, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(f"GET {EVENTS}?since=0 HTTP/1.1\r\nHost: x\r\n\r\n".encode())
    await asyncio.sleep(seconds)
    writer.transport.abort()


@pytest.mark.parametrize("changes", [{"stream_patience": 0.3}])
async def test_who_does_not_read_is_cut_off_and_misses_nothing(street: Street) -> None:
    notice = "x" * 50_000
    await street.boards.pin("cork", *[notice] * 200)  # ten megabytes: no buffer holds that
    with socket.create_connection(("127.0.0.1", street.server.port)) as sleeper:
        sleeper.sendall(f"GET {EVENTS}?since=0 HTTP/1.1\r\nHost: x\r\n\r\n".encode())
        cut = await street.listeners(1) and await street.listeners(0)
    async with following(street.client, EVENTS, since="0") as stream:
        told = await stream.some(200)

    assert cut
    assert [item["seq"] for item in told] == list(range(1, 201))


@pytest.mark.skipif(not hasattr(socket, "TCP_USER_TIMEOUT"), reason="only Linux knows it")
async def test_a_machine_that_vanished_is_noticed_by_the_signs_of_life_it_does_not_answer(
    street: Street,
) -> None:
    async with following(street.client, EVENTS) as stream:
        await stream.next()
        (connection,) = street.server.server_state.connections
        ours = connection.transport.get_extra_info("socket")
        limit = ours.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT)

    assert 0 < limit <= 60_000


async def test_a_mistake_of_ours_ends_the_stream_and_is_not_quoted(
    street: Street, capsys: pytest.CaptureFixture[str]
) -> None:
    async with following(street.client, EVENTS) as stream:
        told = [await stream.next()]
        street.boards.broken = True
        street.boards.kit.bell.ring("cork")
        told += await stream.rest()
    await street.server.stop()  # and all that is logged is logged

    assert [item["type"] for item in told] == ["snapshot"]
    assert "RuntimeError" in (said := "".join(capsys.readouterr()))
    assert BROKEN not in said


@pytest.mark.parametrize("changes", [{"stream_limit": 3, "limit_loopback": True}])
async def test_one_viewer_may_hold_so_many_streams_from_one_place(street: Street) -> None:
    async with (
        following(street.client, EVENTS) as one,
        following(street.client, EVENTS) as two,
    ):
        async with following(street.client, EVENTS) as three:
            await asyncio.gather(one.next(), two.next(), three.next())
            refused = await street.client.get(EVENTS)
        await street.listeners(2)
        async with following(street.client, EVENTS) as another:
            again = another.answer.status_code

    problem = refused.json()
    assert (refused.status_code, problem["errors"][0]["rule"]) == (429, "streams")
    assert problem["violated-policies"] == ["streams"]
    assert "retry-after" in refused.headers
    assert again == 200


async def test_a_server_that_stops_says_goodbye_and_does_not_wait(street: Street) -> None:
    async with following(street.client, EVENTS) as one, following(street.client, EVENTS) as two:
        await one.next(), await two.next()
        await street.server.stop()
        told = [await one.rest(), await two.rest()]

    assert [[item["data"] for item in items] for items in told] == [[{"reason": "shutdown"}]] * 2
    assert street.boards.kit.bell.listeners == 0


async def test_the_documentation_knows_streams_by_their_forms(street: Street) -> None:
    document = (await street.client.get("/openapi.json")).json()
    described = document["paths"]["/v1/boards/{board}/events"]["get"]

    assert described["operationId"] == "boardEvents"
    assert set(described["responses"]["200"]["content"]) == {
        "text/event-stream",
        "application/x-ndjson",
    }
    for content in described["responses"]["200"]["content"].values():
        assert '"type":"notice.pinned"' in content["example"]
    assert {"404", "406", "429"} <= set(described["responses"])
