"""A small service made of operations only: what one can do with a book of wishes."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any

import strawberry
from fastapi import APIRouter

from majokko_kit.cursors import Cursors
from majokko_kit.operations import Operation, Page
from majokko_kit.secret import Secret
from majokko_kit.service import Kit, Service
from tests.kit.wishes import (
    Broken,
    ChangeIn,
    Granted,
    Sealed,
    SealedWish,
    SecretIn,
    Wish,
    Wishes,
    WishesQuery,
    WishIn,
    WishMade,
)

_WISH = {
    "id": "wish-001",
    "words": "cake",
    "cost": 0,
    "mood": "calm",
    "tags": [],
    "for_whom": None,
    "friends": [],
    "extra": None,
    "fate": None,
    "after": None,
    "version": 1,
}

OPERATIONS: Sequence[Operation[Any, Any]] = (
    Operation(
        name="makeWish",
        method="POST",
        path="/v1/wishes",
        summary="Make a wish",
        about="It may come true.",
        body=WishIn,
        answer=WishMade,
        status=201,
        secured=False,
        units=3,
        location=lambda made: f"/v1/wishes/{made.id}",
        run=lambda wishes: wishes.make,
        example={"words": "cake", "for_whom": {"first_name": "Nagisa"}},
    ),
    Operation(
        name="getWish",
        method="GET",
        path="/v1/wishes/{wish}",
        summary="Read a wish",
        answer=Wish,
        refuses=("forbidden",),
        run=lambda wishes: wishes.get,
        answers=_WISH,
    ),
    Operation(
        name="listWishes",
        method="GET",
        path="/v1/wishes",
        summary="List wishes",
        query=WishesQuery,
        answer=Page[Wish | SealedWish],
        secured=False,
        run=lambda wishes: wishes.every,
        answers={"items": [_WISH, {"id": "wish-002", "mood": "calm"}], "next_cursor": None},
    ),
    Operation(
        name="changeWish",
        method="PATCH",
        path="/v1/wishes/{wish}",
        summary="Change a wish",
        body=ChangeIn,
        answer=Wish,
        conditional=True,
        refuses=("forbidden",),
        run=lambda wishes: wishes.change,
        example={"mood": "dire"},
        answers=_WISH,
    ),
    Operation(
        name="grantWish",
        method="POST",
        path="/v1/wishes/{wish}/grant",
        summary="Grant a wish",
        answer=Wish,
        refuses=("forbidden",),
        run=lambda wishes: wishes.grant,
    ),
    Operation(
        name="forgetWish",
        method="DELETE",
        path="/v1/wishes/{wish}",
        summary="Forget a wish",
        answer=type(None),
        status=204,
        refuses=("forbidden",),
        run=lambda wishes: wishes.forget,
    ),
    Operation(
        name="sealWishes",
        method="POST",
        path="/v1/seals",
        summary="Seal the book",
        body=SecretIn,
        answer=Sealed,
        secured=False,
        run=lambda wishes: wishes.seal,
    ),
    Operation(
        name="lookAtWish",
        method="GET",
        path="/v1/wishes/{wish}/look",
        summary="See of a wish what you may see",
        answer=Wish | SealedWish,  # type: ignore[arg-type]
        secured=False,
        run=lambda wishes: wishes.look,
    ),
)


@asynccontextmanager
async def lifespan(_: Kit) -> AsyncIterator[Wishes]:
    yield Wishes(Cursors(Secret(bytes(32))))


@strawberry.type
class WishQuery:
    @strawberry.field
    def hello(self) -> str:
        return "hello"


SERVICE = Service(
    name="wishes",
    about="Wishes, and what became of them.",
    router=APIRouter(),
    lifespan=lifespan,
    query=WishQuery,
    types=(Granted, Broken),
    operations=OPERATIONS,
)
