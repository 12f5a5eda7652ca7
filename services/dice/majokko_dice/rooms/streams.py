"""The streams of rooms: committed, contributed to, opened by their first draw, closed, replaced.

A room has two at a time: one that everybody sees, and one for what is rolled in secret, whose id
ends in `-s`. A stream that has given enough is closed, and the next one is committed in the same
transaction: its commitment is always older than its first draw. What the secret ones gave comes
out when the room closes, never before.
"""

from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy.ext.asyncio import AsyncConnection

from majokko_dice.fairness import store
from majokko_dice.fairness.ports import (
    Contributed,
    Entry,
    Ledger,
    Linked,
    Opened,
    Origin,
    Stream,
    Turn,
)
from majokko_dice.ports import Sealer
from majokko_dice.rooms.closings import Closings, closing_of, ending, held
from majokko_dice.rooms.ports import Holder, Room
from majokko_kit.clock import rfc3339
from majokko_kit.database import Fact, Work
from majokko_kit.refusals import PreconditionFailed, StreamClosed
from majokko_rules.fairness.drawing import Contribution, StreamName

HIDDEN = "-s"
"""What the id of a secret stream ends in."""

SERVER = "server"
"""The label of what the server contributes; those of members begin with `mem_`."""

_NONE: Closings = {}
_REMEMBERED = 2048
_DAY = len("2026-11-30")


NEVER = 2**62
"""Milliseconds that do not pass."""


@dataclass(frozen=True, slots=True)
class Rotation:
    """When a stream has given enough: draws, dice, or milliseconds since it was opened.

    Only the first counts for secret ones: the others would tell how many dice were thrown in
    secret, and would close a stream that only the end of the room may reveal.
    """

    draws: int = 10_000
    faces: int = 500_000
    life: int = 24 * 60 * 60 * 1000

    def is_due(self, stream: Stream, at: int) -> bool:
        if stream.nonce >= self.draws:
            return True
        if stream.hidden or stream.opened_at is None:
            return False
        return stream.faces >= self.faces or at - stream.opened_at >= self.life


UNTIL_CLOSED = Rotation(draws=NEVER, faces=NEVER, life=NEVER)
"""A stream with hidden decks is never replaced: that would tell their order."""


@dataclass(frozen=True, slots=True)
class Recorded:
    """Where a draw stands; `hidden` is the commitment of a secret one.

    `committed` is the stream that comes next, if this draw was the last of its own.
    """

    stream: str
    index: int
    nonce: int
    head: str
    hidden: str | None
    committed: Stream | None


@dataclass(slots=True)
class Drawing:
    """An open stream, ready for one draw."""

    streams: "Streams"
    seat: Holder
    stream: Stream
    opened: Opened

    @property
    def head(self) -> str:
        assert self.stream.head is not None, "not open"
        return self.stream.head

    def turn(self, purpose: str) -> Turn:
        return self.opened.turn(self.stream.nonce, purpose)

    async def record(self, turn: Turn, request: str) -> Recorded:
        """Write the draw down; it is spent, whatever comes of it."""
        return await self.streams.record(self, turn, request)

    def salt(self) -> str:
        """What opens the next draw, which is secret; for those who may see it."""
        return self.opened.salt(self.stream.nonce)


class Streams:
    """Draws for rooms, and from streams without one. Whoever calls holds the lock on theirs."""

    def __init__(self, ledger: Ledger, sealer: Sealer, rotation: Rotation) -> None:
        self._ledger = ledger
        self._sealer = sealer
        self._rotation = rotation
        self._known: OrderedDict[tuple[str, int], Opened] = OrderedDict()

    async def begin(self, work: Work, room: Room) -> tuple[Stream, Stream]:
        """Commit the first two streams of a room."""
        public = StreamName(room.tenant, room.stream, 0)
        secret = StreamName(room.tenant, room.stream + HIDDEN, 0)
        return await self.commit(work, room.id, public), await self.commit(work, room.id, secret)

    async def commit(self, work: Work, owner: str, name: StreamName) -> Stream:
        """Begin a stream: publish what binds its seed."""
        origin = Origin(name, rfc3339(work.at)[:_DAY])
        commitment = self._ledger.commitment(origin)
        stream = Stream(
            origin,
            owner,
            hidden=name.stream.endswith(HIDDEN),
            commitment=commitment,
            state="committed",
            nonce=0,
            faces=0,
            head=None,
            closing=None,
            receipt=await self._sealer.seal(_promise(name, commitment)),
            created_at=work.at,
            opened_at=None,
            closed_at=None,
        )
        await store.add(work.sql, stream)
        return stream

    async def current(
        self, seat: Holder, *, hidden: bool = False, at_hand: Stream | None = None
    ) -> Drawing:
        """Return the stream to draw from; one that was only committed is opened by this.

        It need not be read if it is `at_hand`, and has not changed since.

        Raises StreamClosed.
        """
        stream = at_hand or await store.live(seat.work.sql, seat.stream + HIDDEN * hidden)
        if stream is None:
            raise StreamClosed("closed")
        if stream.state == "committed":
            return await self._open(seat, stream)
        if stream.opened_at == seat.work.at:  # maybe by this very transaction, which may fail
            return Drawing(self, seat, stream, await self._worked_out(seat.work.sql, stream))
        return Drawing(self, seat, stream, await self.opened(seat.work.sql, stream))

    async def record(self, drawing: Drawing, turn: Turn, request: str) -> Recorded:
        """Write a draw down as its stream links them."""
        entry = Entry(turn.purpose, request, turn.bounds, turn.values)
        return await self.enter(drawing, entry, _linked(drawing, turn, request))

    async def enter(self, drawing: Drawing, entry: Entry, linked: Linked) -> Recorded:
        """Write a draw down that is linked, and close the stream if that was enough."""
        before, seat = drawing.stream, drawing.seat
        faces = before.faces + len(entry.bounds)
        after = replace(before, nonce=before.nonce + 1, head=linked.head, faces=faces)
        store.record(seat.work.sql, before, after, entry)
        drawing.stream = after
        due = self._rotation.is_due(after, seat.work.at)
        committed = await self._rotate(seat, after, drawing.opened) if due else None
        name = before.origin.name
        return Recorded(
            name.stream, name.index, before.nonce, linked.head, linked.hidden, committed
        )

    async def contribute(self, seat: Holder, commitment: str, seed: str) -> Stream:
        """Add a member's seed to the stream whose commitment she has seen.

        Raises PreconditionFailed, StreamClosed, InvalidValue.
        """
        contribution = Contribution(seat.label, seed)
        stream = await self._named(seat, commitment)
        if stream.state != "committed":
            raise StreamClosed("already_open")
        given = await store.given(seat.work.sql, stream)
        if any(each.label == seat.label for each in given):
            raise StreamClosed("contributed")
        added = Contributed(contribution.label, contribution.seed, "client")
        await store.give(seat.work.sql, stream, len(given), added)
        place = {"stream": stream.id, "index": stream.index}
        seat.tell(Fact("stream.contributed", {**place, "member": seat.label}))
        return stream

    async def rotate(self, seat: Holder) -> Stream:
        """Close the public stream and commit the next one, which is returned.

        One that has drawn nothing stays: there is nothing to check, and it serves as the next.

        Raises StreamClosed.
        """
        stream = await store.live(seat.work.sql, seat.stream)
        if stream is None:
            raise StreamClosed("closed")
        if stream.nonce == 0:
            return stream
        return await self._rotate(seat, stream, await self.opened(seat.work.sql, stream))

    async def close(self, seat: Holder, known: Closings = _NONE) -> None:
        """Close every stream of a room for ever, and tell what was kept back of the secret ones.

        Closings that are not `known` are worked out while the room waits.
        """
        sql = seat.work.sql
        for stream in await store.untold(sql, seat.owner):
            opened = await self.opened(sql, stream)
            closing = known.get(ending(stream)) or await closing_of(opened, stream, held(sql))
            if stream.state == "closed":
                await store.tell_closing(sql, stream, closing)
            else:
                await store.close(sql, stream, seat.work.at, closing)
            seat.tell(_closed(opened, stream, closing))

    async def opened(self, sql: AsyncConnection, stream: Stream) -> Opened:
        """Return what a stream draws with, the way its contributions stand now."""
        key = (stream.id, stream.index)
        if known := self._known.get(key):
            self._known.move_to_end(key)
            return known
        opened = await self._worked_out(sql, stream)
        if stream.state != "committed":  # what may still change is not remembered
            self._known[key] = opened
            if len(self._known) > _REMEMBERED:
                self._known.popitem(last=False)
        return opened

    async def _worked_out(self, sql: AsyncConnection, stream: Stream) -> Opened:
        given = await store.given(sql, stream)
        return self._ledger.opened(stream.origin, _contributions(given))

    async def _open(self, seat: Holder, committed: Stream) -> Drawing:
        """Freeze what was contributed; where that is nothing, the server adds something.

        Nothing is remembered yet: if this transaction fails, more may be contributed.
        """
        work = seat.work
        given = await store.given(work.sql, committed)
        if not given:
            given = [Contributed(SERVER, self._ledger.own_seed(), "server")]
            await store.give(work.sql, committed, 0, given[0])
        opened = self._ledger.opened(committed.origin, _contributions(given))
        await store.open_(work.sql, committed, work.at, opened.genesis)
        stream = replace(committed, state="open", head=opened.genesis, opened_at=work.at)
        seat.tell(_opened(stream, given))
        return Drawing(self, seat, stream, opened)

    async def _rotate(self, seat: Holder, stream: Stream, opened: Opened) -> Stream:
        sql = seat.work.sql
        closing = None if stream.hidden else await closing_of(opened, stream, held(sql))
        await store.close(sql, stream, seat.work.at, closing)
        seat.tell(_closed(opened, stream, closing))
        following = replace(stream.origin.name, index=stream.index + 1)
        committed = await self.commit(seat.work, stream.owner, following)
        seat.tell(_committed(committed))
        return committed

    async def _named(self, seat: Holder, commitment: str) -> Stream:
        for hidden in (False, True):
            stream = await store.live(seat.work.sql, seat.stream + HIDDEN * hidden)
            if stream and stream.commitment == commitment:
                return stream
        raise PreconditionFailed("stale")


def _contributions(given: list[Contributed]) -> list[Contribution]:
    return [Contribution(each.label, each.seed) for each in given]


def _linked(drawing: Drawing, turn: Turn, request: str) -> Linked:
    opened = drawing.opened
    link = opened.link_secret if drawing.stream.hidden else opened.link
    return link(drawing.head, turn, request)


def _promise(name: StreamName, commitment: str) -> Mapping[str, object]:
    """What we swear to when a stream begins; it is dated when it is sealed."""
    return {
        "id": name.stream,
        "tenant": name.tenant,
        "scheme": "pf1",
        "index": name.index,
        "commitment": commitment,
    }


def _place(stream: Stream) -> dict[str, Any]:
    return {"stream": stream.id, "index": stream.index}


def _committed(stream: Stream) -> Fact:
    told = {"commitment": stream.commitment, "receipt": stream.receipt}
    return Fact("stream.committed", {**_place(stream), **told})


def _opened(stream: Stream, given: list[Contributed]) -> Fact:
    seeds = [{"label": each.label, "seed": each.seed} for each in given]
    told = {"client_seed_source": given[0].source, "client_seeds": seeds, "head": stream.head}
    return Fact("stream.opened", {**_place(stream), **told})


def _closed(opened: Opened, stream: Stream, closing: str | None) -> Fact:
    head = stream.head or opened.genesis
    told = {"draws": stream.nonce, "head": head, "closing": closing}
    return Fact("stream.closed", {**_place(stream), **told})
