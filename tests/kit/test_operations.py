"""Operations over both faces: the same answers and the same refusals."""

from collections.abc import Awaitable, Callable, Sequence
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
from tests.kit.wish_operations import OPERATIONS, SERVICE
from tests.kit.wishes import MOST

FACES = Faces(SERVICE)

ONE = {"wish": "wish-001"}
CAKE = {"words": "cake", "tags": ["sweet"], "for_whom": {"first_name": "Nagisa"}}
MAKE = Asking("makeWish", CAKE)


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


@pytest.mark.parametrize("face", [FACES.rest, FACES.graphql], ids=["rest", "graphql"])
async def test_an_operation_costs_its_units_through_either_face(
    settings: Settings, face: Callable[[httpx.AsyncClient, Asking], Awaitable[Json]]
) -> None:
    slow = settings.model_copy(update={"limit_quota": 60, "limit_window": 3600})
    guest = f"192.0.{2 + (face == FACES.rest)}.7"
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
