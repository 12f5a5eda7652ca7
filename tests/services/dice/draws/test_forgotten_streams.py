"""A stream that everybody has forgotten is closed, so that what it promised can be checked."""

import asyncio
from pathlib import Path

import pytest

from majokko_kit import redis_client
from majokko_kit.bus import Bus
from majokko_kit.refusals import StreamClosed
from majokko_rules.fairness.verifying import Saved, verify
from tests.services.dice.draws.asking import Json, committed, draft, take, throw
from tests.services.dice.draws.games import game, proof_of, saved
from tests.services.dice.rooms.table import House, open_house
from tests.support.databases import Changes
from tests.support.redis_servers import redis_of_its_own

PATIENCE = 20


async def state(house: House, stream: Json) -> str:
    return await state_of(house, stream["id"])


async def state_of(house: House, stream: str) -> str:
    (found,) = (await house.get(f"/v1/fairness/streams/{stream}")).json()["items"]
    return str(found["state"])


async def closed(house: House, stream: str) -> None:
    """Wait until a stream is closed."""
    for _ in range(600):
        if await state_of(house, stream) == "closed":
            return
        await asyncio.sleep(0.1)
    pytest.fail(f"{stream} is still there")


async def test_what_nobody_uses_is_closed_and_what_somebody_uses_goes_on(
    tmp_path: Path, database: Changes
) -> None:
    with redis_of_its_own() as server:
        changes = {**database, "redis_url": server.url, "stream_life": 2}
        async with (
            redis_client.client(server.url) as redis,
            Bus(redis) as bus,
            open_house(tmp_path, changes) as house,
        ):
            forgotten, left, used = [await committed(house) for _ in range(3)]
            references = {stream["id"]: draft() for stream in (left, used)}
            for stream in (left, used):
                await bus.ask(take(stream, references[stream["id"]]), timeout=PATIENCE)
            asked = [
                throw(stream=stream["id"], reference=references[stream["id"]])
                for stream in (left, used)
            ]
            thrown = await bus.ask(asked[0], timeout=PATIENCE)
            draws = 0
            while {await state(house, each) for each in (forgotten, left)} != {"closed"}:
                draws += 1
                await bus.ask(asked[1], timeout=PATIENCE)
                await asyncio.sleep(0.2)
                assert draws < 150
            still = await state(house, used)
            proofs = [await house.proof(stream) for stream in (forgotten, left)]
            with pytest.raises(StreamClosed):
                await bus.ask(asked[0], timeout=PATIENCE)

    assert still == "open"
    assert [verify(proof) for proof in proofs] == [(), ()]
    assert proofs[0]["draws"] == []
    assert verify(proofs[1], Saved(heads={0: str(thrown.head)})) == ()


async def test_a_game_may_rest_as_long_as_it_likes_but_one_that_never_began_is_none(
    tmp_path: Path, database: Changes
) -> None:
    with redis_of_its_own() as server:
        changes = {**database, "redis_url": server.url, "stream_life": 1}
        async with (
            redis_client.client(server.url) as redis,
            Bus(redis) as bus,
            open_house(tmp_path, changes) as house,
        ):
            running = await game(bus)
            dealt = await running.begin()
            waiting, stranger = await game(bus), await committed(house)
            await closed(house, stranger["id"])
            meanwhile = await state_of(house, waiting.begun.stream)
            await closed(house, waiting.begun.stream)
            with pytest.raises(StreamClosed):
                await waiting.begin()
            never = await proof_of(house, await waiting.close())
            resting = await state_of(house, running.begun.stream)
            ended = await running.close()
            proof = await proof_of(house, ended)

    assert (meanwhile, resting) == ("committed", "open")
    assert (verify(never), never["draws"]) == ((), [])
    assert verify(proof, saved(running.begun, [dealt], ended)) == ()
