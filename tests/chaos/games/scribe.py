"""A service of somebody else: it follows card games, and notes each that has ended."""

import asyncio
import sqlite3
from collections.abc import Mapping, Sequence
from contextlib import AsyncExitStack, closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import orjson
from sqlalchemy import Column, Integer, MetaData, String, Table, Text

from majokko_contracts.card_events import SessionEnded
from majokko_contracts.events import Event
from majokko_kit import redis_client
from majokko_kit.bus.consumer import Consumer
from majokko_kit.bus.following import Followed
from majokko_kit.database import Work, opened
from majokko_kit.database.inbox import Inbox, inbox_table, troubles_table
from tests.support.serving import settings_in

NAME = "scribe"
TYPES = (SessionEnded.type,)
TABLES = MetaData()
INBOX = inbox_table(NAME, TABLES)
TROUBLES = troubles_table(NAME, TABLES)
NOTES = Table(
    "scribe_notes",
    TABLES,
    Column("id", Integer, primary_key=True),
    Column("session", String(30), nullable=False),
    Column("told", Text, nullable=False),
)


@dataclass(frozen=True)
class Keeper:
    name: str = NAME
    tables: MetaData | None = TABLES
    migrations: Path | None = None


async def note(work: Work, event: Event, ended: SessionEnded) -> None:
    told = orjson.dumps({"id": event.id, "seq": event.seq, "data": ended.model_dump()})
    await work.sql.execute(NOTES.insert(), {"session": ended.session, "told": told.decode()})


def noted(var: Path) -> Mapping[str, Sequence[Mapping[str, Any]]]:
    """Return what was noted of each session."""
    if not (var / f"{NAME}.db").exists():
        return {}
    found: dict[str, list[Mapping[str, Any]]] = {}
    with closing(sqlite3.connect(var / f"{NAME}.db")) as database:
        for session, told in database.execute("SELECT session, told FROM scribe_notes"):
            found.setdefault(session, []).append(orjson.loads(told))
    return found


async def follow(url: str, var: Path) -> None:
    async with AsyncExitStack() as stack:
        database = await stack.enter_async_context(opened(settings_in(var), Keeper()))
        assert database
        redis = await stack.enter_async_context(redis_client.client(url))
        inbox, followed = Inbox(INBOX, TROUBLES, "cards"), [Followed(SessionEnded, note)]
        await stack.enter_async_context(Consumer(redis, database, NAME, inbox, followed))
        await asyncio.Event().wait()


def main(url: str, var: Path) -> None:
    asyncio.run(follow(url, var))
