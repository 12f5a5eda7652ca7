"""Joins the dice service to the kit: what it exports, and `uvicorn --factory` starts it alone."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from fastapi import APIRouter

from majokko_dice import proofs, routes
from majokko_dice.chapters import CHAPTERS
from majokko_dice.checks import operations as checks
from majokko_dice.deps import Dice
from majokko_dice.draws import operations as draws
from majokko_dice.draws.forgetting import closing_forgotten
from majokko_dice.fairness import operations as fairness
from majokko_dice.graphql import DiceMutation, DiceQuery
from majokko_dice.graphql_systems import CHECK_VALUE, OUTCOMES, CheckValue
from majokko_dice.rolls import operations as rolls
from majokko_dice.rooms import operations as rooms
from majokko_dice.tables import METADATA, SERVICE
from majokko_dice.wiring import Surprises, dice_of, outbox_of
from majokko_dice.worker import served
from majokko_kit import app
from majokko_kit.bus import Bus
from majokko_kit.bus.relay import Relay
from majokko_kit.service import Kit, Service
from majokko_kit.settings import Settings
from majokko_kit.tasks import background, ended

OPERATIONS = (
    *rooms.OPERATIONS,
    *fairness.OPERATIONS,
    *draws.OPERATIONS,
    *rolls.OPERATIONS,
    *checks.OPERATIONS,
)


def service(surprises: Surprises | None = None) -> Service:
    """What this service exports to whoever builds an application."""
    router = APIRouter(routes=[*routes.router.routes, *proofs.router.routes])

    @asynccontextmanager
    async def lifespan(kit: Kit) -> AsyncIterator[Dice]:
        outbox = outbox_of(kit.settings)
        relay = Relay(kit.redis, kit.database, SERVICE, outbox)
        async with Bus(kit.redis) as bus:
            dice = dice_of(kit, outbox, bus, surprises or Surprises())
            life = kit.settings.stream_life
            forgetting = background(closing_forgotten(dice.takings, life), "close old streams")
            async with served(dice, kit.redis), relay:
                try:
                    yield dice
                finally:
                    await ended([forgetting])

    return Service(
        name="dice",
        about="Rolls, checks, exact odds, and receipts that anybody can check.",
        chapters=CHAPTERS,
        port=8001,
        router=router,
        lifespan=lifespan,
        query=DiceQuery,
        mutation=DiceMutation,
        types=OUTCOMES,
        scalars={CheckValue: CHECK_VALUE},
        hot=routes.HOT,
        roomy=routes.ROOMY,
        tables=METADATA,
        migrations=Path(__file__).parent / "migrations",
        operations=OPERATIONS,
        followings=rooms.FOLLOWINGS,
    )


def create_app() -> app.Application:
    """Build this service alone: `uvicorn --factory majokko_dice.main:create_app`."""
    return app.build([service()], Settings(), title="Majokko dice")
