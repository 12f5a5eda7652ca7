"""Makes rolls: draws from the room's stream, or takes faces that were thrown by hand.

A roll that only its dice could refuse has spent its draw all the same: otherwise whoever is refused
could ask the same words for something else, and would know what they are going to say.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from majokko_dice.asking import RollAsked
from majokko_dice.ports import Sealer, Statement, Surroundings
from majokko_dice.rolls import recorded, requests
from majokko_dice.rolls.records import About, Draw, Json, Named, Roll, RowFound
from majokko_dice.rolls.stores import rolls
from majokko_dice.rooms import store as rooms
from majokko_dice.rooms.ports import Seat
from majokko_dice.rooms.streams import Recorded, Streams
from majokko_dice.service import results_of
from majokko_kit.bus.refused import refused
from majokko_kit.clock import rfc3339
from majokko_kit.database import Fact
from majokko_rules.chance import Chance, Scripted
from majokko_rules.errors import RuleError
from majokko_rules.results import Result

PURPOSE = "roll"
_PLAIN = About()


@dataclass(frozen=True, slots=True)
class Thrown:
    """What dice have shown; `rows` are those that tables gave for them."""

    results: Sequence[Result]
    rows: Sequence[RowFound] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """What is to be rolled.

    `throw` asks the rules, `request` is the text that binds it, `asked` is kept to ask it again.
    `by` rolls, if it is not the one who sits in the seat.
    """

    throw: Callable[[Chance], Thrown]
    request: str
    asked: Json
    faces: tuple[int, ...] | None = None
    secret: bool = False
    receipt: bool = True
    by: Named | None = None
    about: About = _PLAIN


@dataclass(frozen=True, slots=True)
class Made:
    """A roll that is written down; `refusal` says why it came to nothing, if it did.

    `faces` are the places of all faces, in the order in which they were drawn.
    """

    roll: Roll
    draw: Draw | None
    refusal: RuleError | None = None


def wanted(asked: RollAsked, about: About, *, secret: bool = False) -> Wanted:
    """Want what a request asks for."""
    return Wanted(
        throw=lambda chance: Thrown(results_of(asked, chance)),
        request=requests.text(asked),
        asked=requests.kept(asked),
        faces=asked.faces,
        secret=secret,
        receipt=asked.receipt,
        about=about,
    )


class Maker:
    def __init__(self, streams: Streams, sealer: Sealer, surroundings: Surroundings) -> None:
        self._streams = streams
        self._sealer = sealer
        self._new_id = surroundings.new_id

    async def make(self, seat: Seat, wanted: Wanted) -> Made:
        """Roll, write it down, and tell the room.

        Raises RuleError for what is refused before a die is thrown, and StreamClosed.
        """
        roll = await self._begun(seat, wanted)
        if wanted.faces is not None:
            made = _supplied(roll, wanted, wanted.faces)
        else:
            made = await self._drawn(seat, roll, wanted)
        number = await rolls.add(seat.work.sql, made.roll)
        seat.tell(Fact("roll.made", {"roll": made.roll.id}))
        return replace(made, roll=replace(made.roll, number=number))

    async def _begun(self, seat: Seat, wanted: Wanted) -> Roll:
        readers = await rooms.gms(seat.work.sql, seat.room.id) if wanted.secret else ()
        return Roll(
            id=self._new_id("rol"),
            room=seat.room.id,
            number=0,
            by=wanted.by or Named(seat.me.id, seat.me.name),
            source="committed" if wanted.faces is None else "supplied",
            secret=wanted.secret,
            stream=None,
            index=None,
            nonce=None,
            head=None,
            hidden=None,
            asked=wanted.asked,
            results=(),
            told={},
            void=None,
            receipt=None,
            about=replace(wanted.about, readers=readers),
            at=seat.work.at,
        )

    async def _drawn(self, seat: Seat, roll: Roll, wanted: Wanted) -> Made:
        drawing = await self._streams.current(seat, hidden=wanted.secret)
        turn = drawing.turn(PURPOSE)
        refusal = None
        try:
            thrown = wanted.throw(turn.chance)
        except RuleError as error:
            if not turn.values:
                raise
            refusal, thrown = error, Thrown(())
        place = await drawing.record(turn, wanted.request)
        placed = _placed(_shown(roll, thrown, refusal), place)
        statement = _statement(seat, placed, wanted.request)
        receipt = await self._sealer.seal(statement) if wanted.receipt else None
        draw = Draw(PURPOSE, wanted.request, turn.values)
        return Made(replace(placed, receipt=receipt), draw, refusal)


def _supplied(roll: Roll, wanted: Wanted, faces: tuple[int, ...]) -> Made:
    chance = Scripted(faces)
    thrown = wanted.throw(chance)
    chance.finish()
    return Made(_shown(roll, thrown), None)


def _shown(roll: Roll, thrown: Thrown, refusal: RuleError | None = None) -> Roll:
    return replace(
        roll,
        results=recorded.recorded(thrown.results),
        told=recorded.told(thrown.results),
        void=None if refusal is None else refused(refusal).model_dump(mode="json"),
        about=replace(roll.about, rows=thrown.rows),
    )


def _placed(roll: Roll, at: Recorded) -> Roll:
    following = None if at.committed is None else at.committed.commitment
    return replace(
        roll,
        stream=at.stream,
        index=at.index,
        nonce=at.nonce,
        head=at.head,
        hidden=at.hidden,
        about=replace(roll.about, following=following),
    )


def _statement(seat: Seat, roll: Roll, request: str) -> Statement:
    """What we swear to: nothing that is not for everybody, so that all get the same receipt."""
    said: Mapping[str, object] = {"hidden": roll.hidden} if roll.secret else {"request": request}
    return {
        "id": roll.id,
        "tenant": seat.room.tenant,
        "room": roll.room,
        "source": roll.source,
        "stream": roll.stream,
        "index": roll.index,
        "nonce": roll.nonce,
        "purpose": PURPOSE,
        **said,
        "head": roll.head,
        "at": rfc3339(roll.at),
    }
