"""Whatever anybody sends to any operation, the answer is a plain refusal, and nothing changes."""

import json

import httpx
import pytest

from majokko_characters.main import OPERATIONS
from majokko_kit.operations import Operation
from tests.services.characters.kitchen import Guest, Kitchen

SAID = "hunter2hunter2"
BODIES: list[bytes] = [
    b"",
    b"{",
    b"nonsense",
    b"null",
    b"[]",
    b'"hunter2hunter2"',
    b"7",
    b'{"hunter2hunter2": 1}',
    b'{"a": NaN}',
    b'{"a": 1e400}',
    b'{"a": "\\ud800"}',
    b'{"a": "\\u0000"}',
    b'{"a": 1, "a": 2}',
    b'{"a": "\xff"}',
    b'{"a":' * 10_000,
    b"[" * 30_000,
    b'{"expected_version": ' + b"9" * 5000 + b"}",
    b'{"expected_version": 99999999999999999999999}',
    b'{"expected_version": "1"}',
    b'{"offer": {"hunter2hunter2": []}}',
    b'{"offer": "hunter2hunter2", "picks": {"a": {"b": [1, 2, {}]}}}',
    b'{"offer": "leaf", "leaf": {"hunter2hunter2": 1}}',
    b'{"offer": "leaf", "faces": {"0": 1}}',
    b'{"offer": "leaf", "faces": [1.5]}',
    b'{"offer": "leaf", "faces": [' + b"1," * 2000 + b"1]}",
    b'{"ruleset": "tea@1", "faces": [99999999999999999999]}',
    b'{"ruleset": "tea@1#hunter2hunter2"}',
    b'{"ruleset": "../../secret"}',
    b'{"ruleset": "tea@1", "room": "hunter2hunter2\\u0007"}',
    b'{"ruleset": "tea@1", "options": {"coins": {"a": 1}}}',
    b'{"ruleset": "tea@1", "options": {"coins": 99999999999999999999}}',
    b'{"marks": {"a": {"b": 1}}}',
    b'{"marks": {"__proto__": [1]}}',
    b'{"notes": {"a": ["b"]}}',
    b'{"overrides": {"stats": {"value": {"a": 1}}}}',
    b'{"name": "\xe2\x80\xaehunter2hunter2"}',
    b'{"name": {"a": 1}}',
    b'{"name": "x", "ruleset": "tea@1", "moves": [{"offer": null, "faces": [7]}, {}]}',
    b'{"name": "x", "ruleset": "tea@1", "moves": {"0": {}}}',
    b'{"name": "x", "ruleset": "tea@1", "moves": [{"picks": {"a": 1}, "offer": "b"}]}',
    b'{"member_token": 1, "room": 2}',
    b'{"a": "' + b"x" * 70_000 + b'"}',
]
PATHS = ["x", "chr_" + "0" * 26, "dra_" + "Z" * 26, "a%2Fb", "%00", "%ff", "x" * 300, "..", "'--"]

CHANGING = [each for each in OPERATIONS if each.method in ("POST", "PATCH")]
NAMED = [each for each in OPERATIONS if each.steps]


@pytest.fixture
async def guests(kitchen: Kitchen) -> dict[str, Guest]:
    return {"draft": await kitchen.begin(), "character": await kitchen.character()}


def _is_plain(answer: httpx.Response) -> bool:
    """Whether it is a problem document that repeats nothing of what was sent."""
    problem = answer.json()
    assert 400 <= answer.status_code < 500, answer.text
    assert answer.headers["content-type"] == "application/problem+json"
    assert problem["status"] == answer.status_code
    assert problem["detail"]
    return SAID not in answer.text.replace(f"#/{SAID}", "").replace(f"“{SAID}”", "")


@pytest.mark.parametrize("operation", CHANGING, ids=lambda each: each.name)
async def test_a_hostile_body_is_refused(
    kitchen: Kitchen, guests: dict[str, Guest], operation: Operation[object, object]
) -> None:
    guest = guests.get("".join(operation.steps) or "draft")
    assert guest
    path = operation.path.format(draft=guest.id, character=guest.id)
    before = await guest.look()
    headers = {**guest.headers, "content-type": "application/json", "if-match": '"1"'}
    for body in BODIES:
        if body == b"" and operation.name not in ("createDraft", "chooseOffer", "importCharacter"):
            continue  # these may be bare
        answer = await kitchen.client.request(operation.method, path, content=body, headers=headers)

        assert _is_plain(answer), body[:80]
    assert await guest.look() == before


@pytest.mark.parametrize("operation", NAMED, ids=lambda each: each.name)
async def test_a_name_of_nothing_is_refused(
    kitchen: Kitchen, guests: dict[str, Guest], operation: Operation[object, object]
) -> None:
    bodies = {
        "chooseOffer": {"offer": "leaf"},
        "seatCharacter": {"room": "r", "member_token": "t"},
        "reviewCharacter": {"act": "approve"},
    }
    for name in PATHS:
        path = operation.path.format(draft=name, character=name, ruleset=name)
        body = None if operation.method in ("GET", "DELETE") else bodies.get(operation.name, {})
        headers = {**guests["draft"].headers, "if-match": '"1"'}
        answer = await kitchen.client.request(operation.method, path, json=body, headers=headers)

        assert answer.status_code in (404, 405), (name, answer.text)
        assert _is_plain(answer)


HEADERS = [
    ("if-match", "*"),
    ("if-match", '"a", "b"'),
    ("if-match", 'W/"1"'),
    ("idempotency-key", ""),
    ("idempotency-key", "x" * 256),
    ("idempotency-key", "with blank"),
    ("authorization", "Basic aGk6aG8="),
    ("authorization", "Bearer mjk_draft_short"),
]


@pytest.mark.parametrize(("name", "value"), HEADERS)
async def test_a_hostile_header_is_refused(guests: dict[str, Guest], name: str, value: str) -> None:
    draft = guests["draft"]
    headers = {**draft.headers, name: value}
    answer = await draft.client.post(
        draft.path + "/choices", json={"offer": "leaf", "leaf": "green"}, headers=headers
    )

    assert answer.status_code == (401 if name == "authorization" else 422)
    assert (await draft.look())["version"] == 1


async def test_a_member_token_is_no_draft_token(kitchen: Kitchen, guests: dict[str, Guest]) -> None:
    gm = await kitchen.room()
    seen = await kitchen.get(guests["draft"].path, authorization=f"Bearer {gm.token}")

    assert seen.status_code == 401


async def test_what_the_bus_is_asked_is_never_what_a_client_says(kitchen: Kitchen) -> None:
    """A room that is none, or a token, must not reach other services as anything else."""
    gm = await kitchen.room()
    rooms = ["", " ", "*", gm.id + "\u200b", gm.id.lower(), json.dumps({"id": gm.id}), "r" * 41]
    answers = [
        await kitchen.post(
            "/v1/drafts",
            {"ruleset": "tea@2", "room": room},
            authorization=f"Bearer {gm.token}",
        )
        for room in rooms
    ]

    assert {one.status_code for one in answers} <= {404, 422}
    assert (await gm.get("/rolls")).json()["items"] == []
