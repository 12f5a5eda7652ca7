"""A book of wishes, kept in memory: what it takes, what it shows, and what happens to wishes."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Annotated, Any, Literal

import strawberry
from pydantic import Field

from majokko_kit import auth
from majokko_kit.cursors import Cursors, Paging
from majokko_kit.operations import Asked, Done, GraphQLAs, Page, Shape
from majokko_kit.refusals import Forbidden, IdempotencyKeyReused, NotFound, PreconditionFailed
from majokko_rules.errors import InvalidValue

MOST = 2**53


class PersonIn(Shape):
    """Somebody to wish for."""

    first_name: Annotated[str, Field(min_length=1, max_length=10)]
    age: int | None = None


class WishIn(Shape):
    """What one may wish."""

    words: Annotated[str, Field(min_length=1, max_length=20, description="One wish.")]
    cost: Annotated[int, Field(ge=0, le=MOST)] = 0
    mood: Literal["calm", "dire"] = "calm"
    tags: Annotated[tuple[str, ...], Field(max_length=3)] = ()
    for_whom: PersonIn | None = None
    friends: tuple[PersonIn, ...] = ()
    extra: Mapping[str, Any] | None = None
    bond: PersonIn | int | None = None
    locale: Annotated[str | None, Field(max_length=35)] = None


class ChangeIn(Shape):
    mood: Literal["calm", "dire"] | None = None


class SecretIn(Shape):
    """May be said without a word."""

    reason: Annotated[str, Field(max_length=10)] = "none"


class WishesQuery(Paging):
    mood: Annotated[str, Field(max_length=10, description="Only these.", examples=["calm"])]
    reverse: bool = False


@strawberry.interface
class Fate:
    kind: str


@strawberry.type
class Granted(Fate):
    price: int


@strawberry.type
class Broken(Fate):
    why: str


def fate_of(told: Mapping[str, Any]) -> Fate:
    return (Granted if told["kind"] == "granted" else Broken)(**told)


@dataclass(frozen=True, slots=True)
class Person:
    first_name: str
    age: int | None


def _person(one: PersonIn) -> Person:
    return Person(one.first_name, one.age)


@dataclass(frozen=True, slots=True)
class Wish:
    """A wish as its owner sees it.

    Others see less.
    """

    id: str
    words: Annotated[str, Field(description="One wish.")]
    cost: Annotated[int, Field(ge=0, le=MOST)]
    mood: Literal["calm", "dire"]
    tags: Sequence[str]
    for_whom: Person | None
    friends: Sequence[Person]
    extra: Mapping[str, Any] | None
    fate: Annotated[Mapping[str, Any] | None, GraphQLAs(Fate | None, fate_of)]
    after: "Wish | None" = None
    version: int = 1


@dataclass(frozen=True, slots=True)
class SealedWish:
    """A wish that is not yours."""

    id: str
    mood: str


@dataclass(frozen=True, slots=True)
class WishMade:
    id: str
    token: str
    language: str


@dataclass(frozen=True, slots=True)
class Sealed:
    reason: str


Told = dict[str, tuple[bytes, object]]


@dataclass(slots=True)
class Wishes:
    """The book. `told` are the answers by Idempotency-Key, as `Commands` keeps them for others."""

    cursors: Cursors
    kept: dict[str, Wish] = field(default_factory=dict)
    owners: dict[str, bytes] = field(default_factory=dict)
    told: Told = field(default_factory=dict)

    async def make(self, asked: Asked[WishIn]) -> Done[WishMade]:
        if asked.key in self.told:
            fingerprint, answer = self.told[asked.key]
            assert isinstance(answer, WishMade)
            if fingerprint != asked.fingerprint:
                raise IdempotencyKeyReused("other_request")
            return Done(answer, replayed=True)
        made = self._made(asked)
        if asked.key:
            self.told[asked.key] = (asked.fingerprint, made)
        return Done(made)

    def _made(self, asked: Asked[WishIn]) -> WishMade:
        body = asked.body
        if body.words == "no wish":
            raise InvalidValue("not_a_choice", pointer="/words", choices="wishes")
        name, token = f"wish-{len(self.kept) + 1:03}", auth.new_token("wish")
        self.owners[name] = auth.hashed(token)
        self.kept[name] = Wish(
            id=name,
            words=body.words,
            cost=body.cost,
            mood=body.mood,
            tags=body.tags,
            for_whom=_person(body.for_whom) if body.for_whom else None,
            friends=[_person(one) for one in body.friends],
            extra=body.extra,
            fate=None,
        )
        return WishMade(name, token, asked.locale)

    async def get(self, asked: Asked[Any]) -> Done[Wish]:
        wish = self._own(asked)
        return Done(wish, etag=f"v{wish.version}")

    async def every(self, asked: Asked[Any]) -> Page[Wish | SealedWish]:
        """Order by name; tell strangers little."""
        query = asked.query
        assert isinstance(query, WishesQuery)
        listed = ("wishes", query.mood, str(query.reverse))
        names = sorted(
            (n for n, w in self.kept.items() if w.mood == query.mood), reverse=query.reverse
        )
        if query.cursor:
            last = str(self.cursors.place(query.cursor, *listed))
            names = [name for name in names if (name < last if query.reverse else name > last)]
        shown = [self._seen(name, asked.token) for name in names[: query.limit + 1]]
        return self.cursors.page(shown, query.limit, lambda wish: wish.id, *listed)

    async def change(self, asked: Asked[ChangeIn]) -> Wish:
        wish = self._own(asked)
        if asked.if_match != f"v{wish.version}":
            raise PreconditionFailed("stale")
        mood = asked.body.mood or wish.mood
        self.kept[wish.id] = replace(wish, mood=mood, version=wish.version + 1)
        return self.kept[wish.id]

    async def grant(self, asked: Asked[Any]) -> Wish:
        wish = self._own(asked)
        fate = {"kind": "broken", "why": "dire"}
        if wish.mood == "calm":
            fate = {"kind": "granted", "price": 3}  # type: ignore[dict-item]
        self.kept[wish.id] = replace(wish, fate=fate, after=replace(wish, after=None))
        return self.kept[wish.id]

    async def forget(self, asked: Asked[Any]) -> None:
        del self.kept[self._own(asked).id]

    async def seal(self, asked: Asked[SecretIn]) -> Sealed:
        return Sealed(asked.body.reason)

    async def look(self, asked: Asked[Any]) -> Wish | SealedWish:
        if (name := asked.path["wish"]) not in self.kept:
            raise NotFound("thing")
        return self._seen(name, asked.token)

    def _own(self, asked: Asked[Any]) -> Wish:
        wish = self.kept.get(asked.path["wish"])
        if wish is None:
            raise NotFound("thing")
        if self.owners[wish.id] != asked.token:
            raise Forbidden("role")
        return wish

    def _seen(self, name: str, token: bytes | None) -> Wish | SealedWish:
        wish = self.kept[name]
        return wish if self.owners[name] == token else SealedWish(name, wish.mood)
