"""Streams without a room: anybody begins one, its token contributes and closes, others draw."""

from collections.abc import Mapping
from pathlib import Path

import httpx
import pytest

from majokko_dice.rooms.streams import Rotation
from majokko_kit import redis_client
from majokko_kit.auth import new_token
from majokko_kit.bus import Bus
from majokko_rules.fairness.verifying import Saved, verify
from tests.services.dice.draws.asking import (
    Json,
    asked_of,
    close,
    committed,
    draft,
    take,
    throw,
)
from tests.services.dice.rolls.story import refusal
from tests.services.dice.rooms.table import Guest, House, open_house
from tests.support.databases import Changes
from tests.support.redis_servers import redis_of_its_own

PATIENCE = 20
STREAMS = "/v1/fairness/streams"


async def contributed(house: House, stream: Json, seed: str, **headers: str) -> httpx.Response:
    tag = {"if_match": f'"{stream["commitment"]}"', **headers}
    return await asked_of(house, stream, "/seed", {"seed": seed}, **tag)


async def drawn(bus: Bus, stream: Json) -> str:
    """Let a draft take a stream and draw from it; return the draft."""
    reference = draft()
    await bus.ask(take(stream, reference), timeout=PATIENCE)
    await bus.ask(throw(stream=stream["id"], reference=reference), timeout=PATIENCE)
    return reference


async def shown(house: House, stream: Json) -> Json:
    """Return what anybody may know of a stream."""
    (found,) = (await house.get(f"{STREAMS}/{stream['id']}")).json()["items"]
    told: Json = found
    return told


async def test_a_stream_is_committed_before_anything_is_known(house: House) -> None:
    answer = await house.client.post(STREAMS)
    stream = answer.json()
    told = await shown(house, stream)

    assert answer.status_code == 201
    assert answer.headers["location"] == f"{STREAMS}/{stream['id']}"
    assert (stream["index"], stream["state"]) == (0, "committed")
    assert stream["token"].startswith("mjk_stream_")
    assert stream["receipt"]["commitment"] == stream["commitment"]
    for name in ("id", "index", "state", "commitment", "receipt", "created_at"):
        assert told[name] == stream[name]
    assert stream["token"] not in str(told)


async def test_no_two_streams_are_alike(house: House) -> None:
    streams = [await committed(house) for _ in range(3)]

    for name in ("id", "commitment", "token"):
        assert len({stream[name] for stream in streams}) == 3


async def test_asked_twice_with_one_key_a_stream_is_begun_once(house: House) -> None:
    key = {"idempotency-key": new_token("key")}
    first = await house.client.post(STREAMS, headers=key)
    again = await house.client.post(STREAMS, headers=key)

    assert first.json() == again.json()
    assert again.headers["idempotency-replayed"] == "true"


async def test_its_owner_contributes_once_before_the_first_draw(bus: Bus, house: House) -> None:
    stream = await committed(house)
    given = await contributed(house, stream, "my-cat.7")
    twice = await contributed(house, stream, "other")
    reference = await drawn(bus, stream)
    late = await contributed(house, stream, "late")
    ended = await bus.ask(close(stream["id"], reference), timeout=PATIENCE)
    proof = (await house.get(ended.proof)).json()

    assert given.status_code == 200
    assert given.json()["contributors"] == ["owner"]
    assert refusal(twice)[:3] == (409, "stream_closed", "contributed")
    assert refusal(late)[:3] == (409, "stream_closed", "already_open")
    assert proof["client_seeds"] == [{"label": "owner", "seed": "my-cat.7"}]
    assert verify(proof, Saved(commitment=stream["commitment"], seeds={"owner": "my-cat.7"})) == ()


async def test_without_a_contribution_the_server_says_that_it_made_one(
    bus: Bus, house: House
) -> None:
    stream = await committed(house)
    await drawn(bus, stream)
    told = await shown(house, stream)

    assert (told["state"], told["client_seed_source"], told["draws"]) == ("open", "server", 1)


@pytest.mark.parametrize(
    ("headers", "told"),
    [
        ({"if_match": f'"{"0" * 64}"'}, (412, "precondition_failed")),
        ({"if_match": ""}, (428, "precondition_required")),
    ],
)
async def test_a_seed_names_the_commitment_that_it_came_after(
    house: House, headers: Mapping[str, str], told: tuple[int, str]
) -> None:
    stream = await committed(house)
    named = {name: value for name, value in headers.items() if value}
    answer = await asked_of(house, stream, "/seed", {"seed": "tea"}, **named)

    assert refusal(answer)[:2] == told


async def test_its_owner_closes_it_and_then_everybody_may_check(bus: Bus, house: House) -> None:
    stream = await committed(house)
    await drawn(bus, stream)
    early = await house.get(f"{STREAMS}/{stream['id']}/proof")
    ended = await asked_of(house, stream, "/close")
    again = await asked_of(house, stream, "/close")
    told = ended.json()
    proof = (await house.get(told["proof"])).json()

    assert refusal(early)[:3] == (409, "stream_closed", "not_closed")
    assert (told["state"], told["draws"]) == ("closed", 1)
    assert again.json() == told
    saved = Saved(commitment=stream["commitment"], closing=told["closing"])
    assert verify(proof, saved) == ()


async def test_a_draft_may_end_after_its_owner_has_closed_the_stream(
    bus: Bus, house: House
) -> None:
    stream = await committed(house)
    reference = await drawn(bus, stream)
    closed = (await asked_of(house, stream, "/close")).json()
    ended = await bus.ask(close(stream["id"], reference), timeout=PATIENCE)

    assert (ended.closing, ended.draws) == (closed["closing"], 1)


@pytest.mark.parametrize("path", ["/seed", "/close"])
async def test_only_its_own_token_moves_a_stream(house: House, gm: Guest, path: str) -> None:
    stream, other = await committed(house), await committed(house)
    body = {"seed": "tea"} if path == "/seed" else None
    tokens = {
        "other stream": other["token"],
        "a room": gm.token,
        "unknown": new_token("stream"),
    }
    met = {}
    for whose, token in tokens.items():
        asking = {**stream, "token": token}
        tag = f'"{stream["commitment"]}"'
        met[whose] = refusal(await asked_of(house, asking, path, body, if_match=tag))[:2]
    nobody = await house.client.post(
        f"{STREAMS}/{stream['id']}{path}", json=body, headers={"if-match": tag}
    )

    assert met == {
        "other stream": (404, "not_found"),
        "a room": (401, "token_missing"),
        "unknown": (401, "token_missing"),
    }
    assert refusal(nobody)[:2] == (401, "token_missing")
    assert (await shown(house, stream))["state"] == "committed"


async def test_a_token_of_a_stream_opens_no_stream_of_a_room(house: House, gm: Guest) -> None:
    stream = await committed(house)
    asking = {**stream, "id": gm.made["stream"]["id"]}
    answer = await asked_of(house, asking, "/close")

    assert refusal(answer)[:2] == (404, "not_found")
    assert (await gm.look())["stream"]["state"] == "committed"


async def test_graphql_begins_feeds_and_closes_streams_alike(house: House) -> None:
    async def run(document: str, **headers: str) -> Json:
        answer = await house.client.post("/graphql", json={"query": document}, headers=headers)
        told: Json = answer.json()["data"]
        return told

    fields = "id commitment state token"
    begun = await run(
        f"mutation {{ createFairnessStream {{ ... on OwnStreamCreated {{ {fields} }} }} }}"
    )
    stream = begun["createFairnessStream"]
    token = {"authorization": f"Bearer {stream['token']}"}
    given = await run(
        f"""mutation {{ contributeFairnessSeed(
            stream: "{stream["id"]}", ifMatch: "{stream["commitment"]}", input: {{seed: "tea"}}
        ) {{ ... on FairnessStream {{ contributors }} }} }}""",
        **token,
    )
    ended = await run(
        f"""mutation {{ closeFairnessStream(stream: "{stream["id"]}") {{
            ... on FairnessStream {{ state }} }} }}""",
        **token,
    )

    assert given == {"contributeFairnessSeed": {"contributors": ["owner"]}}
    assert ended == {"closeFairnessStream": {"state": "closed"}}


async def test_a_stream_that_has_given_enough_is_replaced_and_never_by_time(
    tmp_path: Path, database: Changes
) -> None:
    with redis_of_its_own() as server:
        async with (
            redis_client.client(server.url) as redis,
            Bus(redis) as bus,
            open_house(
                tmp_path, {**database, "redis_url": server.url}, Rotation(draws=2, life=1)
            ) as house,
        ):
            stream, reference = await committed(house), draft()
            await bus.ask(take(stream, reference), timeout=PATIENCE)
            asked = throw(stream=stream["id"], reference=reference)
            thrown = [await bus.ask(asked, timeout=PATIENCE) for _ in range(3)]
            ended = await bus.ask(close(stream["id"], reference), timeout=PATIENCE)
            proofs = [await house.proof({"id": stream["id"], "index": n}) for n in (0, 1)]

    assert [(one.index, one.nonce) for one in thrown] == [(0, 0), (0, 1), (1, 0)]
    following = [one.next_commitment for one in thrown]
    assert (following[0], following[2]) == (None, None)
    assert [verify(proof) for proof in proofs] == [(), ()]
    assert [proof["commitment"] for proof in proofs] == [stream["commitment"], following[1]]
    assert (ended.index, ended.draws) == (1, 1)
