"""What other services ask of streams and seats besides dice."""

import re

from majokko_contracts.ids import PATTERN
from majokko_contracts.throws import HEX, CloseStream, FindSeat, TakeStream
from majokko_dice.draws import store
from majokko_dice.draws.own import closed
from majokko_dice.draws.ports import Hand, Since
from majokko_dice.fairness import store as ledgers
from majokko_dice.fairness.ports import Stream
from majokko_dice.rooms.ports import Look
from majokko_dice.rooms.seats import Seats
from majokko_dice.rooms.streams import Streams
from majokko_kit.database import Database, Work
from majokko_kit.refusals import NotFound, StreamClosed

_ID, _HEX = re.compile(PATTERN), re.compile(HEX)


class Takings:
    """Each may be asked again, and is answered the same; `streams` are those without a room."""

    def __init__(self, database: Database, seats: Seats, streams: Streams) -> None:
        self._database = database
        self._seats = seats
        self._streams = streams

    async def seat(self, asked: FindSeat) -> tuple[Look, Stream]:
        """Return a member in her room, and its public stream.

        Raises NotFound, TokenMissing.
        """
        if not _ID.fullmatch(asked.room):
            raise NotFound("thing", pointer="/room")
        token = bytes.fromhex(asked.token)
        async with self._seats.looking(asked.room, asked.tenant, token) as look:
            public, _ = await ledgers.last_of_owner(look.sql, look.room.id)
            return look, public

    async def take(self, asked: TakeStream) -> Stream:
        """Keep a stream for one thing.

        Raises NotFound, StreamClosed.
        """
        if not _HEX.fullmatch(asked.commitment):
            raise NotFound("thing", pointer="/commitment")
        token = None if asked.token is None else bytes.fromhex(asked.token)
        async with self._database.work() as work:
            own = await store.by_commitment(work.sql, asked.tenant, asked.commitment, token)
            if own is None:
                raise NotFound("thing", pointer="/commitment")
            if own.reference not in (None, asked.reference):
                raise StreamClosed("taken", pointer="/commitment")
            stream = await ledgers.live(work.sql, own.id)
            if stream is None:
                raise StreamClosed("closed", pointer="/commitment")
            await store.take(work.sql, own.id, asked.reference, work.at)
            return stream

    async def close(self, asked: CloseStream) -> Stream:
        """Close the stream of something that has ended, whether it took or began it.

        Raises NotFound.
        """
        async with self._database.work() as work:
            own = await store.by_reference(work.sql, asked.tenant, asked.stream, asked.reference)
            if own is None:
                raise NotFound("thing", pointer="/stream")
            return await closed(self._streams, Hand(work, own.id), own)

    async def close_forgotten(self, since: Since, most: int) -> int:
        """Close streams that nobody has used since; return how many there were."""
        async with self._database.reading() as sql:
            found = await store.forgotten(sql, since, most)
        for stream in found:
            async with self._database.work() as work:
                await self._close_forgotten(work, stream, since)
        return len(found)

    async def _close_forgotten(self, work: Work, stream: str, since: Since) -> None:
        own = await store.still_forgotten(work.sql, stream, since)
        if own is not None:
            await closed(self._streams, Hand(work, own.id), own)
