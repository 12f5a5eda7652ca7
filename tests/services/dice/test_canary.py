"""What nobody may know yet is nowhere: not in a log, an answer, Redis or the database.

The secret of the installation is known here, so everything that follows from it is looked for, in
every spelling, in all that leaves a process while a story is told at the most talkative log level.
"""

import json
import logging
import secrets
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import httpx
import pytest

from majokko_dice import main
from majokko_kit import redis_server
from majokko_kit.secret import Secret
from majokko_rules.fairness.drawing import StreamName, server_seed
from majokko_rules.fairness.drawing.transcript import roll_salt
from tests.services.dice.rooms.table import Guest, House
from tests.support.databases import Changes
from tests.support.following import following
from tests.support.listening import listening
from tests.support.overhearing import Told, heard, overheard
from tests.support.redis_servers import RedisServer
from tests.support.serving import settings_in

SUBSCRIBERS = {"journal": ["roll.made", "roll.revealed", "room.closed"]}
SECRET_ROLLS = 4
QUERY = """query ($room: ID!) {
  getRoom(room: $room) { __typename }
  listRoomRolls(room: $room) {
    ... on RoomRollPage { items { id reason nonce head hidden receipt results { text } } }
  }
}"""
Json = dict[str, Any]


@dataclass
class World:
    """An installation whose every word is heard."""

    secret: Secret
    told: Told
    gm: Guest
    place: Changes
    var: Path
    caplog: pytest.LogCaptureFixture
    secret_hex: str
    tokens: list[str] = field(default_factory=list)

    @property
    def epoch_key(self) -> bytes:
        day: str = self.gm.made["stream"]["created_at"][:10]
        return self.secret.seed_of("pf1/epoch", day)

    def seed(self, stream: str) -> bytes:
        return server_seed(self.epoch_key, StreamName("default", self.gm.made[stream]["id"], 0))

    def salt(self, nonce: int) -> bytes:
        return roll_salt(self.seed("secret_stream"), nonce)

    async def listen(self) -> Told:
        """Add what stands in logs and in the database to what was heard."""
        await self.told.read(self.caplog, self.var, self.place)
        return self.told


@pytest.fixture
async def world(
    tmp_path: Path, database: Changes, caplog: pytest.LogCaptureFixture
) -> AsyncIterator[World]:
    program = redis_server.program()
    assert program
    caplog.set_level(logging.DEBUG)
    told, secret = Told(), secrets.token_hex(32)
    with (
        TemporaryDirectory(prefix="mjk") as folder,
        RedisServer(program, Path(folder)).start() as server,
    ):
        settings = settings_in(
            tmp_path, secret=secret, redis_url=server.url, subscribers=SUBSCRIBERS, **database
        )
        async with (
            overheard(server.url, told),
            listening([main.service()], settings) as served,
            httpx.AsyncClient(base_url=served.base) as client,
        ):
            client.event_hooks = {"response": [heard(told)]}
            gm = await House(client).room()
            yield World(Secret.of(secret), told, gm, database, tmp_path, caplog, secret)


async def begin(world: World) -> Sequence[Json]:
    """Tell a story with everything that may go wrong in it; return the secret rolls."""
    gm = world.gm
    player = await gm.invite("Madoka")
    world.tokens += [gm.token, player.token, gm.made["invite"]]
    await player.seed("dragon's teeth", gm.made["stream"]["commitment"])
    for body in ({"notation": "3d6"}, {"notation": "1/(1d2*0)"}, {"notation": "3d6+"}, {"x": 1}):
        await player.post("/rolls", body, idempotency_key="a-key")
        await player.post("/rolls", body)
    rolls = [await player.told("/rolls", {"notation": "2d20", "secret": True}) for _ in "1234"]
    for guest in (gm, player):
        for path in ("", "/rolls", "/members", f"/rolls/{rolls[0]['id']}"):
            await guest.get(path)
        asked = {"query": QUERY, "variables": {"room": gm.room}}
        await gm.client.post("/graphql", json=asked, headers=guest.headers)
        await events(world, guest)
    for name in ("stream", "secret_stream"):
        stream = gm.made[name]["id"]
        for path in ("", "/proof", "/0/proof"):
            await gm.client.get(f"/v1/fairness/streams/{stream}{path}")
    return rolls


async def events(world: World, guest: Guest) -> None:
    """Follow the room from its first event on."""
    last = (await guest.look())["seq"]
    path = f"/v1/rooms/{guest.room}/events"
    async with following(guest.client, path, guest.headers, since="0") as followed:
        world.told.add("events", json.dumps(await followed.some(last)).encode())


async def test_what_nobody_may_know_yet_is_nowhere(world: World) -> None:
    await begin(world)
    told = await world.listen()
    kept = "files" if "database_url" not in world.place else "database"

    for place in ("logs", "answers", "events", "Redis", kept):  # so we do hear what is said
        assert b"rol_" in told.by_place[place], place
    for name in ("stream", "secret_stream"):
        assert told.where(world.seed(name)) == []
    for nonce in range(SECRET_ROLLS):
        assert told.where(world.salt(nonce)) == []
    assert told.where(world.epoch_key) == []
    assert told.where(bytes.fromhex(world.secret_hex)) == []


async def test_tokens_are_nowhere_but_in_the_answers_that_give_them(world: World) -> None:
    await begin(world)
    told = await world.listen()

    assert {place for token in world.tokens for place in told.where(token.encode())} == {"answers"}


async def test_a_revealed_roll_tells_its_own_salt_and_no_other(world: World) -> None:
    rolls = await begin(world)
    await world.gm.told(f"/rolls/{rolls[1]['id']}/reveal")
    await events(world, world.gm)
    told = await world.listen()

    assert {"answers", "events"} <= {*told.where(world.salt(1))}
    assert [told.where(world.salt(nonce)) for nonce in (0, 2, 3)] == [[], [], []]
    assert told.where(world.seed("secret_stream")) == []


async def test_a_closed_room_tells_its_seeds_but_never_what_they_follow_from(world: World) -> None:
    await begin(world)
    closed = await world.gm.told("/close")
    for name in ("stream", "secret_stream"):
        await House(world.gm.client).proof(closed[name])
    told = await world.listen()

    for name in ("stream", "secret_stream"):  # so the search does find what is there
        assert told.where(world.seed(name)) == ["answers"]
    assert told.where(world.epoch_key) == []
    assert told.where(bytes.fromhex(world.secret_hex)) == []
