"""Dice for drafts while their service is killed: each request has its dice once, and keeps them."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx
import pytest

from majokko_contracts.deals import CardsDealt
from majokko_contracts.throws import DiceThrow, DiceThrown
from majokko_kit import redis_client
from majokko_kit.bus import Bus
from majokko_kit.refusals import DependencyAway
from majokko_kit.secret import Secret
from majokko_rules.fairness.verifying import Saved, verify
from tests.services.dice.draws.asking import Json, close, committed, draft, in_room, take, throw
from tests.services.dice.draws.games import (
    ORDERS,
    SEEDS,
    Game,
    deck,
    game,
    lay_there,
    opened,
    proof_of,
    saved,
)
from tests.services.dice.live.street import follow
from tests.services.dice.rolls.story import feed
from tests.services.dice.rooms.table import Guest, House
from tests.support.databases import Changes
from tests.support.processes import Served, serving
from tests.support.redis_servers import RedisServer, redis_of_its_own

PATIENCE = 40
MANY = 24
TABLES = 12


@dataclass(frozen=True)
class Running:
    """`majokko serve`, and who asks it."""

    served: Served
    house: House

    def guest(self, before: Guest) -> Guest:
        """Return somebody who came before a restart."""
        return Guest(self.house.client, before.room, before.id, before.token, before.made)


@asynccontextmanager
async def started(var: Path, database: Changes, redis: RedisServer) -> AsyncIterator[Running]:
    changes = {f"MAJOKKO_{name.upper()}": str(value) for name, value in database.items()}
    with serving(var, MAJOKKO_REDIS_URL=redis.url, **changes) as served:
        async with httpx.AsyncClient(base_url=served.base, timeout=20) as client:
            yield Running(served, House(client))


@asynccontextmanager
async def bus_of(server: RedisServer) -> AsyncIterator[Bus]:
    async with redis_client.client(server.url) as redis, Bus(redis) as bus:
        yield bus


async def thrown(bus: Bus, asked: Sequence[DiceThrow]) -> Sequence[DiceThrown]:
    """Ask for all at once, each under the key that is its place."""
    keys = (f"draft {n}" for n in range(len(asked)))
    return await asyncio.gather(
        *(bus.ask(one, timeout=PATIENCE, key=key) for one, key in zip(asked, keys, strict=True))
    )


async def events(guest: Guest, count: int) -> list[str]:
    """Return the rolls that somebody is told of who follows from the beginning."""
    told: list[Json] = []
    async with follow(guest, since="0") as stream:
        while len(told) < count:
            told.append((await stream.until("roll.made"))[-1])
    return [item["data"]["roll"]["id"] for item in told]


@pytest.mark.parametrize("wiped", [False, True], ids=["killed", "killed and wiped"])
async def test_killed_in_the_middle_dice_are_thrown_once(
    tmp_path: Path, database: Changes, *, wiped: bool
) -> None:
    reference = draft()
    with redis_of_its_own() as redis:
        async with bus_of(redis) as bus:
            async with started(tmp_path, database, redis) as running:
                gm = await running.house.room()
                stream = await committed(running.house)
                await bus.ask(take(stream, reference), timeout=PATIENCE)
                asked = [
                    in_room(gm) if n % 2 else throw(stream=stream["id"], reference=reference)
                    for n in range(MANY)
                ]
                asking = asyncio.create_task(thrown(bus, asked))
                await asyncio.sleep(0.01)
                running.served.kill()
                early = asking.done()
                if wiped:
                    await asyncio.to_thread(redis.wipe)
            async with started(tmp_path, database, redis) as running:
                first, again = await asking, await thrown(bus, asked)
                guest = running.guest(gm)
                told, heard = await feed(guest), await events(guest, MANY // 2)
                ended = await bus.ask(close(stream["id"], reference), timeout=PATIENCE)
                room = await guest.told("/close")
                proofs = [await running.house.proof(each) for each in (stream, room["stream"])]

    assert not early
    assert first == again
    assert len(told) == ended.draws == MANY // 2
    assert heard == [roll["id"] for roll in reversed(told)]
    assert {one.roll for one in first if one.stream != stream["id"]} == set(heard)
    for proof in proofs:
        own = [one for one in first if one.stream == proof["stream"]]
        heads = {one.nonce: one.head for one in own if one.nonce is not None and one.head}
        assert verify(proof, Saved(heads=heads)) == ()
        assert len(proof["draws"]) == len(heads) == MANY // 2


@pytest.mark.parametrize("wiped", [False, True], ids=["killed", "killed and wiped"])
async def test_killed_in_the_middle_cards_are_dealt_once(
    tmp_path: Path, database: Changes, *, wiped: bool
) -> None:
    """Each table is dealt to, and dealt to again, while the service dies between them."""
    with redis_of_its_own() as redis:
        async with bus_of(redis) as bus:
            async with started(tmp_path, database, redis) as running:
                tables = [await game(bus) for _ in range(TABLES)]
                asking = asyncio.create_task(dealt_to(tables))
                await asyncio.sleep(0.02)
                running.served.kill()
                early = asking.done()
                if wiped:
                    await asyncio.to_thread(redis.wipe)
            async with started(tmp_path, database, redis) as running:
                first, again = await asking, await dealt_to(tables)
                begun = [(await game(bus, each.reference)).begun for each in tables]
                ended = [await each.close() for each in tables]
                proofs = [await proof_of(running.house, each) for each in ended]
    secret = Secret.kept_in(tmp_path)

    assert not early
    assert first == again
    assert begun == [each.begun for each in tables]
    for table, dealt, end, proof in zip(tables, first, ended, proofs, strict=True):
        assert verify(proof, saved(table.begun, dealt, end)) == ()
        assert len(proof["draws"]) == end.draws == 5
        assert all(lay_there(each, opened(secret, table, each)) for each in dealt)


async def dealt_to(tables: Sequence[Game]) -> Sequence[Sequence[CardsDealt]]:
    """Deal to all tables at once, each of them twice, under keys that follow from the game."""

    async def deal(table: Game) -> Sequence[CardsDealt]:
        first = await table.deal(
            f"{table.reference}/0", contributions=SEEDS, orders=ORDERS, first=4
        )
        return first, await table.deal(f"{table.reference}/1", decks=(deck("girls-1"),))

    return await asyncio.gather(*map(deal, tables))


async def test_while_dice_are_away_nothing_is_thrown(tmp_path: Path, database: Changes) -> None:
    with redis_of_its_own() as redis:
        async with bus_of(redis) as bus:
            async with started(tmp_path, database, redis) as running:
                gm = await running.house.room()
            asked = in_room(gm)
            with pytest.raises(DependencyAway):
                await bus.ask(asked, timeout=1, key="away")
            async with started(tmp_path, database, redis) as running:
                before = await feed(running.guest(gm))
                dice = await bus.ask(asked, timeout=PATIENCE, key="away")
                after = await feed(running.guest(gm))

    assert before == []
    assert [roll["id"] for roll in after] == [dice.roll]
