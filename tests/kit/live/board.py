"""A small service with something to follow: boards, on which anybody pins notices."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

import strawberry
from fastapi import APIRouter
from sqlalchemy import Column, Integer, MetaData, String, Table, bindparam, select

from majokko_kit import app
from majokko_kit.clock import rfc3339
from majokko_kit.database import Event, EventLog, Fact
from majokko_kit.database.events import event_table
from majokko_kit.live import Feed, Following, Gone, Item, Reading, Since
from majokko_kit.live.feed import PACE, Pace
from majokko_kit.live.items import cursor, place
from majokko_kit.operations import Asked, Nothing
from majokko_kit.refusals import NotFound
from majokko_kit.service import Kit, Service
from tests.support.databases import Changes
from tests.support.serving import settings_in

METADATA = MetaData()
BOARDS = Table(
    "board_boards",
    METADATA,
    Column("id", String(64), primary_key=True),
    Column("seq", Integer, nullable=False),
)
EVENTS = event_table("board", METADATA)
BROKEN = "a secret that no stream may quote"
GENERATION = 3

_LOCK = select(BOARDS.c.seq).where(BOARDS.c.id == bindparam("board")).with_for_update()
_SEEN = select(BOARDS.c.seq).where(BOARDS.c.id == bindparam("board"))
_COUNT = BOARDS.update().where(BOARDS.c.id == bindparam("board")).values(seq=bindparam("last"))


@dataclass(slots=True)
class Boards:
    """All boards; `reading` is how many look at the log right now, `broken` makes it fail."""

    kit: Kit
    pace: Pace = PACE
    batch: int = 10
    broken: bool = False
    banned: set[str] = field(default_factory=set)
    closed: set[str] = field(default_factory=set)
    log: EventLog = field(default_factory=lambda: EventLog(EVENTS))

    async def begin(self, board: str) -> None:
        async with self.kit.database.work() as work:
            await work.sql.execute(BOARDS.insert(), {"id": board, "seq": 0})

    async def pin(self, board: str, *texts: str) -> None:
        """Pin notices, all at once."""
        async with self.kit.database.work() as work:
            last = (await work.sql.execute(_LOCK, {"board": board})).scalar_one()
            facts = [Fact("notice.pinned", {"text": text}) for text in texts]
            last = await self.log.append(work, board, last, facts)
            await work.sql.execute(_COUNT, {"board": board, "last": last})

    async def follow(self, asked: Asked[Nothing]) -> Feed:
        board, since = asked.path["board"], asked.query
        assert isinstance(since, Since)
        source = _Board(self, board)
        snapshot = await source.snapshot("resync" if since.since else "snapshot")
        seq = place(since.since, board, GENERATION, snapshot.last)
        first = snapshot if seq is None else await source.after(seq)
        return Feed(source, first, self.kit.bell, "everybody", self.pace)


@dataclass(frozen=True, slots=True)
class _Board:
    boards: Boards
    subject: str

    async def snapshot(self, kind: str) -> Reading:
        async with self.boards.kit.database.reading() as sql:
            last = (await sql.execute(_SEEN, {"board": self.subject})).scalar_one_or_none()
        if last is None:
            raise NotFound("thing")
        here = cursor(self.subject, GENERATION, last)
        data = {"notices": last}
        item = Item(type=kind, subject=self.subject, data=data, seq=last, cursor=here)
        return self._reading([item], last, last)

    async def after(self, seq: int) -> Reading:
        boards = self.boards
        if self.subject in boards.banned:
            raise Gone("banned")
        if boards.broken:
            raise RuntimeError(BROKEN)
        async with boards.kit.database.reading() as sql:
            last = (await sql.execute(_SEEN, {"board": self.subject})).scalar_one()
            events = await boards.log.after(sql, self.subject, seq, boards.batch)
        items = [_item(event) for event in events]
        return self._reading(items, items[-1].seq or 0 if items else seq, last)

    def _reading(self, items: Sequence[Item], seq: int, last: int) -> Reading:
        over = "closed" if self.subject in self.boards.closed else None
        return Reading(items, seq, last, over)


def _item(event: Event) -> Item:
    return Item(
        type=event.type,
        subject=event.subject,
        data=event.data,
        id=event.id,
        at=rfc3339(event.at),
        seq=event.seq,
        cursor=cursor(event.subject, GENERATION, event.seq),
    )


@strawberry.type
class BoardQuery:
    @strawberry.field
    def anything(self) -> bool:
        return True


@asynccontextmanager
async def _lifespan(kit: Kit) -> AsyncIterator[Boards]:
    yield Boards(kit)


FOLLOW = Following(
    name="boardEvents",
    path="/v1/boards/{board}/events",
    summary="Follow a board",
    about="Tells what is pinned.",
    event="BoardEvent",
    example=Item(type="notice.pinned", subject="board_1", data={"text": "Hello"}, seq=1),
    open=lambda boards: boards.follow,
)
SERVICE = Service(
    name="board",
    router=APIRouter(),
    lifespan=_lifespan,
    query=BoardQuery,
    tables=METADATA,
    followings=(FOLLOW,),
)


@asynccontextmanager
async def open_boards(var: Path, changes: Changes) -> AsyncIterator[Boards]:
    """Start the service without serving it."""
    built = app.build([SERVICE], settings_in(var, **changes))
    async with built.api.router.lifespan_context(built.api):
        yield boards_of(built)


def boards_of(built: object) -> Boards:
    assert isinstance(built, app.Application)
    boards = built.api.state.board
    assert isinstance(boards, Boards)
    return boards
