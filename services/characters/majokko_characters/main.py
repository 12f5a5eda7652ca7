"""Joins the characters service to the kit: what it exports; `uvicorn --factory` starts it alone."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from majokko_characters import exports
from majokko_characters.deps import Characters
from majokko_characters.drafts import operations as drafts
from majokko_characters.forgetting import Forgetting
from majokko_characters.rulesets import operations as rulesets
from majokko_characters.sheets import operations as sheets
from majokko_characters.tables import METADATA, SERVICE
from majokko_characters.units import operations as units
from majokko_characters.wiring import MadeBy, characters_of, installed, outbox_of
from majokko_characters.worker import following, served
from majokko_kit import app
from majokko_kit.bus import Bus
from majokko_kit.bus.relay import Relay
from majokko_kit.service import Kit, Service
from majokko_kit.settings import Settings
from majokko_kit.tasks import background, ended

OPERATIONS = (
    *rulesets.OPERATIONS,
    *drafts.OPERATIONS,
    *sheets.OPERATIONS,
    *units.OPERATIONS,
)


def service(made_by: MadeBy = installed) -> Service:
    """What this service exports to whoever builds an application."""

    @asynccontextmanager
    async def lifespan(kit: Kit) -> AsyncIterator[Characters]:
        outbox = outbox_of(kit.settings)
        creations = made_by(kit.settings)
        async with Bus(kit.redis) as bus:
            characters = characters_of(kit, outbox, bus, creations)
            relay = Relay(kit.redis, kit.database, SERVICE, outbox)
            forgetting = Forgetting(kit.database, bus)
            hearing = following(characters, kit.redis, kit.database)
            async with served(characters, kit.redis), hearing, relay:
                task = background(forgetting.forever(), "forget drafts and characters")
                try:
                    yield characters
                finally:
                    await ended([task])

    return Service(
        name=SERVICE,
        about="Rulesets as data, drafts step by step, and the characters they become.",
        chapters={
            "rulesets": "The tables and settings that creations and card games read.",
            "drafts": "Creations step by step: what is offered, what it costs, what is still open.",
            "characters": "Characters: their sheets, marks in the game, history and files.",
        },
        port=8002,
        router=exports.router,
        lifespan=lifespan,
        roomy=frozenset({"/v1/characters/import"}),
        tables=METADATA,
        migrations=Path(__file__).parent / "migrations",
        operations=OPERATIONS,
    )


def create_app() -> app.Application:
    """Build this service alone: `uvicorn --factory majokko_characters.main:create_app`."""
    return app.build([service()], Settings(), title="Majokko characters")
