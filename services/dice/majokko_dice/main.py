"""Joins the dice service to the kit: what it exports, and `uvicorn --factory` starts it alone."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from majokko_dice import routes
from majokko_dice.graphql import DiceMutation, DiceQuery
from majokko_dice.graphql_systems import CHECK_VALUE, OUTCOMES, CheckValue
from majokko_dice.service import DiceService
from majokko_dice.tables import METADATA
from majokko_dice.worker import served
from majokko_kit import app, ids
from majokko_kit.receipts import KeyRing, Receipts
from majokko_kit.secret import Secret
from majokko_kit.service import Kit, Service
from majokko_kit.settings import Settings
from majokko_rules.chance import Chance, Entropy


class Surroundings:
    """Ids and seeds of one installation."""

    def __init__(self, secret: Secret) -> None:
        self.seed_of = secret.seed_of

    new_id = staticmethod(ids.new_id)
    id_of = staticmethod(ids.id_of)


def secret_of(settings: Settings) -> Secret:
    """Return the installation's secret; its first process makes one in `var`."""
    if settings.secret:
        return Secret.of(settings.secret.get_secret_value())
    return Secret.kept_in(settings.var)


def keys_of(settings: Settings) -> KeyRing:
    return KeyRing(secret_of(settings), settings.var / "keys")


def dice_service(settings: Settings, chance: Chance | None = None) -> DiceService:
    """Put the service together; tests hand in their own chance."""
    keys = keys_of(settings)
    surroundings = Surroundings(secret_of(settings))
    return DiceService(chance or Entropy(), Receipts(keys), keys, surroundings)


def service(chance: Callable[[], Chance] = Entropy) -> Service:
    """What this service exports to whoever builds an application."""

    @asynccontextmanager
    async def lifespan(kit: Kit) -> AsyncIterator[DiceService]:
        dice = dice_service(kit.settings, chance())
        async with served(dice, kit.redis):
            yield dice

    return Service(
        name="dice",
        about="Rolls, checks, exact odds, and receipts that anybody can check.",
        port=8001,
        router=routes.router,
        lifespan=lifespan,
        query=DiceQuery,
        mutation=DiceMutation,
        types=OUTCOMES,
        scalars={CheckValue: CHECK_VALUE},
        hot=routes.HOT,
        roomy=routes.ROOMY,
        tables=METADATA,
    )


def create_app() -> app.Application:
    """Build this service alone: `uvicorn --factory majokko_dice.main:create_app`."""
    return app.build([service()], Settings(), title="Majokko dice")
