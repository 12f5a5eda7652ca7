"""Where the dice of a draft come from: a room, a stream of its own, or nowhere fixed before."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx
import pytest

from majokko_dice import main as dice
from majokko_rules.fairness.verifying import verify
from tests.services.characters.conftest import redis_of_its_own
from tests.services.characters.kitchen import Guest, Json, Kitchen, serving_tea
from tests.support.databases import Changes
from tests.support.redis_servers import RedisServer
from tests.support.serving import running, settings_in

SIGNED = {"ruleset": "tea@2"}
"""Begins with three dice that somebody else throws."""


async def begun(kitchen: Kitchen, token: str | None = None, **body: object) -> Guest:
    headers = {"authorization": f"Bearer {token}"} if token else {}
    answer = await kitchen.post("/v1/drafts", {**SIGNED, **body}, **headers)
    assert answer.status_code == 201, answer.text
    made = answer.json()
    return Guest(kitchen.client, f"/v1/drafts/{made['id']}", made["token"], made)


async def proof(kitchen: Kitchen, stream: str) -> Json:
    answer = await kitchen.get(f"/v1/fairness/streams/{stream}/0/proof")
    assert answer.status_code == 200, answer.text
    proved: Json = answer.json()
    return proved


def drawn(proved: Json) -> list[tuple[str, list[int]]]:
    return [(draw["purpose"], draw["values"]) for draw in proved["draws"]]


async def test_a_draft_without_a_place_has_signed_dice(kitchen: Kitchen) -> None:
    made = (await begun(kitchen)).made

    (roll,) = made["rolls"]
    assert (made["source"], roll["source"]) == ("signed", "signed")
    assert len(roll["faces"]) == 3
    assert roll["roll"].startswith("rol_")
    assert roll["receipt"]["id"] == roll["roll"]
    assert made["sheet"]["stats"]["HEAT"]["value"] == sum(roll["faces"])


async def test_the_dice_of_a_draft_in_a_room_stand_in_its_feed_and_verify(kitchen: Kitchen) -> None:
    gm = await kitchen.room()
    player = await gm.joined("Madoka")
    draft = await begun(kitchen, player.token, room=gm.id)
    stirred = await draft.choose("stir.0")
    await draft.choose("leaf", leaf="green")
    born = await draft.finished()
    feed = (await gm.get("/rolls")).json()["items"]
    await gm.told("/close")
    proved = await proof(kitchen, gm.made["stream"]["id"])

    faces = [roll["faces"] for roll in stirred["rolls"]]
    assert stirred["source"] == "committed"
    assert [roll["nonce"] for roll in stirred["rolls"]] == [0, 1]
    assert [roll["id"] for roll in reversed(feed)] == [roll["roll"] for roll in stirred["rolls"]]
    assert {roll["by"]["name"] for roll in feed} == {"Madoka"}
    assert verify(proved) == ()
    assert drawn(proved) == [("chargen/tea@2", each) for each in faces]
    assert (born.made["room"], born.made["source"]) == (gm.id, "committed")


async def test_a_commitment_that_was_taken_before_holds_for_the_whole_draft(
    kitchen: Kitchen,
) -> None:
    taken = (await kitchen.post("/v1/fairness/streams", {})).json()
    draft = await begun(kitchen, commitment=taken["commitment"])
    stirred = await draft.choose("stir.0")
    await draft.choose("leaf", leaf="green")
    born = await draft.finished()
    proved = await proof(kitchen, taken["id"])

    assert (stirred["source"], stirred["stream"]) == ("committed", taken["id"])
    assert stirred["commitment"] == taken["commitment"] == proved["commitment"]
    assert verify(proved) == ()
    assert drawn(proved) == [("chargen/tea@2", roll["faces"]) for roll in stirred["rolls"]]
    assert born.made["source"] == "committed"


async def test_what_was_rolled_for_a_draft_that_is_given_up_can_be_checked(
    kitchen: Kitchen,
) -> None:
    taken = (await kitchen.post("/v1/fairness/streams", {})).json()
    draft = await begun(kitchen, commitment=taken["commitment"])
    await draft.ask("DELETE")
    proved = await proof(kitchen, taken["id"])

    assert verify(proved) == ()
    assert drawn(proved) == [("chargen/tea@2", draft.made["rolls"][0]["faces"])]


async def test_a_commitment_serves_one_draft(kitchen: Kitchen) -> None:
    taken = (await kitchen.post("/v1/fairness/streams", {})).json()
    await begun(kitchen, commitment=taken["commitment"])
    second = await kitchen.post("/v1/drafts", {**SIGNED, "commitment": taken["commitment"]})
    unknown = await kitchen.post("/v1/drafts", {**SIGNED, "commitment": "0" * 64})

    assert second.status_code == 409
    assert unknown.status_code == 404
    assert unknown.json()["errors"][0]["pointer"] == "#/commitment"


async def test_dice_that_were_taken_back_are_not_thrown_again(kitchen: Kitchen) -> None:
    gm = await kitchen.room()
    draft = await begun(kitchen, gm.token, room=gm.id)
    first = await draft.choose("stir.0")
    await draft.told("/undo")
    await draft.choose("leaf", leaf="green")
    again = await draft.choose("stir.0")
    feed = (await gm.get("/rolls")).json()["items"]

    assert len(feed) == len(again["rolls"]) == 2
    assert again["rolls"] == first["rolls"]


async def test_a_refused_choice_shows_its_dice_to_nobody_twice(kitchen: Kitchen) -> None:
    """Whoever asks again gets the dice that she has seen in the feed, whatever she did between."""
    gm = await kitchen.room()
    draft = await begun(kitchen, gm.token, room=gm.id)
    stale = await draft.post("/choices", {"offer": "stir.0", "expected_version": 7})
    stirred = await draft.choose("stir.0")
    feed = (await gm.get("/rolls")).json()["items"]

    assert stale.status_code == 409
    assert feed[0]["id"] == stirred["rolls"][1]["roll"]
    assert len(feed) == 2


async def test_faces_may_be_supplied_in_a_room(kitchen: Kitchen) -> None:
    gm = await kitchen.room()
    draft = await begun(kitchen, gm.token, room=gm.id, faces=[1, 2, 3])

    assert (draft.made["source"], draft.made["room"]) == ("supplied", gm.id)
    assert (await gm.get("/rolls")).json()["items"] == []


async def test_one_supplied_throw_is_the_least_of_all(kitchen: Kitchen) -> None:
    draft = await begun(kitchen)
    mixed = await draft.choose("stir.0", faces=[6, 6])

    assert [roll["source"] for roll in mixed["rolls"]] == ["signed", "supplied"]
    assert mixed["source"] == "supplied"


async def test_a_room_is_drawn_from_by_those_who_play_in_it(kitchen: Kitchen) -> None:
    gm, other = await kitchen.room(), await kitchen.room()
    spectator = await gm.joined("Kyoko", "spectator")
    asked = [
        (gm.id, None),
        (gm.id, "mjk_member_" + "0" * 43),
        (gm.id, other.token),
        ("roo_nowhere", gm.token),
        (gm.id, spectator.token),
    ]
    answers = []
    for room, token in asked:
        headers = {"authorization": f"Bearer {token}"} if token else {}
        answers.append(await kitchen.post("/v1/drafts", {**SIGNED, "room": room}, **headers))
    await gm.told("/close")
    headers = {"authorization": f"Bearer {gm.token}"}
    answers.append(await kitchen.post("/v1/drafts", {**SIGNED, "room": gm.id}, **headers))

    assert [(one.status_code, one.json()["code"]) for one in answers] == [
        (401, "token_missing"),
        (401, "token_missing"),
        (404, "not_found"),
        (404, "not_found"),
        (403, "forbidden"),
        (409, "room_closed"),
    ]


async def test_a_room_that_was_closed_gives_no_more_dice(kitchen: Kitchen) -> None:
    gm = await kitchen.room()
    draft = await begun(kitchen, gm.token, room=gm.id)
    await gm.told("/close")
    refused = await draft.post("/choices", {"offer": "stir.0"})
    chosen = await draft.post("/choices", {"offer": "leaf", "leaf": "green"})

    assert (refused.status_code, refused.json()["code"]) == (409, "room_closed")
    assert chosen.status_code == 200


@dataclass
class Town:
    """Two services in two processes' stead: dice come and go, characters stay."""

    kitchen: Kitchen
    redis: RedisServer
    var: Path
    database: Changes

    @asynccontextmanager
    async def dice(self) -> AsyncIterator[Kitchen]:
        """Serve dice for a while."""
        settings = settings_in(self.var / "dice", redis_url=self.redis.url, **self.database)
        async with running([dice.service()], settings) as client:
            yield Kitchen(client)


@pytest.fixture
def redis() -> Iterator[RedisServer]:
    with redis_of_its_own() as server:
        yield server


@pytest.fixture
async def town(tmp_path: Path, database: Changes, redis: RedisServer) -> AsyncIterator[Town]:
    settings = settings_in(tmp_path, redis_url=redis.url, limit_quota=1_000_000, **database)
    async with running([serving_tea()], settings) as client:
        yield Town(Kitchen(client), redis, tmp_path, database)


async def _in_a_room(town: Town, there: Kitchen) -> tuple[Guest, Guest]:
    gm = await there.room()
    return gm, await begun(town.kitchen, gm.token, room=gm.id)


def _away(answer: httpx.Response) -> bool:
    problem = answer.json()
    return (answer.status_code, problem["code"], answer.headers["retry-after"]) == (
        503,
        "dependency_away",
        "1",
    )


async def test_without_dice_nothing_is_half_done_and_the_same_request_gives_them_once(
    town: Town,
) -> None:
    async with town.dice() as there:
        gm, draft = await _in_a_room(town, there)
        before = await draft.look()
    stir = {"offer": "stir.0"}
    refused = await draft.post("/choices", stir, idempotency_key="stir")
    unchanged = await draft.look()
    chosen = await draft.choose("leaf", leaf="green")
    async with town.dice() as there:
        stirred = await draft.told("/choices", stir, idempotency_key="stir")
        again = await draft.told("/choices", stir, idempotency_key="stir")
        feed = (await Guest(there.client, gm.path, gm.token, {}).get("/rolls")).json()["items"]

    assert _away(refused)
    assert unchanged == before
    assert chosen["version"] == 2
    assert again == stirred
    assert [roll["id"] for roll in reversed(feed)] == [roll["roll"] for roll in stirred["rolls"]]


async def test_a_beginning_without_dice_begins_once_when_they_are_back(town: Town) -> None:
    refused = await town.kitchen.post("/v1/drafts", SIGNED, idempotency_key="begin")
    async with town.dice():
        answers = [
            await town.kitchen.post("/v1/drafts", SIGNED, idempotency_key="begin") for _ in range(2)
        ]

    assert _away(refused)
    assert answers[0].status_code == 201
    assert answers[0].content == answers[1].content


async def test_a_redis_that_forgets_the_question_changes_nothing(town: Town) -> None:
    async with town.dice() as there:
        gm, draft = await _in_a_room(town, there)
    asking = asyncio.create_task(draft.post("/choices", {"offer": "stir.0"}))
    await asyncio.sleep(0.5)
    town.redis.wipe()
    async with AsyncExitStack() as stack:
        there = await stack.enter_async_context(town.dice())
        answer = await asking
        if not answer.is_success:  # it took too long: asked again, they are the same dice
            assert _away(answer)
            answer = await draft.post("/choices", {"offer": "stir.0"})
        feed = (await Guest(there.client, gm.path, gm.token, {}).get("/rolls")).json()["items"]

    stirred = answer.json()
    assert answer.status_code == 200, stirred
    assert [roll["id"] for roll in reversed(feed)] == [roll["roll"] for roll in stirred["rolls"]]
