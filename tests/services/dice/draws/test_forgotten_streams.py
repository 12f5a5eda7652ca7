"""A stream that everybody has forgotten is closed, so that what it promised can be checked."""

import asyncio
from pathlib import Path

import pytest

from majokko_kit import redis_client
from majokko_kit.bus import Bus
from majokko_kit.refusals import StreamClosed
from majokko_rules.fairness.verifying import Saved, verify
from tests.services.dice.draws.asking import Json, committed, draft, take, throw
from tests.services.dice.rooms.table import House, open_house
from tests.support.databases import Changes
from tests.support.redis_servers import redis_of_its_own

PATIENCE = 20


async def state(house: House, stream: Json) -> str:
    (found,) = (await house.get(f"/v1/fairness/streams/{stream['id']}")).json()["items"]
    return str(found["state"])


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
