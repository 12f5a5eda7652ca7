"""Reads and writes streams, what was contributed to them, and what they drew."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import bindparam, func, null, select, tuple_
from sqlalchemy.ext.asyncio import AsyncConnection

from majokko_dice.fairness.ports import Contributed, Entry, Logged, Origin, Stream
from majokko_dice.tables import CONTRIBUTIONS, DRAWS, STREAMS
from majokko_kit.database import Connection, Write
from majokko_rules.fairness.drawing import StreamName

_BATCH = 200  # draws that are in memory together; each may have thousands of dice

_STATE = [STREAMS.c[name] for name in Stream.__slots__ if name != "origin"]
COLUMNS = [STREAMS.c[name] for name in ("tenant", "id", "index", "epoch")] + _STATE
"""What `read` reads."""

FOR_DRAWING = [null() if each is STREAMS.c.receipt else each for each in COLUMNS]
"""The same without the receipt, which no draw needs, and which takes a while to read."""

_HERE = (STREAMS.c.id == bindparam("stream"), STREAMS.c.index == bindparam("number"))
_LIVE = (
    select(*COLUMNS)
    .where(STREAMS.c.id == bindparam("stream"), STREAMS.c.state != "closed")
    .order_by(STREAMS.c.index.desc())
    .limit(1)
)
_OF_OWNER = (
    select(*COLUMNS)
    .where(STREAMS.c.owner == bindparam("owner"))
    .order_by(STREAMS.c.hidden, STREAMS.c.index)
)
_UNTOLD = _OF_OWNER.where(STREAMS.c.closing.is_(None))
_later = STREAMS.alias("later")
_LAST_OF_OWNER = _OF_OWNER.where(
    STREAMS.c.index
    == select(func.max(_later.c.index)).where(_later.c.id == STREAMS.c.id).scalar_subquery()
)
_EVERY = (
    select(*COLUMNS)
    .where(STREAMS.c.tenant == bindparam("tenant"), STREAMS.c.id == bindparam("stream"))
    .order_by(STREAMS.c.index.desc())
)
_BEFORE = _EVERY.where(STREAMS.c.index < bindparam("number")).limit(bindparam("most"))
_ONE = _EVERY.where(STREAMS.c.index == bindparam("number"))
_LAST_TOLD = _EVERY.where(STREAMS.c.closing.is_not(None)).limit(1)
_OPEN = STREAMS.update().where(*_HERE).values(state="open", opened_at=bindparam("at"))
_OPENED = _OPEN.values(head=bindparam("start"))
_DRAW = Write.insert(DRAWS)
_ADVANCED = Write(
    STREAMS.update()
    .where(*_HERE, STREAMS.c.nonce == bindparam("before"), STREAMS.c.state == "open")
    .values(nonce=bindparam("after"), head=bindparam("link"), faces=bindparam("shown")),
    exact=True,  # else somebody else drew from this stream, or closed it
)
_CLOSED = (
    STREAMS.update()
    .where(*_HERE, STREAMS.c.state != "closed")
    .values(state="closed", closing=bindparam("bound"), closed_at=bindparam("at"))
)
_TOLD = STREAMS.update().where(*_HERE).values(closing=bindparam("bound"))
_GIVEN = (
    select(*(CONTRIBUTIONS.c[name] for name in Contributed.__slots__))
    .where(
        CONTRIBUTIONS.c.stream == bindparam("stream"),
        CONTRIBUTIONS.c.index == bindparam("number"),
    )
    .order_by(CONTRIBUTIONS.c.place)
)
_GIVEN_TO_ALL = (
    select(
        CONTRIBUTIONS.c.stream,
        CONTRIBUTIONS.c.index,
        *(CONTRIBUTIONS.c[name] for name in Contributed.__slots__),
    )
    .where(
        tuple_(CONTRIBUTIONS.c.stream, CONTRIBUTIONS.c.index).in_(
            bindparam("streams", expanding=True)
        )
    )
    .order_by(CONTRIBUTIONS.c.stream, CONTRIBUTIONS.c.index, CONTRIBUTIONS.c.place)
)
_DRAWN = (
    select(*(DRAWS.c[name] for name in Logged.__slots__ if name != "secret"))
    .where(
        DRAWS.c.stream == bindparam("stream"),
        DRAWS.c.index == bindparam("number"),
        DRAWS.c.nonce >= bindparam("first"),
    )
    .order_by(DRAWS.c.nonce)
    .limit(_BATCH)
)
_DECKS = select(DRAWS.c.deck).where(
    DRAWS.c.stream == bindparam("stream"),
    DRAWS.c.index == bindparam("number"),
    DRAWS.c.deck.is_not(None),
)
_BOUNDS = _DRAWN.with_only_columns(DRAWS.c.nonce, DRAWS.c.bounds)

Given = dict[tuple[str, int], list[Contributed]]


async def add(sql: AsyncConnection, stream: Stream) -> None:
    state = {name: getattr(stream, name) for name in Stream.__slots__ if name != "origin"}
    name = stream.origin.name
    origin = {"id": name.stream, "index": name.index, "tenant": name.tenant}
    await sql.execute(STREAMS.insert(), {**origin, "epoch": stream.origin.epoch, **state})


async def live(sql: AsyncConnection, stream: str) -> Stream | None:
    """Return the one of a stream's indices that is committed or open."""
    found = (await sql.execute(_LIVE, {"stream": stream})).one_or_none()
    return None if found is None else read(found)


async def untold(sql: AsyncConnection, owner: str) -> Sequence[Stream]:
    """Return the streams of a room whose closing nobody knows, the public one first."""
    return [read(row) for row in await sql.execute(_UNTOLD, {"owner": owner})]


async def last_of_owner(sql: AsyncConnection, owner: str) -> Sequence[Stream]:
    """Return the last index of each stream of a room, the public one first."""
    return [read(row) for row in await sql.execute(_LAST_OF_OWNER, {"owner": owner})]


async def before(
    sql: AsyncConnection, tenant: str, stream: str, index: int, limit: int
) -> Sequence[Stream]:
    """Return streams under one id that came before `index`, the last one first."""
    asked = {"tenant": tenant, "stream": stream, "number": index, "most": limit}
    return [read(row) for row in await sql.execute(_BEFORE, asked)]


async def one(sql: AsyncConnection, tenant: str, stream: str, index: int) -> Stream | None:
    asked = {"tenant": tenant, "stream": stream, "number": index}
    found = (await sql.execute(_ONE, asked)).one_or_none()
    return None if found is None else read(found)


async def last_told(sql: AsyncConnection, tenant: str, stream: str) -> Stream | None:
    """Return the last of the streams under one id whose closing is known."""
    asked = {"tenant": tenant, "stream": stream}
    found = (await sql.execute(_LAST_TOLD, asked)).one_or_none()
    return None if found is None else read(found)


async def given(sql: AsyncConnection, stream: Stream) -> list[Contributed]:
    """Return what was contributed to a stream, in the order in which it was accepted."""
    return [Contributed(*row) for row in await sql.execute(_GIVEN, _at(stream))]


async def given_to_all(sql: AsyncConnection, streams: Sequence[Stream]) -> Given:
    """Return what was contributed to each of some streams."""
    found: Given = {}
    asked = {"streams": [(stream.id, stream.index) for stream in streams]}
    for stream, index, *contributed in await sql.execute(_GIVEN_TO_ALL, asked):
        found.setdefault((stream, index), []).append(Contributed(*contributed))
    return found


async def give(sql: AsyncConnection, stream: Stream, place: int, added: Contributed) -> None:
    row = {name: getattr(added, name) for name in Contributed.__slots__}
    where = {"stream": stream.id, "index": stream.index, "place": place}
    await sql.execute(CONTRIBUTIONS.insert(), {**where, **row})


async def open_(sql: AsyncConnection, stream: Stream, at: int, genesis: str) -> None:
    await sql.execute(_OPENED, {**_at(stream), "at": at, "start": genesis})


def record(sql: Connection, before: Stream, after: Stream, entry: Entry) -> None:
    """Write down a draw, and that the stream has moved on by it."""
    row = {
        "stream": before.id,
        "index": before.index,
        "nonce": before.nonce,
        "purpose": entry.purpose,
        "request": entry.request,
        "bounds": list(entry.bounds),
        "values": None if entry.values is None else list(entry.values),
        "head": after.head,
        "deck": entry.deck,
    }
    sql.later(_DRAW, row)
    moved = {"before": before.nonce, "after": after.nonce, "link": after.head}
    sql.later(_ADVANCED, {**_at(before), **moved, "shown": after.faces})


async def close(sql: AsyncConnection, stream: Stream, at: int, closing: str | None) -> None:
    done = await sql.execute(_CLOSED, {**_at(stream), "at": at, "bound": closing})
    assert done.rowcount == 1, "closed before"


async def tell_closing(sql: AsyncConnection, stream: Stream, closing: str) -> None:
    await sql.execute(_TOLD, {**_at(stream), "bound": closing})


async def bounds(sql: AsyncConnection, stream: Stream, first: int) -> Sequence[Sequence[int]]:
    """Return the bounds of some draws that a stream counts, from nonce `first` on."""
    found = await sql.execute(_BOUNDS, {**_at(stream), "first": first})
    return [bounds for nonce, bounds in found if nonce < stream.nonce]


async def batch(sql: AsyncConnection, stream: Stream, first: int) -> list[Logged]:
    """Return some draws of a stream, from nonce `first` on."""
    found = await sql.execute(_DRAWN, {**_at(stream), "first": first})
    return [
        Logged(
            nonce,
            purpose,
            request,
            tuple(bounds),
            None if values is None else tuple(values),
            head,
            deck,
            secret=stream.hidden or values is None,
        )
        for nonce, purpose, request, bounds, values, head, deck in found
    ]


async def decks(sql: AsyncConnection, stream: Stream) -> Sequence[str]:
    """Return the ids of the decks that a stream has dealt."""
    found = await sql.execute(_DECKS, _at(stream))
    return [deck["id"] for deck in found.scalars()]


def _at(stream: Stream) -> dict[str, Any]:
    return {"stream": stream.id, "number": stream.index}


def read(row: Sequence[Any]) -> Stream:
    tenant, name, index, epoch, *state = row
    return Stream(Origin(StreamName(tenant, name, index), epoch), *state)
