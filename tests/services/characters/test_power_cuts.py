"""A server that ends as by a power cut: what was told stays true, and no dice are thrown twice."""

import asyncio
from collections.abc import Awaitable
from pathlib import Path

import httpx
import pytest

from majokko_rules.fairness.verifying import verify
from tests.services.characters.kitchen import Guest, Json, Kitchen
from tests.support.databases import Changes
from tests.support.processes import Served, serving

GIRL = {"ruleset": "amgc@1"}
"""Begins with twelve dice."""


async def cut(asked: Awaitable[httpx.Response], served: Served, after: float) -> Json | None:
    """Cut the power while something is under way; return the answer if it arrived."""
    asking = asyncio.ensure_future(asked)
    await asyncio.sleep(after)
    served.kill()
    (answer,) = await asyncio.gather(asking, return_exceptions=True)
    assert isinstance(answer, (httpx.Response, httpx.TransportError))
    return answer.json() if isinstance(answer, httpx.Response) and answer.is_success else None


def _settings(database: Changes) -> dict[str, str]:
    return {f"MAJOKKO_{name.upper()}": str(value) for name, value in database.items()}


@pytest.mark.parametrize("after", [0.02, 0.5])
async def test_a_beginning_that_was_cut_short_begins_once(
    tmp_path: Path, database: Changes, after: float
) -> None:
    with serving(tmp_path, **_settings(database)) as served:
        async with httpx.AsyncClient(base_url=served.base, timeout=20) as client:
            gm = await Kitchen(client).room()
            headers = {**gm.headers, "idempotency-key": "begin"}
            body = {**GIRL, "room": gm.id}
            told = await cut(client.post("/v1/drafts", json=body, headers=headers), served, after)
    with serving(tmp_path, **_settings(database)) as served:
        async with httpx.AsyncClient(base_url=served.base, timeout=20) as client:
            again = await client.post("/v1/drafts", json=body, headers=headers)
            leader = Guest(client, gm.path, gm.token, gm.made)
            feed = (await leader.get("/rolls")).json()["items"]
            await leader.told("/close")
            stream = gm.made["stream"]["id"]
            proved = (await client.get(f"/v1/fairness/streams/{stream}/0/proof")).json()

    draft = again.json()
    assert again.status_code == 201, draft
    assert told in (None, draft)
    assert [roll["id"] for roll in feed] == [draft["rolls"][0]["roll"]]
    assert verify(proved) == ()
    assert [draw["values"] for draw in proved["draws"]] == [draft["rolls"][0]["faces"]]


@pytest.mark.parametrize("after", [0.008])
async def test_a_choice_that_was_cut_short_is_made_once_or_not_at_all(
    tmp_path: Path, database: Changes, after: float
) -> None:
    bronze = {"offer": "age.bronze", "age": 12}
    with serving(tmp_path, **_settings(database)) as served:
        async with httpx.AsyncClient(base_url=served.base, timeout=20) as client:
            faces = [19, 6, 8, 16, 13, 7, 14, 2, 16, 17, 1, 12]
            draft = await Kitchen(client).begin(ruleset="amgc@1", faces=faces)
            asked = draft.post("/choices", bronze, idempotency_key="older")
            told = await cut(asked, served, after)
    with serving(tmp_path, **_settings(database)) as served:
        async with httpx.AsyncClient(base_url=served.base, timeout=20) as client:
            there = Guest(client, draft.path, draft.token, draft.made)
            found = await there.look()
            again = await there.told("/choices", bronze, idempotency_key="older")
            last = await there.look()

    assert told in (None, again)
    assert found["version"] in ((2,) if told else (1, 2))
    assert (again["version"], last["version"]) == (2, 2)
    assert last["coins"]["bronze"] == draft.made["coins"]["bronze"] - 1
