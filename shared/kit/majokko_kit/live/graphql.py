"""Shows what can be followed in GraphQL, as subscriptions; they tell what the streams tell."""

import inspect
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import aclosing
from functools import cache
from typing import Annotated, Any

import strawberry
from pydantic.alias_generators import to_snake
from strawberry.scalars import JSON

from majokko_kit.front.admission import STREAM_UNITS
from majokko_kit.graphql import Info
from majokko_kit.live.feed import Feed
from majokko_kit.live.following import Following, Since
from majokko_kit.live.items import Item
from majokko_kit.operations.graphql import authorization_of
from majokko_kit.operations.reading import Reader, Unreadable, Words

Parameter = inspect.Parameter
_PLACED = Parameter.POSITIONAL_OR_KEYWORD

_MEMBERS = {
    "type": (str, "`<noun>.<past>`, or `snapshot`, `resync`, `bye`."),
    "subject": (strawberry.ID, "What is followed."),
    "data": (JSON, "As in REST."),
    "id": (strawberry.ID | None, "Of an event."),
    "v": (int, "The version of the form of `data`."),
    "at": (str | None, "When it happened, as RFC 3339 in UTC."),
    "seq": (int | None, "The number of an event; without gaps."),
    "cursor": (str | None, "Where to resume after this."),
}


def subscription(service: str, followings: Sequence[Following]) -> type | None:
    """Return the subscription type of a service."""
    if not followings:
        return None
    fields = {to_snake(each.name): _field(service, each) for each in followings}
    return strawberry.type(type(f"{service.capitalize()}Followings", (), fields))


@cache
def _event(name: str) -> type:
    """Return the type of an item, which is the item itself."""
    body: dict[str, Any] = {
        member: strawberry.field(description=about) for member, (_, about) in _MEMBERS.items()
    }
    body |= {
        "__annotations__": {member: kind for member, (kind, _) in _MEMBERS.items()},
        "__module__": __name__,
        "is_type_of": classmethod(lambda _kind, value, _info: isinstance(value, Item)),
    }
    return strawberry.type(type(name, (), body), description="What a stream tells.")


def _field(service: str, following: Following) -> Any:  # noqa: ANN401 - Strawberry's own
    item: Any = _event(following.event)
    result: Any = AsyncGenerator[item, None]
    described = Annotated[
        str | None, strawberry.argument(description=Since.model_fields["since"].description)
    ]
    parameters = [
        Parameter("info", _PLACED, annotation=Info),
        *(
            Parameter(name, _PLACED, annotation=strawberry.ID)
            for name in following.operation(secured=False).steps
        ),
        Parameter("since", _PLACED, annotation=described, default=None),
    ]
    resolver = _resolver(service, following)
    resolver.__signature__ = inspect.Signature(parameters, return_annotation=result)  # type: ignore[attr-defined]
    resolver.__annotations__ = {p.name: p.annotation for p in parameters} | {"return": result}
    return strawberry.subscription(resolver, name=following.name, description=following.summary)


def _resolver(service: str, following: Following) -> Callable[..., AsyncGenerator[Item]]:
    read = Reader(following.operation(secured=False))

    async def opened(info: Info, since: str | None, path: dict[str, str]) -> Feed:
        call = info.context.call
        words = Words(
            body={},
            text=None,
            path=path,
            query={"since": since},
            authorization=authorization_of(info.context),
            key=None,
            if_match=None,
            locale=call.locale,
        )
        await call.charge(STREAM_UNITS - 1)
        try:
            return await following.open(getattr(call.state, service))(read(words))
        except Unreadable as error:
            raise error.refusals[0] from None

    async def resolve(info: Info, since: str | None = None, **path: str) -> AsyncGenerator[Item]:
        feed = await opened(info, since, path)
        async with aclosing(feed.items()) as told:
            async for items in told:
                for item in items:
                    yield item

    return resolve
