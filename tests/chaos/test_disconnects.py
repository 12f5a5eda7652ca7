"""Clients that leave in the middle of everything; connections to the database stay whole."""

import asyncio
import random
import socket
import struct
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import asyncpg
import httpx
import orjson
import pytest

from majokko_kit import redis_server
from tests.chaos.installation import Api, Installation, installed
from tests.chaos.table import Door, Room, until
from tests.support.postgres_servers import PostgresServer
from tests.support.redis_servers import RedisServer

CONNECTIONS = 2
AT_ONCE = 8
FEW, MANY = 400, 10_000
_RESET = struct.pack("ii", 1, 0)  # linger for no time: whoever is there sees a reset


@pytest.fixture
def small(postgres_server: PostgresServer, folder: Path) -> Iterator[Installation]:
    """An installation with very few connections to its database."""
    program = redis_server.program()
    assert program
    with ExitStack() as stack:
        redis = stack.enter_context(RedisServer(program, folder)).start()
        few = {"MAJOKKO_DATABASE_CONNECTIONS": str(CONNECTIONS)}
        yield stack.enter_context(installed(folder, redis, postgres_server, **few))


def request(method: str, path: str, headers: Mapping[str, str], body: object = None) -> bytes:
    """Write a request by hand, so that it can be left at any byte."""
    content = orjson.dumps(body) if body is not None else b""
    named = {"host": "x", "content-type": "application/json", "content-length": str(len(content))}
    lines = [f"{name}: {value}" for name, value in {**named, **headers}.items()]
    return "\r\n".join([f"{method} {path} HTTP/1.1", *lines, "", ""]).encode() + content


async def leave(base: str, asked: bytes, chance: random.Random) -> None:
    """Ask, perhaps not to the end, wait a moment, perhaps read something, and be gone."""
    port = urlsplit(base).port
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    whole = chance.random() < 0.8
    writer.write(asked if whole else asked[: chance.randrange(len(asked))])
    await asyncio.sleep(chance.uniform(0, 0.03))
    if chance.random() < 0.3:
        with suppress(TimeoutError):
            async with asyncio.timeout(0.02):
                await reader.read(chance.randrange(1, 2000))
    if chance.random() < 0.5:
        made: socket.socket = writer.get_extra_info("socket")
        made.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _RESET)
    writer.close()


def asked_of(room: Room, chance: random.Random) -> Sequence[bytes]:
    roll = {"notation": "2d6", "secret": chance.random() < 0.2}
    keyed = {**room.headers, "idempotency-key": f"k{chance.randrange(50)}"}
    return [
        request("POST", f"{room.path}/rolls", room.headers, roll),
        request("POST", f"{room.path}/rolls", keyed, {"notation": "2d6"}),
        request("GET", f"{room.path}/rolls", room.headers),
        request("GET", f"{room.path}/events?since=0", room.headers),
    ]


async def crowd(room: Room, api: Api, times: int, chance: random.Random) -> None:
    for _ in range(times // AT_ONCE):
        asked = [chance.choice(asked_of(room, chance)) for _ in range(AT_ONCE)]
        await asyncio.gather(*(leave(api.base, each, chance) for each in asked))


async def left_open(postgres_server: PostgresServer) -> Sequence[Any]:
    """Return the connections of our processes that do not simply wait for work."""
    connection = await asyncpg.connect(postgres_server.url())
    found = await connection.fetch(
        "SELECT state, query FROM pg_stat_activity"
        " WHERE application_name = 'majokko' AND state <> 'idle'"
    )
    await connection.close()
    return list(found)


async def gone(small: Installation, postgres_server: PostgresServer, seed: str, times: int) -> None:
    chance = random.Random(seed)
    await small.up()
    (api, _) = small.apis
    room = await Room.open(Door([api.base], chance))
    await crowd(room, api, AT_ONCE, chance)  # what is opened once stays open
    before = api.files()
    await crowd(room, api, times, chance)
    await until(lambda: api.files() <= before + AT_ONCE, 30, "sockets are closed again")
    async with httpx.AsyncClient(base_url=api.base, timeout=10) as client:
        path = f"{room.path}/rolls"
        rolls = (
            client.post(path, json={"notation": "2d6"}, headers=room.headers)
            for _ in range(4 * CONNECTIONS)
        )
        answers = await asyncio.gather(*rolls)
    nonces = [roll["nonce"] for roll in await room.feed() if not roll["secret"]]

    assert {answer.status_code for answer in answers} == {201}
    assert sorted(nonces) == list(range(len(nonces)))
    assert await left_open(postgres_server) == []


@pytest.mark.timeout(300)
async def test_clients_that_leave_take_no_connection_with_them(
    small: Installation, postgres_server: PostgresServer, seed: str
) -> None:
    await gone(small, postgres_server, seed, FEW)


@pytest.mark.long
@pytest.mark.timeout(1800)
async def test_ten_thousand_clients_that_leave_take_no_connection_with_them(
    small: Installation, postgres_server: PostgresServer, seed: str
) -> None:
    await gone(small, postgres_server, seed, MANY)
