"""What nobody should send is refused plainly, with its place."""

import json

import httpx
import pytest

from tests.support.hostile import ACCEPTED, BODIES, NOTATIONS

HEADERS = {"Content-Type": "application/json"}


@pytest.mark.parametrize("notation", NOTATIONS, ids=lambda text: f"{text[:30]!a}x{len(text)}")
@pytest.mark.parametrize("path", ["/v1/rolls", "/v1/odds"])
async def test_a_hostile_notation_is_refused_with_a_place(
    client: httpx.AsyncClient, path: str, notation: str
) -> None:
    body = json.dumps({"notation": notation}).encode()

    answer = await client.post(path, content=body, headers=HEADERS)

    if notation in ACCEPTED:
        assert answer.status_code == 200
        return
    problem = answer.json()
    assert 400 <= answer.status_code < 500, problem
    assert problem["errors"][0]["pointer"] == "#/notation"
    if problem["errors"][0]["rule"] == "odds_too_heavy":
        return  # it is about the whole
    assert 0 <= problem["position"] <= len(notation)
    assert problem["position"] + problem["length"] <= len(notation)


@pytest.mark.parametrize(("body", "status"), BODIES, ids=lambda value: ascii(value)[:90])
async def test_a_hostile_body_is_a_problem_of_the_client(
    client: httpx.AsyncClient, body: bytes, status: int
) -> None:
    answer = await client.post("/v1/rolls", content=body, headers=HEADERS)

    problem = answer.json()
    assert answer.status_code == problem["status"] == status
    assert answer.headers["content-type"] == "application/problem+json"
    assert problem["title"]
    assert problem["detail"]
    assert problem["type"].endswith(f"/errors/{problem['code']}")
    assert problem["trace_id"] in answer.headers["traceparent"]


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", ""])
async def test_only_json_is_read(client: httpx.AsyncClient, kind: str) -> None:
    headers = {"Content-Type": kind} if kind else {}
    answer = await client.post("/v1/rolls", content=b'{"notation": "d6"}', headers=headers)

    assert (answer.status_code, answer.json()["code"]) == (415, "unsupported_media_type")


@pytest.mark.parametrize("value", ["", '""', "x" * 256, "with blank", "ключ"])
async def test_a_malformed_idempotency_key_is_refused(
    client: httpx.AsyncClient, value: str
) -> None:
    headers = {b"Idempotency-Key": value.encode()}

    answer = await client.post("/v1/rolls", json={"notation": "d6"}, headers=headers)

    assert (answer.status_code, answer.json()["code"]) == (422, "invalid_value")


async def test_a_problem_never_repeats_what_was_sent(client: httpx.AsyncClient) -> None:
    said = "hunter2hunter2"
    bodies = [
        {"notation": said},
        {"notation": f"2d6 {said}"},
        {"notation": f"2d6[fire] ({said}"},
        {"notation": f".{said}"},
        {"notation": f".ra {said}"},
        {"notation": f".ww {said}"},
        {"notation": "3d6+", "reason": said},
        {"check": {"system": said}},
        {"check": {"system": "collapse", "value": said}},
        {"check": {"system": "collapse", "kind": said}},
        {"notation": "d6", "faces": [said]},
    ]

    answers = [await client.post("/v1/rolls", json=body) for body in bodies]

    assert [answer.status_code for answer in answers] == [422] * len(bodies)
    assert not any(said in answer.text for answer in answers)
