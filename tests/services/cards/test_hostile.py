"""Whatever anybody sends to sessions, the answer is a plain refusal, and nothing changes."""

import httpx
import pytest

from majokko_cards.main import OPERATIONS
from majokko_kit.operations import Operation
from tests.services.cards.parlour import Game, Parlour, stacked

SAID = "hunter2hunter2"
BODIES: list[bytes] = [
    b"{",
    b"nonsense",
    b"null",
    b"[]",
    b'"hunter2hunter2"',
    b"7",
    b'{"hunter2hunter2": 1}',
    b'{"a": NaN}',
    b'{"a": "\\ud800"}',
    b'{"a": "\\u0000"}',
    b'{"a": 1, "a": 2}',
    b'{"a": "\xff"}',
    b'{"a":' * 10_000,
    b"[" * 30_000,
    b'{"expected_version": ' + b"9" * 5000 + b"}",
    b'{"expected_version": 99999999999999999999999, "type": "play", "card": 0}',
    b'{"expected_version": "3", "type": "play", "card": 0}',
    b'{"expected_version": 3.0, "type": "play", "card": 0}',
    b'{"expected_version": -1, "type": "play", "card": 0}',
    b'{"expected_version": 3, "type": "hunter2hunter2"}',
    b'{"expected_version": 3, "type": ["play"], "card": 0}',
    b'{"expected_version": 3, "type": "play", "card": -1}',
    b'{"expected_version": 3, "type": "play", "card": "0"}',
    b'{"expected_version": 3, "type": "play", "card": true}',
    b'{"expected_version": 3, "type": "play", "card": 99}',
    b'{"expected_version": 3, "type": "hint", "to": 9, "girl": "mami"}',
    b'{"expected_version": 3, "type": "hint", "to": 1, "girl": "hunter2hunter2"}',
    b'{"expected_version": 3, "type": "hint", "to": 1, "part": 5}',
    b'{"expected_version": 3, "type": "hint", "to": 1, "all": "true"}',
    b'{"expected_version": 3, "type": "cleanse", "count": 3}',
    b'{"game": "hunter2hunter2", "players": 2}',
    b'{"game": "magion", "players": 2147483648}',
    b'{"game": "magion", "players": true}',
    b'{"game": "magion", "players": 2, "options": {"qb": "hunter2hunter2"}}',
    b'{"game": "magion", "players": 2, "options": {"__proto__": {}}}',
    b'{"game": "magion", "players": 2, "deal": {"girls": "all"}}',
    b'{"game": "magion", "players": 2, "deal": {"girls": [{"a": 1}]}}',
    b'{"game": "magion", "players": 2, "deal": {"girls": [' + b'"all",' * 42 + b'"all"]}}',
    b'{"game": "magion", "players": 2, "deal": {"first": 99999999999999999999}}',
    b'{"game": "magion", "players": 2, "deal": {"hunter2hunter2": 1}}',
    b'{"game": "magion", "players": 2, "seats": ["bot:../../secret"]}',
    b'{"game": "magion", "players": 2, "clock": {"bank_ms": 1}}',
    b'{"game": "magion", "players": 2, "board": "hunter2hunter2\\u0007"}',
    b'{"game": "magion", "players": 2, "table": {"delay": 1e400}}',
    b'{"name": "\xe2\x80\xaehunter2hunter2"}',
    b'{"name": {"a": 1}}',
    b'{"name": " "}',
    b'{"name": "x", "seat": -1}',
    b'{"name": "x", "contribution": "hunter2hunter2!"}',
    b'{"name": "x", "bot": "hunter2hunter2"}',
    b'{"a": "' + b"x" * 70_000 + b'"}',
]
PATHS = ["x", "ses_" + "0" * 26, "brd_" + "Z" * 26, "a%2Fb", "%00", "%ff", "x" * 300, "..", "'--"]

MINE = [each for each in OPERATIONS if each.path.startswith(("/v1/sessions", "/v1/games"))]
CHANGING = [each for each in MINE if each.method in ("POST", "PATCH", "PUT")]
NAMED = [each for each in MINE if each.steps]
HEADERS = [
    ("if-match", "*"),
    ("if-match", '"a", "b"'),
    ("if-match", 'W/"1"'),
    ("idempotency-key", ""),
    ("idempotency-key", "x" * 256),
    ("idempotency-key", "with blank"),
    ("authorization", "Basic aGk6aG8="),
    ("authorization", "Bearer mjk_seat_short"),
]


@pytest.fixture
async def game(parlour: Parlour) -> Game:
    return await parlour.practice(stacked([]))


def _is_plain(answer: httpx.Response) -> bool:
    """Whether it is a problem document that repeats nothing of what was sent."""
    problem = answer.json()
    assert 400 <= answer.status_code < 500, answer.text
    assert answer.headers["content-type"] == "application/problem+json"
    assert problem["status"] == answer.status_code
    assert problem["detail"]
    return SAID not in answer.text.replace(f"/{SAID}", "").replace(f"“{SAID}”", "")


@pytest.mark.parametrize("operation", CHANGING, ids=lambda each: each.name)
async def test_a_hostile_body_is_refused(game: Game, operation: Operation[object, object]) -> None:
    seat = game.seats[0]
    path = operation.path.format(session=seat.id, seat="0", card="0", position="0", at="0")
    before = await seat.get("/view")
    headers = {**seat.headers, "content-type": "application/json"}
    for body in BODIES:
        answer = await seat.client.request(operation.method, path, content=body, headers=headers)

        assert _is_plain(answer), body[:80]
    assert (await seat.get("/view")).content == before.content


@pytest.mark.parametrize("operation", NAMED, ids=lambda each: each.name)
async def test_a_name_of_nothing_is_refused(
    game: Game, operation: Operation[object, object]
) -> None:
    bodies = {
        "act": {"expected_version": 3, "type": "play", "card": 0},
        "takeSeat": {"name": "Mami"},
    }
    for name in PATHS:
        steps = dict.fromkeys(operation.steps, name)
        path = operation.path.format(**steps)
        body = None if operation.method in ("GET", "DELETE") else bodies.get(operation.name, {})
        answer = await game.host.client.request(
            operation.method, path, json=body, headers=game.seats[0].headers
        )

        assert answer.status_code in (404, 405, 422), (name, answer.text)
        assert _is_plain(answer)


@pytest.mark.parametrize("name", ["9", "-1", "00", "x", "%00", "1e0", "٣"])
async def test_there_is_no_such_seat(game: Game, name: str) -> None:
    for method, path in (("DELETE", ""), ("POST", "/token")):
        answer = await game.host.ask(method, f"/seats/{name}{path}")

        assert (answer.status_code, answer.json()["code"]) == (404, "not_found")


@pytest.mark.parametrize(("name", "value"), HEADERS)
async def test_a_hostile_header_is_refused(game: Game, name: str, value: str) -> None:
    seat = game.seats[0]
    headers = {**seat.headers, name: value}
    body = {"expected_version": game.version, "type": "play", "card": 0}
    answer = await seat.client.post(f"{seat.path}/actions", json=body, headers=headers)

    assert answer.status_code == (401 if name == "authorization" else 422)
    assert (await seat.seen())["version"] == game.version


@pytest.mark.parametrize(
    ("deal", "pointer"),
    [
        ({"girls": ["homura-1"]}, "#/deal/girls"),
        ({"girls": [*stacked([])[:12], "madoka-5"]}, "#/deal/girls/12"),
        ({"girls": ["madoka-4"] * 12}, "#/deal/girls/1"),
        ({"girls": [*stacked([])[:12], "qb-1"]}, "#/deal/girls/12"),
        ({"girls": stacked([]), "witches": ["charlotte"] * 8}, "#/deal/witches"),
        ({"girls": stacked([]), "witches": ["walpurgisnacht"]}, "#/deal/witches"),
        ({"girls": stacked([]), "first": 2}, "#/deal/first"),
        ({"girls": stacked([]), "first": "0"}, "#/deal/first"),
        ({"girls": stacked([]), "seed": 1}, "#/deal/seed"),
        ({"witches": []}, "#/deal/girls"),
    ],
)
async def test_a_deal_that_cannot_be_is_pointed_into(
    parlour: Parlour, deal: dict[str, object], pointer: str
) -> None:
    answer = await parlour.post("/v1/sessions", {"game": "magion", "players": 2, "deal": deal})

    assert answer.status_code == 422, answer.text
    assert answer.json()["errors"][0]["pointer"] == pointer
