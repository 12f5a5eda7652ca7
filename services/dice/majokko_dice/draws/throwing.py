"""Throws dice for other services: once for each request, however often it is asked.

What is asked and what fell are written in the transaction of the draw, and kept as long as the
draw: whoever asks again after a day must not get other dice.
"""

from dataclasses import replace

from majokko_contracts.throws import DiceThrow
from majokko_dice.asking import read_roll
from majokko_dice.draws import requests, store
from majokko_dice.draws.ports import Hand, Thrown
from majokko_dice.draws.requests import FromStream, InRoom
from majokko_dice.ports import Sealer, Statement, Surroundings
from majokko_dice.rolls.making import Maker, Wanted, wanted
from majokko_dice.rolls.records import About
from majokko_dice.rooms import store as rooms
from majokko_dice.rooms.ports import PLAYING, Seat
from majokko_dice.rooms.seats import Seats
from majokko_dice.rooms.streams import Recorded, Streams
from majokko_kit.clock import rfc3339
from majokko_kit.database import Commands, Work
from majokko_kit.refusals import Forbidden, NotFound, RoomClosed
from majokko_rules.chance import Seeded


class Throws:
    """`commands` are remembered for ever; `streams` are those without a room."""

    def __init__(
        self,
        commands: Commands,
        room: "RoomDraws",
        streams: Streams,
        sealer: Sealer,
        surroundings: Surroundings,
    ) -> None:
        self._commands = commands
        self._room = room
        self._streams = streams
        self._sealer = sealer
        self._surroundings = surroundings

    async def throw(self, asked: DiceThrow, key: str) -> Thrown:
        """Throw dice; the same key and request give the same dice.

        Raises NotFound, Forbidden, RoomClosed, StreamClosed, InvalidValue, IdempotencyKeyReused.
        """
        at = requests.where(asked)
        if at is None:
            return await self._signed(asked, key)

        async def fall(work: Work) -> Thrown:
            if isinstance(at, InRoom):
                return await self._room.throw(work, asked, at)
            return await self._from_stream(work, asked, at)

        done = await self._commands.run(requests.command(asked, key), Thrown, fall)
        return done.answer

    async def _signed(self, asked: DiceThrow, key: str) -> Thrown:
        """Throw without a stream: the dice follow from key and request, and nothing is kept."""
        text = requests.text(asked)
        seed = self._surroundings.seed_of("throw", asked.tenant, key, asked.purpose, text)
        faces = list(Seeded(seed).throw(asked.count, asked.sides))
        roll = self._surroundings.id_of("rol", seed)
        dice = [[asked.sides, face] for face in faces]
        result = {"notation": requests.notation(asked), "total": sum(faces), "dice": dice}
        statement = _statement(asked, roll, {"source": "signed", "results": [result]})
        receipt = await self._sealer.seal(statement)
        return Thrown(faces=faces, source="signed", roll=roll, receipt=receipt)

    async def _from_stream(self, work: Work, asked: DiceThrow, at: FromStream) -> Thrown:
        own = await store.taken_by(work.sql, asked.tenant, at.stream, asked.reference)
        if own is None:
            raise NotFound("thing", pointer="/stream")
        drawing = await self._streams.current(Hand(work, own.id))
        turn = drawing.turn(asked.purpose)
        faces = list(turn.chance.throw(asked.count, asked.sides))
        place = await drawing.record(turn, requests.text(asked))
        await store.use(work.sql, own.id, work.at)
        roll = self._surroundings.new_id("rol")
        receipt = await self._sealer.seal(_statement(asked, roll, _stands(place, work.at)))
        return Thrown(
            faces=faces,
            source="committed",
            roll=roll,
            stream=place.stream,
            index=place.index,
            nonce=place.nonce,
            head=place.head,
            following=place.committed.commitment if place.committed else None,
            receipt=receipt,
        )


class RoomDraws:
    """Throws in a room: a roll like any other, but for what it is thrown for."""

    def __init__(self, seats: Seats, maker: Maker) -> None:
        self._seats = seats
        self._maker = maker

    async def throw(self, work: Work, asked: DiceThrow, at: InRoom) -> Thrown:
        seat = await _seat(work, asked.tenant, at)
        made = await self._maker.make(seat, _wanted(asked, at.label))
        await self._seats.settle(seat)
        roll = made.roll
        assert made.draw, "nobody threw by hand"
        return Thrown(
            faces=list(made.draw.values),
            source="committed",
            roll=roll.id,
            stream=roll.stream,
            index=roll.index,
            nonce=roll.nonce,
            head=roll.head,
            following=roll.about.following,
            receipt=roll.receipt,
        )


def _wanted(asked: DiceThrow, label: str | None) -> Wanted:
    read = read_roll({"notation": requests.notation(asked)})
    plain = wanted(read, About(reason=label))
    return replace(plain, request=requests.text(asked), purpose=asked.purpose)


async def _seat(work: Work, tenant: str, at: InRoom) -> Seat:
    """Sit down a member who was found in her room before; she may have left it since."""
    found = await rooms.locked_seat_of(work.sql, at.room, tenant, at.member)
    if found is None:
        raise NotFound("thing", pointer="/member")
    room, member, stream = found
    if member.role not in PLAYING:
        raise Forbidden("role", pointer="/member")
    if room.state == "closed":
        raise RoomClosed("closed", pointer="/room")
    return Seat(work, room, member, at_hand=stream)


def _statement(asked: DiceThrow, roll: str, said: Statement) -> Statement:
    """What we swear to."""
    return {
        "id": roll,
        "tenant": asked.tenant,
        "purpose": asked.purpose,
        "request": requests.text(asked),
        **said,
    }


def _stands(place: Recorded, at: int) -> Statement:
    return {
        "source": "committed",
        "stream": place.stream,
        "index": place.index,
        "nonce": place.nonce,
        "head": place.head,
        "at": rfc3339(at),
    }
