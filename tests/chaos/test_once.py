"""One Idempotency-Key, asked many times at once: one effect, one answer."""

import asyncio
import random
from pathlib import Path

import httpx

from tests.chaos.installation import installed, told
from tests.support.postgres_servers import PostgresServer

MANY = 50


async def test_many_requests_with_one_key_are_one_roll_and_one_answer(
    postgres: PostgresServer | None, tmp_path: Path, fate: random.Random
) -> None:
    async with (
        installed(postgres, tmp_path, fate) as installation,
        httpx.AsyncClient(timeout=60) as client,
    ):
        made = await told(client, f"{installation.bases[0]}/v1/rooms", {"name": "crowd"})
        path = f"/v1/rooms/{made['id']}/rolls"
        headers = {"authorization": f"Bearer {made['token']}"}
        bases = [installation.bases[n % len(installation.bases)] for n in range(MANY)]
        once = {**headers, "idempotency-key": "the-one"}
        answers = await asyncio.gather(
            *(client.post(base + path, json={"notation": "3d6"}, headers=once) for base in bases)
        )
        other = await client.post(bases[0] + path, json={"notation": "4d6"}, headers=once)
        feed = (await client.get(bases[-1] + path, headers=headers)).json()["items"]

    assert [answer.status_code for answer in answers] == [201] * MANY
    assert len({answer.content for answer in answers}) == 1
    assert sum("idempotency-replayed" in answer.headers for answer in answers) == MANY - 1
    assert [roll["id"] for roll in feed] == [answers[0].json()["id"]]
    assert (other.status_code, other.json()["code"]) == (422, "idempotency_key_reused")
