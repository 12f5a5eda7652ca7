"""One Idempotency-Key, asked many times at once: one effect, one answer."""

import asyncio
import random

import httpx

from tests.chaos.installation import Installation
from tests.chaos.table import Door, Room

MANY = 50


async def test_many_requests_with_one_key_are_one_roll_and_one_answer(
    installation: Installation, seed: str
) -> None:
    await installation.up()
    bases = [installation.bases[n % len(installation.bases)] for n in range(MANY)]
    room = await Room.open(Door(bases, random.Random(seed)))
    once = {**room.headers, "idempotency-key": "the-one"}
    path = f"{room.path}/rolls"
    async with httpx.AsyncClient(timeout=60) as client:
        answers = await asyncio.gather(
            *(client.post(base + path, json={"notation": "3d6"}, headers=once) for base in bases)
        )
        other = await client.post(bases[0] + path, json={"notation": "4d6"}, headers=once)

    assert [answer.status_code for answer in answers] == [201] * MANY
    assert len({answer.content for answer in answers}) == 1
    assert sum("idempotency-replayed" in answer.headers for answer in answers) == MANY - 1
    assert [roll["id"] for roll in await room.feed()] == [answers[0].json()["id"]]
    assert (other.status_code, other.json()["code"]) == (422, "idempotency_key_reused")
