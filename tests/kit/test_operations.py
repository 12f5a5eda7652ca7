"""Operations over both faces: the same answers, the same refusals, and what HTTP adds to them."""

from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager, AsyncExitStack
from dataclasses import replace
from functools import partial
from typing import Any

import httpx
import pytest

from majokko_kit import app, auth
from majokko_kit.operations import Operation, Shape
from majokko_kit.settings import Settings
from majokko_rules.catalog import LOCALES
from tests.kit.both_faces import OWN, Asking, Faces, Json, play
from tests.kit.serving import served
from tests.kit.wishes import MOST, OPERATIONS, SERVICE

FACES = Faces(SERVICE)
JSON = {"content-type": "application/json"}

ONE = {"wish": "wish-001"}
CAKE = {"words": "cake", "tags": ["sweet"], "for_whom": {"first_name": "Nagisa"}}
MAKE = Asking("makeWish", CAKE)


@pytest.fixture
async def wishes(settings: Settings) -> AsyncIterator[httpx.AsyncClient]:
    """A new book of wishes."""
    async with served(settings, [SERVICE]) as client:
        yield client


Books = Callable[[], AbstractAsyncContextManager[httpx.AsyncClient]]


@pytest.fixture
def book(settings: Settings) -> Books:
    """Open new books of wishes."""
    return partial(served, settings, [SERVICE])


async def _both(book: Books, story: Sequence[Asking]) -> tuple[Sequence[Json], Sequence[Json]]:
    """Play a story twice, each time from its beginning and through one face."""
    async with AsyncExitStack() as stack:
        first, second = [await stack.enter_async_context(book()) for _ in range(2)]
        return (
            await play(partial(FACES.rest, first), story),
            await play(partial(FACES.graphql, second), story),
        )


STORIES: dict[str, Sequence[Asking]] = {
    "made, read, changed, granted, forgotten": [
        MAKE,
        Asking("getWish", path=ONE, token=OWN),
        Asking("changeWish", {"mood": "dire"}, ONE, token=OWN, if_match='"v1"'),
        Asking("changeWish", None, ONE, token=OWN, if_match="v2"),
        Asking("grantWish", path=ONE, token=OWN),
        Asking("forgetWish", path=ONE, token=OWN),
    ],
    "all that a wish can hold": [
        Asking(
            "makeWish",
            {
                "words": "願い 🍰",
                "cost": MOST,
                "mood": "dire",
                "tags": ["a", "b", "c"],
                "for_whom": {"first_name": "Mami", "age": 15},
                "friends": [{"first_name": "Madoka"}, {"first_name": "Homura", "age": None}],
                "extra": {"snake_case": 1, "camelCase": [{"x_y": None}], "n": 1.5},
                "bond": {"first_name": "Bebe"},
                "locale": "zh-TW",
            },
        ),
        Asking("grantWish", path=ONE, token=OWN),
        Asking("getWish", path=ONE, token=OWN),
    ],
    "what may be left out": [
        Asking("sealWishes"),
        Asking("sealWishes", {}),
        Asking("sealWishes", {"reason": "tears"}),
    ],
    "the same command asked twice": [
        Asking("makeWish", CAKE, key="once"),
        Asking("makeWish", CAKE, key="once"),
        Asking("lookAtWish", path={"wish": "wish-002"}),
    ],
    "another command with the same key": [
        Asking("makeWish", CAKE, key="once"),
        Asking("makeWish", {**CAKE, "cost": 1}, key="once"),
    ],
    "a list, page by page, as its owners and as strangers see it": [
        MAKE,
        MAKE,
        MAKE,
        Asking("listWishes", query={"mood": "calm", "limit": 2}, token=OWN),
        Asking("listWishes", query={"mood": "calm", "reverse": True, "limit": 100}, token=OWN),
        Asking("listWishes", query={"mood": "dire"}),
    ],
    "one of several things": [
        MAKE,
        Asking("lookAtWish", path=ONE, token=OWN),
        Asking("lookAtWish", path=ONE),
    ],
}


@pytest.mark.parametrize("story", STORIES.values(), ids=STORIES)
async def test_both_faces_answer_alike(book: Books, story: Sequence[Asking]) -> None:
    rest, graphql = await _both(book, story)
    rest, graphql = _without_cursors(rest), _without_cursors(graphql)

    assert graphql == rest
    assert not [one for one in rest[:1] if "code" in one]


def _without_cursors(answers: Sequence[Json]) -> Sequence[Json]:
    """Cursors hold the time; whether there is one does not depend on it."""
    return [
        {**one, "next_cursor": bool(one["next_cursor"])} if "next_cursor" in one else one
        for one in answers
    ]


STRANGER = auth.new_token("wish")
SHORT = "mjk_wish_short"
Refused = tuple[Asking, list[tuple[str, str, str]]]
"""What is asked, and each refusal: code, rule, pointer."""

_INVALID = "invalid_value"
REFUSALS: dict[str, Refused] = {
    "several members": (
        Asking("makeWish", {"words": "", "cost": -1, "mood": "odd", "tags": ["a"] * 4}),
        [
            (_INVALID, "too_short", "#/words"),
            (_INVALID, "too_small", "#/cost"),
            (_INVALID, "not_a_choice", "#/mood"),
            (_INVALID, "too_long", "#/tags"),
        ],
    ),
    "a number beyond all others": (
        Asking("makeWish", {**CAKE, "cost": MOST + 1}),
        [(_INVALID, "too_large", "#/cost")],
    ),
    "a number of a hundred digits": (
        Asking("makeWish", {**CAKE, "cost": 10**99}),
        [(_INVALID, "too_large", "#/cost")],
    ),
    "null": (Asking("makeWish", {**CAKE, "mood": None}), [(_INVALID, "not_a_choice", "#/mood")]),
    "inside a member": (
        Asking("makeWish", {**CAKE, "friends": [{"first_name": "x"}, {"first_name": "x" * 11}]}),
        [(_INVALID, "too_long", "#/friends/1/first_name")],
    ),
    "one of several types": (
        Asking("makeWish", {**CAKE, "bond": {"first_name": 7, "years": 1}}),
        [
            (_INVALID, "not_text", "#/bond/first_name"),
            ("unknown_field", "unknown", "#/bond/years"),
            (_INVALID, "not_integer", "#/bond"),
        ],
    ),
    "the rules themselves": (
        Asking("makeWish", {"words": "no wish"}),
        [(_INVALID, "not_a_choice", "#/words")],
    ),
    "the language of a body": (
        Asking("makeWish", {"words": "", "locale": "ja"}),
        [(_INVALID, "too_short", "#/words")],
    ),
    "a query": (
        Asking("listWishes", query={"mood": "x" * 11, "limit": 0}),
        [(_INVALID, "too_small", "#/limit"), (_INVALID, "too_long", "#/mood")],
    ),
    "a query that hides something": (
        Asking("listWishes", query={"mood": "a\u202eb"}),
        [(_INVALID, "not_plain", "#/mood")],
    ),
    "a cursor": (
        Asking("listWishes", query={"mood": "calm", "cursor": "AAAA"}),
        [(_INVALID, "malformed", "#/cursor")],
    ),
    "no token": (Asking("getWish", path=ONE), [("token_missing", "missing", "#")]),
    "no token of ours": (
        Asking("getWish", path=ONE, token=SHORT),
        [("token_missing", "unknown", "#")],
    ),
    "no token of ours where none is needed": (
        Asking("makeWish", CAKE, token=SHORT),
        [("token_missing", "unknown", "#")],
    ),
    "a stranger's token": (
        Asking("getWish", path=ONE, token=STRANGER),
        [("forbidden", "role", "#")],
    ),
    "an unknown thing": (
        Asking("getWish", path={"wish": "wish-999"}, token=STRANGER),
        [("not_found", "thing", "#")],
    ),
    "the name of nothing": (
        Asking("getWish", path={"wish": "x" * 256}, token=STRANGER),
        [("not_found", "thing", "#")],
    ),
    "any tag": (
        Asking("changeWish", {}, ONE, token=OWN, if_match="*"),
        [(_INVALID, "malformed", "#/If-Match")],
    ),
    "an old tag": (
        Asking("changeWish", {}, ONE, token=OWN, if_match='"v7"'),
        [("precondition_failed", "stale", "#")],
    ),
    "a key that is none": (
        Asking("makeWish", CAKE, key="two words"),
        [(_INVALID, "malformed", "#/Idempotency-Key")],
    ),
}


@pytest.mark.parametrize("language", LOCALES)
@pytest.mark.parametrize(("asking", "expected"), REFUSALS.values(), ids=REFUSALS)
async def test_both_faces_refuse_alike(
    book: Books, asking: Asking, expected: list[tuple[str, str, str]], language: str
) -> None:
    story = [MAKE, Asking(**{**_members(asking), "language": language})]
    rest, graphql = await _both(book, story)
    told = [(error["code"], error["rule"], error["pointer"]) for error in rest[1]["errors"]]

    assert graphql == rest
    assert told == expected


def _members(asking: Asking) -> dict[str, Any]:
    return {name: getattr(asking, name) for name in asking.__slots__}


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


@pytest.mark.parametrize("face", [FACES.rest, FACES.graphql], ids=["rest", "graphql"])
async def test_an_operation_costs_its_units_through_either_face(
    settings: Settings, face: Callable[[httpx.AsyncClient, Asking], Awaitable[Json]]
) -> None:
    slow = settings.model_copy(update={"limit_quota": 60, "limit_window": 3600})
    guest = f"198.51.{100 + (face == FACES.rest)}.7"
    async with served(slow, [SERVICE], guest) as client:
        before = await client.get("/v1/wishes?mood=calm")
        await face(client, MAKE)
        after = await client.get("/v1/wishes?mood=calm")

    assert _left(before) - _left(after) == 3 + 1


def _left(answer: httpx.Response) -> int:
    return int(answer.headers["ratelimit"].partition(";r=")[2].partition(";")[0])


def _same(name: str, path: str) -> Operation[Any, Any]:
    async def run(_: object) -> None: ...

    return Operation(
        name=name,
        method="GET",
        path=path,
        summary="",
        query=Shape,
        answer=type(None),
        run=lambda _: run,
    )


@pytest.mark.parametrize(
    "other",
    [_same("getWish", "/v1/other"), _same("other", "/v1/wishes/{name}")],
    ids=["name", "path"],
)
def test_two_operations_that_claim_the_same_fail_the_build(
    settings: Settings, other: Operation[Any, Any]
) -> None:
    with pytest.raises(ValueError, match="claim"):
        app.build([replace(SERVICE, operations=[*OPERATIONS, other])], settings)
