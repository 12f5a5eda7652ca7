"""Joins the cards service to the kit: what it exports; `uvicorn --factory` starts it alone."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from fastapi import APIRouter

from majokko_cards.boards import operations as boards
from majokko_cards.bots import operations as bots
from majokko_cards.deps import Cards
from majokko_cards.live import operations as live
from majokko_cards.replays import operations as replays
from majokko_cards.sessions import operations as sessions
from majokko_cards.tables import METADATA, SERVICE
from majokko_cards.talk import operations as talk
from majokko_cards.wiring import Parts, cards_of, outbox_of
from majokko_kit import app
from majokko_kit.bus import Bus
from majokko_kit.bus.relay import Relay
from majokko_kit.service import Kit, Service
from majokko_kit.settings import Settings

OPERATIONS = (
    *sessions.OPERATIONS,
    *live.OPERATIONS,
    *talk.OPERATIONS,
    *replays.OPERATIONS,
    *boards.OPERATIONS,
    *bots.OPERATIONS,
)


def service(parts: Parts | None = None) -> Service:
    """What this service exports to whoever builds an application."""

    @asynccontextmanager
    async def lifespan(kit: Kit) -> AsyncIterator[Cards]:
        outbox = outbox_of(kit.settings)
        async with Bus(kit.redis) as bus, Relay(kit.redis, kit.database, SERVICE, outbox):
            cards = cards_of(kit, outbox, bus, parts or Parts())
            timers, driver = cards.timers.running(), cards.driver.running()
            async with cards.closing.running(), cards.giving_up.running(), timers, driver:
                yield cards

    return Service(
        name=SERVICE,
        about="Card games at a table: humans and bots, each seeing only what they may.",
        chapters={
            "games": "Which card games there are.",
            "sessions": "Games at a table: what is played, and what each seat sees of it.",
            "sessions: seats": "Who sits at a table.",
            "sessions: pause, resume, time, votes": "What a table agrees upon while it plays.",
            "sessions: chat, notes, order": "What is said, and what one keeps in mind.",
            "sessions: replay, fork": "What can be done with a game that is over.",
            "replays": "How games went that are over, as documents and codes that can be checked.",
            "bots": "Who can be asked to sit down.",
            "boards": "One deck for several sessions, hidden until the last of them is over.",
        },
        port=8003,
        router=APIRouter(),
        lifespan=lifespan,
        roomy=frozenset({"/v1/replays/verify"}),
        tables=METADATA,
        migrations=Path(__file__).parent / "migrations",
        operations=OPERATIONS,
        followings=live.FOLLOWINGS,
    )


def create_app() -> app.Application:
    """Build this service alone: `uvicorn --factory majokko_cards.main:create_app`."""
    return app.build([service()], Settings(), title="Majokko cards")
