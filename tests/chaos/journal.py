"""A service of somebody else: it follows what happens in rooms, and notes every roll."""

import asyncio
import sqlite3
import sys
from collections import Counter
from collections.abc import Mapping
from contextlib import AsyncExitStack, closing
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import Column, Integer, MetaData, String, Table

from majokko_contracts.dice_events import RollMade, RoomClosed
from majokko_contracts.events import Event
from majokko_kit import redis_client
from majokko_kit.bus.consumer import Consumer
from majokko_kit.bus.following import Followed
from majokko_kit.database import Work, opened
from majokko_kit.database.inbox import Inbox, inbox_table, troubles_table
from tests.support.serving import settings_in

NAME = "journal"
TABLES = MetaData()
INBOX = inbox_table(NAME, TABLES)
TROUBLES = troubles_table(NAME, TABLES)
NOTES = Table(
    "journal_notes",
    TABLES,
    Column("id", Integer, primary_key=True),
    Column("roll", String(30), nullable=False),
)


@dataclass(frozen=True)
class Keeper:
    name: str = NAME
    tables: MetaData | None = TABLES
    migrations: Path | None = None


async def note(work: Work, _: Event, made: RollMade) -> None:
    await work.sql.execute(NOTES.insert(), {"roll": made.roll})


async def hear(_: Work, __: Event, ___: RoomClosed) -> None:
    """There is nothing to note."""


def noted(var: Path) -> Mapping[str, int]:
    """Return how often each roll was noted."""
    with closing(sqlite3.connect(var / f"{NAME}.db")) as database:
        return Counter(roll for (roll,) in database.execute("SELECT roll FROM journal_notes"))


async def follow(url: str, var: Path) -> None:
    async with AsyncExitStack() as stack:
        database = await stack.enter_async_context(opened(settings_in(var), Keeper()))
        assert database
        redis = await stack.enter_async_context(redis_client.client(url))
        inbox = Inbox(INBOX, TROUBLES, "dice")
        followed = [Followed(RollMade, note), Followed(RoomClosed, hear)]
        await stack.enter_async_context(Consumer(redis, database, NAME, inbox, followed))
        await asyncio.Event().wait()


if __name__ == "__main__":
    asyncio.run(follow(sys.argv[1], Path(sys.argv[2])))
