"""Subscriptions tell what streams tell, and end as they do."""

import asyncio
import socket as sockets
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from tests.kit.live.board import BROKEN, GENERATION, SERVICE, Boards, boards_of
from tests.support.databases import Changes
from tests.support.following import following
from tests.support.listening import Listening, listening
from tests.support.redis_servers import eventually
from tests.support.serving import settings_in
from tests.support.subscribing import Socket, connected

ALL = """
subscription ($board: ID! = "cork", $since: String) {
  boardEvents(board: $board, since: $since) { id type v at subject seq cursor data }
}
"""
TEXT = 'subscription { boardEvents(board: "cork", since: "0") { seq data } }'
LONG_SECONDS = 30


@pytest.fixture
def changes() -> Changes:
    """Settings of the server, for a test that wants others."""
    return {}


@pytest.fixture
async def server(tmp_path: Path, changes: Changes) -> AsyncIterator[Listening]:
    async with listening([SERVICE], settings_in(tmp_path, **changes)) as server:
        await boards_of(server.config.app).begin("cork")
        yield server


@pytest.fixture
def boards(server: Listening) -> Boards:
    return boards_of(server.config.app)


@pytest.fixture
async def socket(server: Listening) -> AsyncIterator[Socket]:
    async with connected(server.port) as socket:
        yield socket


async def _listeners(boards: Boards, count: int) -> bool:
    bell = boards.kit.bell
    await asyncio.to_thread(eventually, lambda: bell.listeners == count, LONG_SECONDS)
    return bell.listeners == count


async def test_a_subscription_tells_what_a_stream_tells(
    server: Listening, boards: Boards, socket: Socket
) -> None:
    async with (
        httpx.AsyncClient(base_url=server.base) as client,
        following(client, "/v1/boards/cork/events") as stream,
    ):
        await socket.subscribe("a", ALL)
        told = [[await stream.next()], [(await socket.next())["boardEvents"]]]
        await boards.pin("cork", "a", "b")
        told[0] += await stream.some(2)
        told[1] += [(await socket.next())["boardEvents"] for _ in range(2)]

    assert told[0] == told[1]
    assert [item["type"] for item in told[0]] == ["snapshot", "notice.pinned", "notice.pinned"]


async def test_a_subscription_resumes_where_it_is_told_to(boards: Boards, socket: Socket) -> None:
    await boards.pin("cork", *"abcd")
    await socket.subscribe("a", ALL, since=f"cork.{GENERATION}.2")
    told = [(await socket.next())["boardEvents"]["data"]["text"] for _ in range(2)]

    assert told == ["c", "d"]


async def test_what_is_over_completes_its_subscription(boards: Boards, socket: Socket) -> None:
    boards.closed.add("cork")
    await socket.subscribe("a", ALL)
    told = [(await socket.next())["boardEvents"]["type"] for _ in range(2)]

    assert told == ["snapshot", "bye"]
    assert await socket.hear() == {"id": "a", "type": "complete"}


async def test_what_is_refused_is_an_error_with_its_code(socket: Socket) -> None:
    await socket.subscribe("a", ALL, board="slate")
    heard = await socket.hear()

    assert (heard["id"], heard["type"]) == ("a", "error")
    assert heard["payload"][0]["extensions"]["code"] == "not_found"


async def test_a_mistake_of_ours_is_not_quoted(
    boards: Boards, socket: Socket, capsys: pytest.CaptureFixture[str]
) -> None:
    await socket.subscribe("a", ALL)
    await socket.next()
    boards.broken = True
    boards.kit.bell.ring("cork")
    heard = await socket.hear()
    said = str(heard) + "".join(capsys.readouterr())

    assert heard["payload"][0]["extensions"]["code"] == "internal"
    assert "RuntimeError" in said
    assert BROKEN not in said


async def test_a_socket_holds_at_most_twenty_subscriptions(socket: Socket) -> None:
    for number in range(20):
        await socket.subscribe(str(number), ALL)
        await socket.next()
    await socket.subscribe("one more", ALL)
    heard = await socket.hear()

    assert (heard["id"], heard["type"]) == ("one more", "error")


async def test_nothing_runs_on_for_connections_that_are_cut(
    server: Listening, boards: Boards
) -> None:
    for _ in range(25):
        async with connected(server.port) as socket:
            for number in range(20):
                await socket.subscribe(str(number), ALL)
                await socket.next()
            before = boards.kit.bell.listeners
            socket.connection.transport.abort()
        assert before >= 20

    assert await _listeners(boards, 0)


async def test_nothing_runs_on_for_a_subscription_that_is_ended(
    boards: Boards, socket: Socket
) -> None:
    await socket.subscribe("a", ALL)
    await socket.next()
    await socket.tell(id="a", type="complete")

    assert await _listeners(boards, 0)


async def test_a_server_that_stops_says_goodbye(server: Listening, socket: Socket) -> None:
    await socket.subscribe("a", ALL)
    await socket.next()
    stopping = asyncio.create_task(server.stop())
    goodbye = (await socket.next())["boardEvents"]
    complete = await socket.hear()
    with pytest.raises(ConnectionClosed) as closed:
        await socket.hear()
    await stopping

    assert (goodbye["type"], goodbye["data"]) == ("bye", {"reason": "shutdown"})
    assert complete["type"] == "complete"
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1012  # service restart


@pytest.mark.parametrize("changes", [{"stream_patience": 0.3}])
async def test_who_does_not_read_is_cut_off(server: Listening, boards: Boards) -> None:
    noise = "".join(chr(0x4E00 + number * 7919 % 20_000) for number in range(20_000))
    await boards.pin("cork", *[noise] * 200)  # far more than buffers hold, however compressed
    async with connected(server.port) as socket:
        raw = socket.connection.transport.get_extra_info("socket")
        raw.setsockopt(sockets.SOL_SOCKET, sockets.SO_RCVBUF, 4096)
        socket.connection.transport.pause_reading()
        await socket.subscribe("a", TEXT)
        started = await _listeners(boards, 1)
        cut = await _listeners(boards, 0)
        socket.connection.transport.abort()

    assert (started, cut) == (True, True)
