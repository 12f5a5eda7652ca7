"""The cards of a running game are nowhere: not in a log, an answer, Redis or the database.

The test can open what was dealt, and looks for all of it in every spelling, in all that leaves the
process while a game is dealt at the most talkative log level.
"""

import json
import logging
import secrets
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

import httpx
import pytest

from majokko_contracts.deals import CardsDealt
from majokko_dice import main
from majokko_kit import redis_client
from majokko_kit.bus import Bus
from majokko_kit.refusals import IdempotencyKeyReused, StreamClosed
from majokko_kit.sealed import HiddenDeal
from majokko_kit.secret import Secret
from majokko_rules.errors import InvalidValue
from majokko_rules.fairness.drawing import (
    Committed,
    CommittedChance,
    Contribution,
    StreamName,
    server_seed,
)
from majokko_rules.fairness.drawing.transcript import roll_salt
from majokko_rules.fairness.verifying import decks_of
from tests.services.dice.draws.games import SEEDS, Game, Json, deck, game, opened, proof_of
from tests.services.dice.rooms.table import House
from tests.support.databases import Changes
from tests.support.listening import listening
from tests.support.overhearing import Told, heard, overheard
from tests.support.redis_servers import redis_of_its_own
from tests.support.serving import settings_in

CARDS = tuple(f"card{n:02}" for n in range(24))
WITCHES = tuple(f"witch{n}" for n in range(8))
DECKS = (deck("girls", CARDS), deck("witches", WITCHES))
ORDERS = {"count": 4, "of": WITCHES}
ORDERS_AT = 2  # their nonce


@dataclass
class Secrets:
    """An installation whose every word is heard, and a game in it."""

    secret: Secret
    told: Told
    place: Changes
    var: Path
    caplog: pytest.LogCaptureFixture
    house: House
    game: Game
    hidden: list[HiddenDeal] = field(default_factory=list)

    @property
    def epoch_key(self) -> bytes:
        day: str = self.game.begun.receipt["time"][:10]
        return self.secret.seed_of("pf1/epoch", day)

    @property
    def seed(self) -> bytes:
        return server_seed(self.epoch_key, StreamName("default", self.game.begun.stream, 0))

    def bytes(self) -> Iterator[bytes]:
        """Give every hidden thing that is bytes."""
        yield self.seed
        yield roll_salt(self.seed, ORDERS_AT)
        for each in self.hidden:
            for one in each.decks:
                yield from one.salts

    def rows(self) -> Iterator[Sequence[object]]:
        """Give every hidden order; six things of it in a row are no accident."""
        for each in self.hidden:
            for row in (*(one.order for one in each.decks), *each.orders):
                yield row[:6]
                yield row[::-1][:6]
                yield [_printed(row).index(name) for name in row][:6]
        yield self.faces()

    def faces(self) -> Sequence[int]:
        """Draw the first of the spare orders, as the stream does."""
        committed = Committed(StreamName("default", self.game.begun.stream, 0), self.seed)
        for each in SEEDS:
            committed = committed.contribute(Contribution(**each))
        chance = CommittedChance(committed.open().inputs.draw_key(ORDERS_AT, "orders"))
        return [chance.throw(1, bound)[0] for bound in range(len(WITCHES), 1, -1)]

    async def listen(self) -> Told:
        await self.told.read(self.caplog, self.var, self.place)
        return self.told

    async def dealt(self, key: str, **changes: object) -> CardsDealt:
        dealt = await self.game.deal(key, **changes)
        self.hidden.append(opened(self.secret, self.game, dealt))
        return dealt


def _printed(row: Sequence[str]) -> Sequence[str]:
    return CARDS if row[0] in CARDS else WITCHES


@asynccontextmanager
async def overheard_game(
    var: Path, place: Changes, caplog: pytest.LogCaptureFixture
) -> AsyncIterator[Secrets]:
    caplog.set_level(logging.DEBUG)
    told, secret = Told(), secrets.token_hex(32)
    with redis_of_its_own() as server:
        settings = settings_in(var, secret=secret, redis_url=server.url, **place)
        async with (
            overheard(server.url, told),
            listening([main.service()], settings) as served,
            httpx.AsyncClient(base_url=served.base) as client,
            redis_client.client(server.url) as redis,
            Bus(redis) as bus,
        ):
            client.event_hooks = {"response": [heard(told)]}
            table = await game(bus)
            yield Secrets(Secret.of(secret), told, place, var, caplog, House(client), table)


@pytest.fixture
async def world(
    tmp_path: Path, database: Changes, caplog: pytest.LogCaptureFixture
) -> AsyncIterator[Secrets]:
    async with overheard_game(tmp_path, database, caplog) as world:
        yield world


async def play(world: Secrets) -> None:
    """Deal twice, with everything that may be refused, and let anybody ask what they like."""
    begin: Json = {"decks": DECKS, "orders": ORDERS, "first": 4, "contributions": SEEDS}
    await world.dealt("first", **begin)
    await world.dealt("first", **begin)
    for key, changes, refused in (
        ("first", {"decks": DECKS}, IdempotencyKeyReused),
        ("other", {"decks": DECKS}, InvalidValue),
        ("late", {"decks": (deck("x", CARDS),), "contributions": SEEDS}, StreamClosed),
    ):
        with pytest.raises(refused):
            await world.game.deal(key, **changes)
    await world.dealt("again", decks=(deck("girls-1", CARDS),))
    for path in ("", "/proof", "/0/proof"):
        await world.house.get(f"/v1/fairness/streams/{world.game.begun.stream}{path}")


async def test_what_is_dealt_is_nowhere_while_the_game_runs(world: Secrets) -> None:
    await play(world)
    told = await world.listen()
    kept = "files" if "database_url" not in world.place else "database"

    for place in ("logs", "answers", "Redis", kept):  # so we do hear what is said
        assert world.game.begun.stream.encode() in told.by_place[place], place
    for hidden in world.bytes():
        assert told.where(hidden) == []
    for row in world.rows():
        assert told.where_in_a_row(row) == []
    assert told.where(world.epoch_key) == []


async def test_once_it_is_over_its_seed_is_told_and_no_key_of_others(world: Secrets) -> None:
    await play(world)
    proof = await proof_of(world.house, await world.game.close())
    told = await world.listen()

    assert told.where(world.seed) == told.where(roll_salt(world.seed, ORDERS_AT)) == ["answers"]
    assert told.where_in_a_row(world.faces()) == ["answers"]
    assert proof["draws"][ORDERS_AT]["values"][: len(WITCHES) - 1] == world.faces()
    assert told.where(world.epoch_key) == []
    lay = decks_of(proof)
    assert [lay[one.id] for one in world.hidden[0].decks] == [
        list(one.order) for one in world.hidden[0].decks
    ]


async def test_a_row_is_found_however_it_is_written(world: Secrets) -> None:
    """Else the test above would show nothing."""
    await world.dealt("first", decks=DECKS, orders=ORDERS)
    for row in world.rows():
        for written in (json.dumps(row), repr(tuple(row)), " ".join(map(str, row))):
            told = Told()
            told.add("here", f"seen: {written}!".encode())

            assert told.where_in_a_row(row) == ["here"]
