"""Many rolls in one request."""

from typing import Any

import httpx

from majokko_kit.receipts import PublicKey, verify

Json = dict[str, Any]

_ITEMS: list[Json] = [
    {"notation": "2d6", "faces": [3, 4], "reason": "first"},
    {"notation": "3d6+"},
    {"check": {"system": "collapse", "value": 50}, "locale": "ja"},
    {"notation": "1d6"},
]


async def test_one_refusal_does_not_sink_the_others(client: httpx.AsyncClient) -> None:
    answer = await client.post("/v1/rolls/batch", json={"items": _ITEMS})

    first, refused, check, last = answer.json()["items"]
    assert answer.status_code == 200
    assert (first["results"][0]["total"], first["reason"]) == (7, "first")
    assert (refused["code"], refused["status"], refused["position"]) == ("syntax", 422, 4)
    assert refused["errors"][0]["pointer"] == "#/items/1/notation"
    assert check["results"][0]["outcome"]["system"] == "collapse"
    assert last["source"] == "signed"


async def test_the_receipts_of_a_batch_share_one_signature_and_all_verify(
    client: httpx.AsyncClient,
) -> None:
    listed = (await client.get("/v1/fairness/keys")).json()["keys"]
    keys = [PublicKey.listed(key) for key in listed]
    items = [{"notation": "2d6"}] * 5

    answer = await client.post("/v1/rolls/batch", json={"items": items})

    receipts = [item["receipt"] for item in answer.json()["items"]]
    assert len({receipt["proof"]["signature"] for receipt in receipts}) == 1
    assert [verify(receipt, keys) for receipt in receipts] == [()] * 5


async def test_items_of_one_batch_with_a_key_have_dice_of_their_own(
    client: httpx.AsyncClient,
) -> None:
    body = {"items": [{"notation": "20d100"}] * 2}
    key = {"Idempotency-Key": "batch-1"}

    once = (await client.post("/v1/rolls/batch", json=body, headers=key)).json()["items"]
    again = (await client.post("/v1/rolls/batch", json=body, headers=key)).json()["items"]

    assert once[0]["results"] != once[1]["results"]
    assert [item["results"] for item in again] == [item["results"] for item in once]


async def test_a_batch_too_long_is_refused_whole(client: httpx.AsyncClient) -> None:
    body = {"items": [{"notation": "d6"}] * 1001}

    answer = await client.post("/v1/rolls/batch", json=body)

    problem = answer.json()
    assert (answer.status_code, problem["code"]) == (422, "invalid_value")
    assert problem["errors"][0]["pointer"] == "#/items"


async def test_a_batch_stops_rolling_when_its_dice_are_spent(client: httpx.AsyncClient) -> None:
    body = {"items": [{"notation": "1000d6", "receipt": False}] * 60}

    answer = await client.post("/v1/rolls/batch", json=body)

    items = answer.json()["items"]
    assert all("results" in item for item in items[:50])
    assert {item["code"] for item in items[50:]} == {"budget_exceeded"}


async def test_graphql_answers_a_batch_item_by_item(client: httpx.AsyncClient) -> None:
    query = """mutation Rolls($items: [RollInput!]!) { createRollBatch(items: $items) {
        ... on RollBatch { items { roll { results { total } } problem { code position } } }
        ... on Problem { code } } }"""
    asked = {"query": query, "variables": {"items": _ITEMS[:2]}}

    answer = await client.post("/graphql", json=asked)

    first, refused = answer.json()["data"]["createRollBatch"]["items"]
    assert first == {"roll": {"results": [{"total": 7}]}, "problem": None}
    assert refused == {"roll": None, "problem": {"code": "syntax", "position": 4}}


async def test_each_item_is_answered_in_its_own_language(client: httpx.AsyncClient) -> None:
    items = [{"notation": "3d6+", "locale": tag} for tag in ("ja", "zh-Hant", "tlh")]
    query = """mutation Rolls($items: [RollInput!]!) { createRollBatch(items: $items) {
        ... on RollBatch { items { problem { title } } } } }"""
    asked = {"query": query, "variables": {"items": items}}

    rest = await client.post("/v1/rolls/batch?lang=en", json={"items": items})
    graphql = await client.post("/graphql?lang=en", json=asked)
    alone = [(await client.post("/v1/rolls?lang=en", json=item)).json()["title"] for item in items]

    told = graphql.json()["data"]["createRollBatch"]["items"]
    assert len(set(alone)) == 3
    assert [item["title"] for item in rest.json()["items"]] == alone
    assert [item["problem"]["title"] for item in told] == alone
