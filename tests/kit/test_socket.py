"""GraphQL over WebSockets: the protocol, message by message, on real connections."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from typing import Any

import pytest
from starlette.datastructures import State
from starlette.types import Message
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.typing import Subprotocol

from majokko_kit.call import SCOPE_KEY, Call
from majokko_kit.graphql import Schema
from majokko_kit.graphql.socket import Socket
from majokko_kit.settings import Settings
from tests.kit.hostile_documents import HOSTILE
from tests.kit.serving import listening
from tests.kit.tearoom import SECRET, SERVICE

PROTOCOL = Subprotocol("graphql-transport-ws")
INIT = {"type": "connection_init"}

Opening = Callable[[], AbstractAsyncContextManager[ClientConnection]]


@pytest.fixture
def opening(port: int) -> Opening:
    """Open a connection that is already welcomed."""

    @asynccontextmanager
    async def opening() -> AsyncIterator[ClientConnection]:
        async with connect(_url(port), subprotocols=[PROTOCOL]) as socket:
            await _tell(socket, INIT)
            assert await _hear(socket) == {"type": "connection_ack"}
            yield socket

    return opening


def _url(port: int, path: str = "/graphql") -> str:
    return f"ws://127.0.0.1:{port}{path}"


async def _tell(socket: ClientConnection, *messages: object) -> None:
    for message in messages:
        await socket.send(json.dumps(message))


async def _hear(socket: ClientConnection) -> dict[str, Any]:
    async with asyncio.timeout(5):
        heard: dict[str, Any] = json.loads(await socket.recv())
    return heard


async def _closed(socket: ClientConnection) -> int | None:
    async with asyncio.timeout(5):
        with suppress(ConnectionClosed):
            while True:
                await socket.recv()
    return socket.close_code


def _subscribe(name: str, query: str, **members: object) -> dict[str, object]:
    return {"type": "subscribe", "id": name, "payload": {"query": query, **members}}


async def test_a_subscription_tells_what_happens_until_it_is_complete(opening: Opening) -> None:
    async with opening() as socket:
        await _tell(socket, _subscribe("a", "subscription { count(to: 3) }"))
        heard = [await _hear(socket) for _ in range(4)]

    assert heard == [
        *(
            {"id": "a", "type": "next", "payload": {"data": {"count": number}}}
            for number in (1, 2, 3)
        ),
        {"id": "a", "type": "complete"},
    ]


async def test_queries_and_mutations_come_over_a_socket_too(opening: Opening) -> None:
    document = "mutation ($n: Int!) { order(cups: $n) { __typename } }"
    async with opening() as socket:
        await _tell(socket, _subscribe("m", document, variables={"n": 1}))
        heard = [await _hear(socket), await _hear(socket)]

    assert heard == [
        {"id": "m", "type": "next", "payload": {"data": {"order": {"__typename": "Order"}}}},
        {"id": "m", "type": "complete"},
    ]


async def test_a_name_is_free_again_when_its_operation_is_over(opening: Opening) -> None:
    async with opening() as socket:
        for _ in range(3):
            await _tell(socket, _subscribe("a", "{ cup { tea } }"))
            heard = [(await _hear(socket))["type"] for _ in range(2)]

            assert heard == ["next", "complete"]


async def test_a_ping_is_answered_even_before_the_welcome(port: int) -> None:
    async with connect(_url(port), subprotocols=[PROTOCOL]) as socket:
        await _tell(socket, {"type": "ping", "payload": {"any": "thing"}}, {"type": "pong"})

        assert await _hear(socket) == {"type": "pong"}


async def test_each_service_has_a_socket_of_its_own(port: int) -> None:
    async with connect(_url(port, "/graphql/tea"), subprotocols=[PROTOCOL]) as socket:
        await _tell(socket, {**INIT, "payload": {"authorization": "Bearer x"}})

        assert await _hear(socket) == {"type": "connection_ack"}


async def test_there_are_no_sockets_elsewhere(port: int) -> None:
    with pytest.raises(InvalidStatus) as refused:
        await connect(_url(port, "/v1/orders"), subprotocols=[PROTOCOL])

    assert refused.value.response.status_code == 403


COUNT = _subscribe("a", "subscription { count(to: 1000, pause: 1) }")
BROKEN: dict[str, tuple[Sequence[object], int]] = {
    # messages → close code; text is sent as it is
    "a subscription before the welcome": ([COUNT], 4401),
    "two beginnings": ([INIT, INIT], 4429),
    "one name twice": ([INIT, COUNT, COUNT], 4409),
    "a beginning with a list": ([{**INIT, "payload": [1]}], 4400),
    "no JSON": (["{"], 4400),
    "NaN": (['{"type": NaN}'], 4400),
    "a list": (["[]"], 4400),
    "a message without a type": (["{}"], 4400),
    "a type nobody knows": (['{"type": "begin"}'], 4400),
    "a type that is no text": (['{"type": ["ping"]}'], 4400),
    "the old protocol's start": ([INIT, {**COUNT, "type": "start"}], 4400),
    "a name that is no text": ([INIT, {**COUNT, "id": 7}], 4400),
    "no name": ([INIT, {"type": "subscribe", "payload": {"query": "{cup{tea}}"}}], 4400),
    "no payload": ([INIT, {"type": "subscribe", "id": "a"}], 4400),
    "no query": ([INIT, {"type": "subscribe", "id": "a", "payload": {}}], 4400),
    "variables in a list": ([INIT, _subscribe("a", "{cup{tea}}", variables=[1])], 4400),
    "bytes": ([b"{}"], 4400),
    "more than a message may hold": (["[" + " " * 70_000 + "]"], 1009),
}


@pytest.mark.parametrize(("messages", "code"), BROKEN.values(), ids=BROKEN.keys())
async def test_who_breaks_the_protocol_is_told_which_rule(
    port: int, messages: Sequence[object], code: int
) -> None:
    async with connect(_url(port), subprotocols=[PROTOCOL]) as socket:
        for message in messages:
            await socket.send(message if isinstance(message, str | bytes) else json.dumps(message))

        assert await _closed(socket) == code


@pytest.mark.parametrize("protocols", [None, ["graphql-ws"], ["soap"]])
async def test_no_other_protocol_is_spoken(port: int, protocols: list[Subprotocol] | None) -> None:
    async with connect(_url(port), subprotocols=protocols) as socket:
        assert await _closed(socket) == 4406


async def test_our_protocol_is_found_among_others(port: int) -> None:
    offered = [Subprotocol("graphql-ws"), PROTOCOL]
    async with connect(_url(port), subprotocols=offered) as socket:
        assert socket.subprotocol == PROTOCOL


async def test_a_silent_client_is_not_waited_for() -> None:
    sent: list[Message] = []
    heard = iter([{"type": "websocket.connect"}])

    async def receive() -> Message:
        for message in heard:
            return message
        await asyncio.sleep(60)
        raise AssertionError

    async def send(message: Message) -> None:
        sent.append(message)

    scope = {"type": "websocket", "query_string": b"", "subprotocols": [PROTOCOL], "headers": []}
    call = Call(scope, {}, state=State(), trace_id="", span_id="", default_locale="en")
    await Socket(Schema([SERVICE]), (), 0.05)({**scope, SCOPE_KEY: call}, receive, send)

    assert [message["type"] for message in sent] == ["websocket.accept", "websocket.close"]
    assert sent[-1]["code"] == 4408


@pytest.mark.parametrize("origin", ["https://evil.example", "null", "http://127.0.0.1"])
async def test_a_foreign_page_gets_no_socket(port: int, origin: str) -> None:
    with pytest.raises(InvalidStatus) as refused:
        await connect(_url(port), subprotocols=[PROTOCOL], additional_headers={"origin": origin})

    assert refused.value.response.status_code == 403


async def test_our_own_page_gets_a_socket(port: int) -> None:
    origin = {"origin": f"http://127.0.0.1:{port}"}
    async with connect(_url(port), subprotocols=[PROTOCOL], additional_headers=origin) as socket:
        assert socket.subprotocol == PROTOCOL


async def test_the_settings_name_pages_that_get_a_socket(settings: Settings) -> None:
    friendly = settings.model_copy(update={"socket_origins": ("https://table.example",)})
    origin = {"origin": "https://table.example"}
    async with (
        listening(friendly) as port,
        connect(_url(port), subprotocols=[PROTOCOL], additional_headers=origin) as socket,
    ):
        assert socket.subprotocol == PROTOCOL


@pytest.mark.parametrize(
    ("query", "says"),
    [
        ("subscription {", "Syntax Error"),
        ("subscription { tea }", "Cannot query field"),
        ("subscription ($n: Int!) { count(to: $n) }", "'$n'"),
        (HOSTILE["11 deep"][0], "depth"),
        (HOSTILE["fragments, doubled 19 times"][0], "Too much"),
    ],
)
async def test_a_wrong_document_ends_its_operation_and_not_the_connection(
    opening: Opening, query: str, says: str
) -> None:
    async with opening() as socket:
        await _tell(socket, _subscribe("a", query))
        first = await _hear(socket)
        if first["type"] == "next":  # the variables did not fit
            first = {"type": "error", "payload": first["payload"]["errors"]}
            assert (await _hear(socket))["type"] == "complete"
        await _tell(socket, _subscribe("b", "{ cup { tea } }"))

        assert first["type"] == "error"
        assert says in first["payload"][0]["message"]
        assert (await _hear(socket))["id"] == "b"


async def test_what_goes_wrong_in_a_stream_is_ours(
    opening: Opening, capsys: pytest.CaptureFixture[str]
) -> None:
    async with opening() as socket:
        await _tell(socket, _subscribe("a", "subscription { spill }"))
        heard = [await _hear(socket) for _ in range(2)]
    told = json.dumps(heard)

    assert heard[0]["payload"] == {"data": {"spill": 1}}
    assert "internal" in told
    assert SECRET not in told + "".join(capsys.readouterr())


async def test_a_subscription_that_is_not_wanted_any_more_stops(opening: Opening) -> None:
    async with opening() as socket:
        await _tell(socket, COUNT)
        await _hear(socket)
        before = await _listening(socket)
        await _tell(socket, {"type": "complete", "id": "a"}, {"type": "complete", "id": "a"})

        assert before == 1
        assert await _eventually_nobody(socket)


async def test_a_connection_may_have_so_many_operations_at_once(opening: Opening) -> None:
    async with opening() as socket:
        for number in range(20):
            await _tell(socket, {**COUNT, "id": str(number)})
            await _hear(socket)
        await _tell(socket, {**COUNT, "id": "one more"})
        heard = await _hear(socket)
        await _tell(socket, {"type": "complete", "id": "7"}, {**COUNT, "id": "instead"})
        then = await _hear(socket)

    assert (heard["id"], heard["type"]) == ("one more", "error")
    assert (then["id"], then["type"]) == ("instead", "next")


async def test_nothing_runs_on_for_clients_that_are_gone(opening: Opening, port: int) -> None:
    sockets = [await connect(_url(port), subprotocols=[PROTOCOL]) for _ in range(25)]
    for socket in sockets:
        await _tell(socket, INIT, *({**COUNT, "id": str(n)} for n in range(20)))
        for _ in range(21):
            await _hear(socket)
    async with opening() as witness:
        before = await _listening(witness)
        for socket in sockets:
            socket.transport.abort()

        assert before == 500
        assert await _eventually_nobody(witness)


async def _listening(socket: ClientConnection) -> int:
    await _tell(socket, _subscribe("count", "{ listening }"))
    told = await _hear(socket)
    while told["id"] != "count":
        told = await _hear(socket)
    assert (await _hear(socket))["type"] == "complete"
    listening: int = told["payload"]["data"]["listening"]
    return listening


async def _eventually_nobody(socket: ClientConnection) -> bool:
    async with asyncio.timeout(5):
        while await _listening(socket):
            pass
    return True
