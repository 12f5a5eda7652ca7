"""A tiny service to try the kit with: it greets, counts and breaks on demand."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Annotated

import orjson
import strawberry
from fastapi import APIRouter, Body, Response
from pydantic import BaseModel, ConfigDict, Field

from majokko_kit import body
from majokko_kit.call import Answer, Call
from majokko_kit.documented import documented
from majokko_kit.graphql import Info, Problem
from majokko_kit.service import Kit, Service
from majokko_rules.errors import InvalidValue, RuleError, SyntaxRefused

SECRET = "seed 5f4dcc3b5aa765d61d8327deb882cf99"  # noqa: S105 - no secret, but it looks like one
"""What a careless exception quotes, and no answer and no log line may show."""


@dataclass(slots=True)
class Tearoom:
    """What runs: it knows how many guests are still listening."""

    kit: Kit
    listening: int = 0


@asynccontextmanager
async def lifespan(kit: Kit) -> AsyncIterator[Tearoom]:
    yield Tearoom(kit)


def order(asked: object) -> int:
    """Return how many cups are ordered."""
    match asked:
        case {"cups": int(cups)} if cups > 100:
            raise InvalidValue("too_large", pointer="/cups", limit=100)
        case {"cups": int(cups)}:
            return cups
        case {"text": str()}:
            raise SyntaxRefused("unexpected", pointer="/text", position=1, length=2)
        case _:
            raise InvalidValue("required", pointer="/cups")


async def hot_order(call: Call) -> Answer:
    asked = body.read(call.body)
    if isinstance(asked, dict):
        call.speak(asked.get("locale"))
    cups = order(asked)
    await call.charge(cups // 10)
    return Answer(200, orjson.dumps({"cups": cups}))


async def hot_break(_: Call) -> Answer:
    raise RuntimeError(SECRET)


class OrderIn(BaseModel):
    model_config = ConfigDict(extra="forbid")

    cups: Annotated[int, Field(strict=True, ge=0, le=100)]
    sort: str | None = Field(None, max_length=5)


class OrderOut(BaseModel):
    cups: int


router = APIRouter(tags=["tea"], responses=documented("invalid_value", "bad_json"))


@router.post("/v1/orders", name="order")
async def post_order(order: Annotated[OrderIn, Body()]) -> OrderOut:
    """Order tea; served by `hot_order` before FastAPI sees it."""
    return OrderOut(cups=order.cups)


@router.post("/v1/slow-orders", name="slowOrder")
async def post_slow_order(order: Annotated[OrderIn, Body()]) -> OrderOut:
    """Order tea the long way."""
    return OrderOut(cups=order.cups)


@router.get("/v1/orders/{number}", name="getOrder")
async def get_order(number: int) -> OrderOut:
    """Look at an order."""
    return OrderOut(cups=number)


@router.delete("/v1/orders/{number}", name="cancelOrder", status_code=204)
async def cancel_order(number: int) -> Response:
    """Cancel an order."""
    return Response(status_code=204, headers={"x-number": str(number)})


@router.get("/v1/broken", name="broken")
async def broken() -> OrderOut:
    """Fail as a bug would."""
    raise RuntimeError(SECRET)


@router.get("/v1/refused", name="refused")
async def refused() -> OrderOut:
    """Refuse as a rule would."""
    raise InvalidValue("too_small", pointer="/cups", limit=1)


@strawberry.type
class Cup:
    tea: str
    sugar: int | None

    @strawberry.field
    def friend(self) -> "Cup":
        return self

    @strawberry.field
    def spilled(self) -> int | None:
        raise RuntimeError(SECRET)


@strawberry.type
class Order:
    cups: list[Cup]


def _tearoom(info: Info) -> Tearoom:
    tearoom = info.context.call.state.tea
    assert isinstance(tearoom, Tearoom)
    return tearoom


@strawberry.type
class TeaQuery:
    @strawberry.field
    def cup(self, tea: str = "green") -> Cup:
        return Cup(tea=tea, sugar=None)

    @strawberry.field
    def menu(self, first: int = 10) -> list[Cup]:
        return [Cup(tea="black", sugar=number) for number in range(first)]

    @strawberry.field
    def listening(self, info: Info) -> int:
        return _tearoom(info).listening

    @strawberry.field
    def spilled(self) -> int:
        raise RuntimeError(SECRET)


@strawberry.type
class TeaMutation:
    @strawberry.mutation
    async def order(
        self, info: Info, cups: int, locale: str | None = None
    ) -> Annotated[Order | Problem, strawberry.union("OrderResult")]:
        info.context.call.speak(locale)
        try:
            count = order({"cups": cups})
        except RuleError as error:
            return Problem.of(info.context.call, error)
        return Order(cups=[Cup(tea="green", sugar=number) for number in range(count)])

    @strawberry.mutation
    def order_plainly(self, cups: int) -> int:
        """Let the refusal escape."""
        return order({"cups": cups})


@strawberry.type
class TeaSubscription:
    @strawberry.subscription
    async def count(self, info: Info, to: int, pause: float = 0.0) -> AsyncGenerator[int, None]:
        tearoom = _tearoom(info)
        tearoom.listening += 1
        try:
            for number in range(1, to + 1):
                yield number
                await asyncio.sleep(pause)
        finally:
            tearoom.listening -= 1

    @strawberry.subscription
    async def spill(self) -> AsyncGenerator[int, None]:
        yield 1
        raise RuntimeError(SECRET)


SERVICE = Service(
    name="tea",
    router=router,
    lifespan=lifespan,
    hot={("POST", "/v1/orders"): hot_order, ("POST", "/v1/break"): hot_break},
    query=TeaQuery,
    mutation=TeaMutation,
    subscription=TeaSubscription,
    roomy=frozenset({"/v1/slow-orders"}),
)
