"""Two worlds: the same service twice, each with a database, a Redis and a dealer of its own."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from graphql import build_client_schema, get_introspection_query
from sqlalchemy import select

from majokko_cards import main
from majokko_cards.tables import EVENTS
from majokko_cards.wiring import Parts
from majokko_kit import app, redis_client
from majokko_kit.database import Database
from tests.services.cards.interference.dealer import CountedFairness, Dealer
from tests.services.cards.interference.documents import Documents
from tests.services.cards.interference.fate import Fate
from tests.services.cards.interference.wire import Wire
from tests.support.serving import settings_in


@dataclass(frozen=True)
class House:
    """One world. `fate` is that of all worlds; only the dealer and who plays tell them apart."""

    world: int
    fate: Fate
    wire: Wire
    dealer: Dealer
    documents: Documents
    database: Database

    async def log(self, session: str) -> list[tuple[int, int]]:
        """Return the numbers of a session's events, each with the version that it belongs to."""
        asked = select(EVENTS.c.seq, EVENTS.c.data).where(EVENTS.c.subject == session)
        async with self.database.reading() as sql:
            found = await sql.execute(asked.order_by(EVENTS.c.seq))
            return [(seq, data["version"]) for seq, data in found]


@asynccontextmanager
async def house(world: int, fate: Fate, var: Path, redis_url: str) -> AsyncIterator[House]:
    dealer = Dealer()
    served = main.service(Parts(fairness=CountedFairness))
    built = app.build([served], settings_in(var, redis_url=redis_url))
    async with (
        built.api.router.lifespan_context(built.api),
        redis_client.client(redis_url) as redis,
        dealer.worker(redis),
    ):
        wire = Wire(built)
        documents = await _documents(wire)
        database = built.api.state.databases["cards"]
        yield House(world, fate, wire, dealer, documents, database)


async def _documents(wire: Wire) -> Documents:
    query = get_introspection_query(descriptions=False)
    answer = await wire.ask("POST", "/graphql", {"query": query})
    return Documents(build_client_schema(answer.json()["data"]))
