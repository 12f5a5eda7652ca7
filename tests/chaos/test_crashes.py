"""Power cuts at random under load: what was answered stays true, and nothing is drawn twice."""

import asyncio
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Any

import httpx
import pytest

from majokko_rules.fairness.verifying import verify
from tests.chaos.crowd import Answered, Follower, Roller
from tests.chaos.installation import Installation, installed, told
from tests.support.postgres_servers import PostgresServer

Json = dict[str, Any]

FEW, MANY = 4, 50
COMPLETE_WITHIN = 5.0
"""Seconds after Redis is back in which a follower has to have everything; see docs/live.md."""


@dataclass(frozen=True)
class Evidence:
    answers: Sequence[Answered]
    feed: Mapping[str, Json]
    proofs: Sequence[Json]
    asked: int


@pytest.mark.timeout(600)  # servers start many times
async def test_power_cuts_lose_nothing_and_draw_nothing_again(
    postgres: PostgresServer | None, tmp_path: Path, fate: random.Random
) -> None:
    await survived(postgres, tmp_path, fate, FEW)


@pytest.mark.long
@pytest.mark.timeout(900)
async def test_many_power_cuts_lose_nothing_and_draw_nothing_again(
    postgres: PostgresServer | None, tmp_path: Path, fate: random.Random
) -> None:
    await survived(postgres, tmp_path, fate, MANY)


async def survived(
    postgres: PostgresServer | None, folder: Path, fate: random.Random, cuts: int
) -> None:
    async with installed(postgres, folder, fate) as installation:
        client = httpx.AsyncClient(base_url=installation.bases[0], timeout=20)
        made = await told(client, "/v1/rooms", {"name": "storm"})
        rollers = await seated(client, made, installation, fate)
        follower = Follower(made["id"], made["token"], installation.bases, fate)
        following = asyncio.create_task(follower.run())
        await storm(installation, rollers, cuts)
        complete = await everything_arrived(client, made, follower)
        following.cancel()
        evidence = await gathered(client, made, rollers)
        await client.aclose()

    assert len(installation.happened) >= cuts
    assert complete
    nothing_is_lost(evidence)
    nothing_is_twice(evidence)
    later_is_later(evidence)
    proved(evidence)


async def seated(
    client: httpx.AsyncClient, made: Json, installation: Installation, fate: random.Random
) -> list[Roller]:
    """Seat a game master who rolls in secret, and three players."""
    room, bases = made["id"], installation.bases
    rollers = [Roller("gm", room, made["token"], bases, secret=True, chance=fate)]
    for name in ("ann", "ben", "eve"):
        body = {"name": name, "invite": made["invite"]}
        member = await told(client, f"/v1/rooms/{room}/members", body)
        rollers.append(Roller(name, room, member["token"], bases, secret=False, chance=fate))
    return rollers


async def storm(installation: Installation, rollers: Sequence[Roller], cuts: int) -> None:
    stop = asyncio.Event()
    running = [asyncio.create_task(roller.run(stop)) for roller in rollers]
    for _ in range(cuts):
        await installation.trouble()
        for task in running:
            if task.done():
                task.result()
    await asyncio.sleep(0.5)
    stop.set()
    async with asyncio.timeout(60):
        await asyncio.gather(*running)


async def everything_arrived(client: httpx.AsyncClient, made: Json, follower: Follower) -> bool:
    """Wait until the follower has all events; tell whether each came once and in order."""
    headers = {"authorization": f"Bearer {made['token']}"}
    last = (await client.get(f"/v1/rooms/{made['id']}", headers=headers)).json()["seq"]
    async with asyncio.timeout(COMPLETE_WITHIN):
        while not follower.seen or follower.seen[-1]["seq"] < last:  # noqa: ASYNC110 - its own task
            await asyncio.sleep(_MOMENT)
    return [item["seq"] for item in follower.seen] == list(range(1, last + 1))


_MOMENT = 0.05


async def gathered(client: httpx.AsyncClient, made: Json, rollers: Sequence[Roller]) -> Evidence:
    room = f"/v1/rooms/{made['id']}"
    closed = await told(client, room + "/close", {}, made["token"])
    feed: dict[str, Json] = {}
    cursor: str | None = None
    while cursor is not None or not feed:
        params = {"limit": 100} | ({"cursor": cursor} if cursor else {})
        headers = {"authorization": f"Bearer {made['token']}"}
        answer = await client.get(room + "/rolls", params=params, headers=headers)
        assert answer.is_success, answer.text
        page = answer.json()
        feed |= {roll["id"]: roll for roll in page["items"]}
        if (cursor := page["next_cursor"]) is None:
            break
    streams = [closed["stream"]["id"], closed["secret_stream"]["id"]]
    proofs = [(await client.get(f"/v1/fairness/streams/{one}/proof")).json() for one in streams]
    answers = [answer for roller in rollers for answer in roller.answers]
    return Evidence(answers, feed, proofs, sum(roller.asked for roller in rollers))


def nothing_is_lost(evidence: Evidence) -> None:
    for answer in evidence.answers:
        kept = evidence.feed[answer.roll["id"]]

        assert kept["results"] == answer.roll["results"]
        assert kept["nonce"] == answer.roll["nonce"]


def nothing_is_twice(evidence: Evidence) -> None:
    by_key = groupby(sorted(evidence.answers, key=lambda a: a.key), key=lambda a: a.key)
    bodies = {key: {answer.body for answer in answers} for key, answers in by_key}
    reasons = [roll["reason"] for roll in evidence.feed.values()]

    assert {key for key, different in bodies.items() if len(different) > 1} == set()
    assert len(reasons) == len(set(reasons)) == evidence.asked


def later_is_later(evidence: Evidence) -> None:
    """A roll asked for after another was answered has the higher nonce in its stream."""
    first: dict[str, Answered] = {}
    for answer in sorted(evidence.answers, key=lambda a: a.told):
        first.setdefault(answer.key, answer)
    for one in first.values():
        for other in first.values():
            if one.told < other.asked and one.roll["stream"] == other.roll["stream"]:
                assert one.roll["nonce"] < other.roll["nonce"]


def proved(evidence: Evidence) -> None:
    """Nonces have no gap, and each value follows from the seed, which is known only now."""
    faces = {
        (roll["stream"]["id"], roll["nonce"]): [d["face"] for d in roll["results"][0]["dice"]]
        for roll in evidence.feed.values()
    }
    for proof in evidence.proofs:
        assert verify(proof) == ()
        for draw in proof["draws"]:
            assert faces.pop((proof["stream"], draw["nonce"])) == draw["values"]

    assert faces == {}
