"""Makes rolls: draws from the room's stream, or takes faces that were thrown by hand.

A roll that only its dice could refuse has spent its draw all the same: otherwise whoever is refused
could ask the same words for something else, and would know what they are going to say.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

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
_PLACE = ("stream", "index", "nonce", "head", "hidden")
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
    `by` rolls, if it is not the one who sits in the seat. `purpose` is what the draw is for.
    """

    throw: Callable[[Chance], Thrown]
    request: str
    asked: Json
    faces: tuple[int, ...] | None = None
    secret: bool = False
    receipt: bool = True
    by: Named | None = None
    about: About = _PLAIN
    purpose: str = PURPOSE


@dataclass(frozen=True, slots=True)
class Made:
    """A roll that is written down; `refusal` says why it came to nothing, if it did.

    `faces` are the places of all faces, in the order in which they were drawn.
    """

    roll: Roll
    draw: Draw | None
    refusal: RuleError | None = None


@dataclass(frozen=True, slots=True)
class _Fallen:
    """What fell, and where it stands in the stream; dice thrown by hand stand nowhere."""

    thrown: Thrown
    place: Recorded | None = None
    draw: Draw | None = None
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
        readers = await rooms.gms(seat.work.sql, seat.room.id) if wanted.secret else ()
        if wanted.faces is not None:
            fallen = _supplied(wanted, wanted.faces)
        else:
            fallen = await self._drawn(seat, wanted)
        roll = await self._roll(seat, wanted, fallen, readers)
        rolls.add(seat.work.sql, roll)
        seat.tell(Fact("roll.made", {"roll": roll.id}))
        return Made(roll, fallen.draw, fallen.refusal)

    async def _drawn(self, seat: Seat, wanted: Wanted) -> _Fallen:
        at_hand = None if wanted.secret else seat.hand_over()
        drawing = await self._streams.current(seat, hidden=wanted.secret, at_hand=at_hand)
        turn = drawing.turn(wanted.purpose)
        refusal = None
        try:
            thrown = wanted.throw(turn.chance)
        except RuleError as error:
            if not turn.values:
                raise
            refusal, thrown = error, Thrown(())
        place = await drawing.record(turn, wanted.request)
        return _Fallen(thrown, place, Draw(wanted.purpose, wanted.request, turn.values), refusal)

    async def _roll(
        self, seat: Seat, wanted: Wanted, fallen: _Fallen, readers: Sequence[str]
    ) -> Roll:
        of, place, refusal = self._new_id("rol"), fallen.place, fallen.refusal
        receipt = following = None
        if place and wanted.receipt:
            receipt = await self._sealer.seal(_statement(seat, wanted, of, place))
        if place and place.committed:
            following = place.committed.commitment
        return Roll(
            id=of,
            room=seat.room.id,
            number=seat.next_roll(),
            by=wanted.by or Named(seat.me.id, seat.me.name),
            source="committed" if wanted.faces is None else "supplied",
            secret=wanted.secret,
            asked=wanted.asked,
            results=recorded.recorded(fallen.thrown.results),
            told=recorded.told(fallen.thrown.results),
            void=None if refusal is None else refused(refusal).model_dump(mode="json"),
            receipt=receipt,
            about=replace(
                wanted.about, readers=readers, rows=fallen.thrown.rows, following=following
            ),
            at=seat.work.at,
            **_standing(place),
        )


def _standing(place: Recorded | None) -> Mapping[str, Any]:
    return {name: place and getattr(place, name) for name in _PLACE}


def _supplied(wanted: Wanted, faces: tuple[int, ...]) -> _Fallen:
    chance = Scripted(faces)
    thrown = wanted.throw(chance)
    chance.finish()
    return _Fallen(thrown)


def _statement(seat: Seat, wanted: Wanted, of: str, place: Recorded) -> Statement:
    """What we swear to: nothing that is not for everybody, so that all get the same receipt."""
    secret = {"hidden": place.hidden}
    said: Mapping[str, object] = secret if wanted.secret else {"request": wanted.request}
    return {
        "id": of,
        "tenant": seat.room.tenant,
        "room": seat.room.id,
        "source": "committed",
        "stream": place.stream,
        "index": place.index,
        "nonce": place.nonce,
        "purpose": wanted.purpose,
        **said,
        "head": place.head,
        "at": rfc3339(seat.work.at),
    }
