"""Operations over REST: what HTTP adds to them, and what nobody should send."""

import httpx
import pytest

from majokko_kit import auth

JSON = {"content-type": "application/json"}
CAKE = {"words": "cake", "tags": ["sweet"], "for_whom": {"first_name": "Nagisa"}}
STRANGER = auth.new_token("wish")


async def test_what_is_created_says_where_it_can_be_read(wishes: httpx.AsyncClient) -> None:
    answer = await wishes.post("/v1/wishes", json=CAKE)

    assert answer.status_code == 201
    assert answer.headers["location"] == f"/v1/wishes/{answer.json()['id']}"
    assert answer.headers["cache-control"] == "no-store"
    assert "idempotency-replayed" not in answer.headers


async def test_an_answer_told_again_says_so(wishes: httpx.AsyncClient) -> None:
    spaced = b'{ "for_whom": {"first_name": "Nagisa"}, "tags":["sweet"], "words": "cake" }'
    key = {"idempotency-key": '"once"'}
    first = await wishes.post("/v1/wishes", json=CAKE, headers=key)
    again = await wishes.post("/v1/wishes", content=spaced, headers=key | JSON)

    assert (again.status_code, again.content) == (201, first.content)
    assert again.headers["idempotency-replayed"] == "true"
    assert again.headers["location"] == first.headers["location"]


async def _made(wishes: httpx.AsyncClient) -> tuple[str, dict[str, str]]:
    answer = await wishes.post("/v1/wishes", json=CAKE)
    return answer.headers["location"], {"authorization": f"Bearer {answer.json()['token']}"}


async def test_who_has_an_answer_is_told_that_it_still_holds(wishes: httpx.AsyncClient) -> None:
    path, token = await _made(wishes)
    first = await wishes.get(path, headers=token)
    again = await wishes.get(path, headers=token | {"if-none-match": '"x", W/"v1"'})
    await wishes.patch(path, headers=token | {"if-match": '"v1"'}, json={"mood": "dire"})
    changed = await wishes.get(path, headers=token | {"if-none-match": '"v1"'})

    assert first.headers["etag"] == '"v1"'
    assert (again.status_code, again.content) == (304, b"")
    assert (changed.status_code, changed.headers["etag"]) == (200, '"v2"')
    for answer in (first, again):
        assert answer.headers["cache-control"] == "private, no-cache"
        assert "authorization" in answer.headers["vary"]


async def test_an_answer_without_a_tag_of_its_own_is_tagged_by_its_bytes(
    wishes: httpx.AsyncClient,
) -> None:
    path, token = await _made(wishes)
    first = await wishes.get(f"{path}/look", headers=token)
    named = {"if-none-match": first.headers["etag"]}
    again, stranger = [
        await wishes.get(f"{path}/look", headers=headers) for headers in (token | named, named)
    ]

    assert again.status_code == 304
    assert stranger.status_code == 200


async def test_head_and_delete_have_no_body(wishes: httpx.AsyncClient) -> None:
    path, token = await _made(wishes)
    head = await wishes.head(path, headers=token)
    gone = await wishes.delete(path, headers=token)
    after = await wishes.get(path, headers=token)

    assert (head.status_code, head.content, head.headers["etag"]) == (200, b"", '"v1"')
    assert (gone.status_code, gone.content) == (204, b"")
    assert "content-type" not in gone.headers
    assert after.status_code == 404


async def test_a_missing_tag_is_asked_for(wishes: httpx.AsyncClient) -> None:
    path, token = await _made(wishes)
    answer = await wishes.patch(path, headers=token, json={})

    assert (answer.status_code, answer.json()["code"]) == (428, "precondition_required")


async def test_a_missing_token_is_asked_for_as_http_does(wishes: httpx.AsyncClient) -> None:
    path, _ = await _made(wishes)
    answers = [
        await wishes.get(path),
        await wishes.get(path, headers={"authorization": "Basic bWFqb2trbw=="}),
    ]

    assert [answer.status_code for answer in answers] == [401, 401]
    assert {answer.headers["www-authenticate"] for answer in answers} == {"Bearer"}


@pytest.mark.parametrize(
    ("method", "path", "allowed"),
    [
        ("PUT", "/v1/wishes", "GET, HEAD, POST, OPTIONS"),
        ("POST", "/v1/wishes/wish-001", "GET, HEAD, PATCH, DELETE, OPTIONS"),
        ("GET", "/v1/wishes/wish-001/grant", "POST, OPTIONS"),
    ],
)
async def test_other_methods_are_refused_and_those_there_are_named(
    wishes: httpx.AsyncClient, method: str, path: str, allowed: str
) -> None:
    refused = await wishes.request(method, path)
    asked = await wishes.options(path)

    assert (refused.status_code, refused.headers["allow"]) == (405, allowed)
    assert (asked.status_code, asked.headers["allow"]) == (204, allowed)


HOSTILE_BODIES: dict[str, tuple[bytes, int, str]] = {
    "nothing": (b"", 400, "bad_json"),
    "no JSON": (b"{", 400, "bad_json"),
    "a name twice": (b'{"words": "a", "words": "b"}', 400, "bad_json"),
    "no number": (b'{"words": "a", "cost": NaN}', 400, "bad_json"),
    "U+0000": (b'{"words": "a\\u0000"}', 400, "bad_json"),
    "half a pair": (b'{"words": "\\ud800"}', 400, "bad_json"),
    "too deep": (b'{"extra": ' + b"[" * 40 + b"]" * 40 + b"}", 400, "bad_json"),
    "a list": (b'["cake"]', 422, "invalid_value"),
    "null": (b"null", 422, "invalid_value"),
    "a text": (b'"cake"', 422, "invalid_value"),
    "a number for a text": (b'{"words": 7}', 422, "invalid_value"),
    "a text for a number": (b'{"words": "a", "cost": "7"}', 422, "invalid_value"),
    "true for a number": (b'{"words": "a", "cost": true}', 422, "invalid_value"),
    "a fraction": (b'{"words": "a", "cost": 1.0}', 422, "invalid_value"),
    "a huge number": (b'{"words": "a", "cost": ' + b"9" * 99 + b"}", 422, "invalid_value"),
    "a text for a list": (b'{"words": "a", "tags": "b"}', 422, "invalid_value"),
    "a list for an object": (b'{"words": "a", "for_whom": []}', 422, "invalid_value"),
    "an unknown member": (b'{"words": "a", "wordz": "b"}', 422, "unknown_field"),
    "a member in camel case": (b'{"words": "a", "forWhom": null}', 422, "unknown_field"),
    "a language that is none": (b'{"words": "a", "locale": 7}', 422, "invalid_value"),
    "too much": (b'{"words": "' + b"a" * 70_000 + b'"}', 413, "body_too_large"),
}


@pytest.mark.parametrize(("sent", "status", "code"), HOSTILE_BODIES.values(), ids=HOSTILE_BODIES)
async def test_a_body_that_means_nothing_is_refused(
    wishes: httpx.AsyncClient, sent: bytes, status: int, code: str
) -> None:
    answer = await wishes.post("/v1/wishes", content=sent, headers=JSON)
    listed = await wishes.get("/v1/wishes?mood=calm")

    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert listed.json()["items"] == []


async def test_a_huge_number_where_any_json_may_stand_is_kept(wishes: httpx.AsyncClient) -> None:
    huge = 10**90
    body = b'{"words": "a", "extra": {"n": %d}}' % huge
    answer = await wishes.post("/v1/wishes", content=body, headers=JSON | {"idempotency-key": "k"})

    assert answer.status_code == 201


HOSTILE_QUERIES = [
    ("", "#/mood", "required"),
    ("?mood=calm&limit=1e1", "#/limit", "not_integer"),
    ("?mood=calm&limit=%201", "#/limit", "not_integer"),
    ("?mood=calm&limit=1_0", "#/limit", "not_integer"),
    ("?mood=calm&limit=%2B1", "#/limit", "not_integer"),
    ("?mood=calm&limit=01", "#/limit", "not_integer"),
    ("?mood=calm&limit=1.0", "#/limit", "not_integer"),
    ("?mood=calm&limit=%D9%A5", "#/limit", "not_integer"),
    ("?mood=calm&limit=" + "9" * 400, "#/limit", "not_integer"),
    ("?mood=calm&limit=101", "#/limit", "too_large"),
    ("?mood=calm&limit=-1", "#/limit", "too_small"),
    ("?mood=calm&reverse=maybe", "#/reverse", "not_boolean"),
    ("?mood=a%00", "#/mood", "not_plain"),
    ("?mood=a&mood=b", "#/mood", "malformed"),
    ("?mood=%ff", "#", "malformed"),
    ("?mood=calm&page=2", "#/page", "unknown"),
]


@pytest.mark.parametrize(("query", "pointer", "rule"), HOSTILE_QUERIES)
async def test_a_query_that_means_nothing_is_refused(
    wishes: httpx.AsyncClient, query: str, pointer: str, rule: str
) -> None:
    answer = await wishes.get(f"/v1/wishes{query}")
    errors = [(error["pointer"], error["rule"]) for error in answer.json()["errors"]]

    assert answer.status_code == 422
    assert errors == [(pointer, rule)]


async def test_a_query_may_also_name_a_language(wishes: httpx.AsyncClient) -> None:
    listed = await wishes.get("/v1/wishes?lang=ja&mood=calm")
    refused = await wishes.get("/v1/wishes?mood=&limit=0&lang=ja")
    other = await wishes.get("/v1/wishes/wish-001?lang=zh-TW")

    assert (listed.status_code, listed.headers["content-language"]) == (200, "ja")
    assert (refused.status_code, refused.headers["content-language"]) == (422, "ja")
    assert (other.status_code, other.headers["content-language"]) == (401, "zh-Hant")


@pytest.mark.parametrize("flag", ["reverse", "reverse=true", "reverse=TRUE", "reverse=1"])
async def test_a_flag_may_be_a_bare_name(wishes: httpx.AsyncClient, flag: str) -> None:
    for _ in range(2):
        await _made(wishes)
    listed = await wishes.get(f"/v1/wishes?mood=calm&{flag}")

    assert [wish["id"] for wish in listed.json()["items"]] == ["wish-002", "wish-001"]


@pytest.mark.parametrize(
    "step",
    ["%00", "%ff", "%zz", "a%0Ab", "%F0%9F", "..%2F..", "%2F", "x" * 300, "%E2%80%AE", "願い"],
)
async def test_a_path_that_names_nothing_is_not_found(wishes: httpx.AsyncClient, step: str) -> None:
    answer = await wishes.get(f"/v1/wishes/{step}", headers={"authorization": f"Bearer {STRANGER}"})

    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")


async def test_pages_of_a_list_tell_every_item_once(wishes: httpx.AsyncClient) -> None:
    made = sorted([(await _made(wishes))[0].rpartition("/")[2] for _ in range(7)])
    told: list[str] = []
    more: dict[str, str] = {}
    while len(told) < len(made):
        page = (await wishes.get("/v1/wishes", params={"mood": "calm", "limit": 3, **more})).json()
        told += [wish["id"] for wish in page["items"]]
        more = {"cursor": page["next_cursor"]}

    assert told == made
    assert more == {"cursor": None}


async def test_a_cursor_of_another_list_leads_nowhere(wishes: httpx.AsyncClient) -> None:
    for _ in range(2):
        await _made(wishes)
    page = (await wishes.get("/v1/wishes?mood=calm&limit=1")).json()
    other = await wishes.get(f"/v1/wishes?mood=dire&cursor={page['next_cursor']}")

    assert (other.status_code, other.json()["errors"][0]["pointer"]) == (422, "#/cursor")
