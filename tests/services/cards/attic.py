"""The cards service with what it keeps, so that it can be made old, and dice that can be told."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx

from majokko_cards import main as cards
from majokko_cards.deps import Cards
from majokko_cards.idle.rounds import GivingUp
from majokko_cards.tables import BOARDS, DEALS, SESSIONS
from majokko_cards.wiring import Parts
from majokko_contracts.throws import CloseStream
from majokko_dice import main as dice
from majokko_kit import app
from majokko_kit.bus import Bus
from majokko_kit.database import Database
from tests.services.cards.parlour import Guest, Parlour
from tests.support.databases import Changes
from tests.support.serving import settings_in

LIFE_MS = 30 * 24 * 60 * 60 * 1000
JUST_BEFORE = LIFE_MS - 60_000
JUST_AFTER = LIFE_MS + 60_000

_AGING = ((SESSIONS, "changed_at"), (BOARDS, "created_at"), (DEALS, "at"))


@dataclass(frozen=True)
class Attic:
    parlour: Parlour
    database: Database
    cards: Cards
    bus: Bus

    @property
    def giving_up(self) -> GivingUp:
        return self.cards.giving_up

    async def age(self, milliseconds: int) -> None:
        """Let everything have happened so long before."""
        async with self.database.work() as work:
            for table, column in _AGING:
                older = table.c[column] - milliseconds
                await work.sql.execute(table.update().values({column: older}))

    async def close(self, guest: Guest) -> None:
        """Have dice close the stream of a session, as they do with what they have forgotten."""
        asked = CloseStream(
            tenant="default", stream=guest.made["stream"], reference=guest.made["id"]
        )
        await self.bus.ask(asked, timeout=20)


@asynccontextmanager
async def open_attic(
    var: Path, database: Changes, parts: Parts | None = None
) -> AsyncIterator[Attic]:
    settings = settings_in(var, limit_quota=1_000_000, **database)
    built = app.build([cards.service(parts), dice.service()], settings)
    transport = httpx.ASGITransport(built)
    async with (
        built.api.router.lifespan_context(built.api),
        httpx.AsyncClient(transport=transport, base_url="http://majokko.test") as client,
        Bus(built.api.state.redis) as bus,
    ):
        state = built.api.state
        yield Attic(Parlour(client), state.databases["cards"], state.cards, bus)
