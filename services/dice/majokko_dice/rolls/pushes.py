"""Second chances (孤注一骰): asked for by the one who failed, granted or not by the game master."""

from dataclasses import replace
from typing import Any

from majokko_dice.asking import read_roll
from majokko_dice.rolls import recorded, showing, views
from majokko_dice.rolls.feed import Feed
from majokko_dice.rolls.making import Made, Maker, wanted
from majokko_dice.rolls.records import About, Named, Push, Roll
from majokko_dice.rolls.service import may_decide
from majokko_dice.rolls.shapes import ConsequenceIn, PushAccept, PushIn, PushRefuse
from majokko_dice.rolls.showing import Since, Viewer
from majokko_dice.rolls.stores import pushes as store
from majokko_dice.rolls.stores.rolls import Kept
from majokko_dice.rolls.texts import line
from majokko_dice.rooms import store as rooms
from majokko_dice.rooms.ports import GM, Seat
from majokko_dice.rooms.service import Rooms
from majokko_kit.database import Fact, Spent
from majokko_kit.operations import Asked, Done
from majokko_rules import systems
from majokko_rules.errors import IllegalAction, NotPushable


class Pushes:
    def __init__(self, rooms: Rooms, maker: Maker, feed: Feed) -> None:
        self._rooms = rooms
        self._maker = maker
        self._feed = feed

    async def ask(self, asked: Asked[PushIn]) -> Done[views.RoomRoll]:
        """Ask for a second chance; the answer is the failed roll, which now waits.

        Raises NotFound, Forbidden, NotPushable and what `Rooms.seated` raises.
        """

        async def ask(seat: Seat) -> views.RoomRoll:
            kept, last = await self._found(seat, asked)
            may_decide(seat, kept)
            _may_be_pushed(kept, last)
            push = Push(
                of=kept.roll.id,
                attempt=last.attempt + 1 if last else 1,
                by=Named(seat.me.id, seat.me.name),
                reason=line(asked.body.reason, "/reason"),
                state="waiting",
                asked_at=seat.work.at,
            )
            await store.add(seat.work.sql, push)
            seat.tell(_fact("asked", push, by=seat.me.id, reason=push.reason))
            return await self._now(seat, asked, kept)

        return await self._rooms.seated(asked, views.RoomRoll, ask)

    async def accept(self, asked: Asked[PushAccept]) -> Done[views.RoomRoll]:
        """Grant a second chance; the answer is the roll that is made at once.

        Raises NotFound, IllegalAction, RuleError and what `Rooms.seated` raises.
        """

        async def accept(seat: Seat) -> views.RoomRoll | Spent:
            kept, push = await self._waiting(seat, asked)
            said = _said(asked.body)  # after the dice nothing may be refused
            made = await self._again(seat, kept.roll, push, asked.body)
            if made.refusal:
                return Spent(made.refusal)
            granted = _granted(push, made.roll, said, seat.work.at)
            await store.change(seat.work.sql, granted)
            seat.tell(await _fact_granted(seat, granted))
            again = Kept(made.roll, made.draw, None, revealed=False)
            return showing.roll(again, Viewer.of(seat, asked.locale), Since())

        return await self._rooms.seated(asked, views.RoomRoll, accept, roles=GM)

    async def refuse(self, asked: Asked[PushRefuse]) -> Done[views.RoomRoll]:
        """Refuse a second chance and offer another way; the answer is the failed roll.

        Raises NotFound, IllegalAction and what `Rooms.seated` raises.
        """

        async def refuse(seat: Seat) -> views.RoomRoll:
            kept, push = await self._waiting(seat, asked)
            instead = line(asked.body.instead, "/instead")
            refused = replace(push, state="refused", instead=instead, answered_at=seat.work.at)
            await store.change(seat.work.sql, refused)
            seat.tell(_fact("refused", refused, instead=instead))
            return await self._now(seat, asked, kept)

        return await self._rooms.seated(asked, views.RoomRoll, refuse, roles=GM)

    async def conclude(self, asked: Asked[ConsequenceIn]) -> Done[views.RoomRoll]:
        """Say what a second failure brings; the answer is the roll that was pushed.

        Raises NotFound, IllegalAction and what `Rooms.seated` raises.
        """

        async def conclude(seat: Seat) -> views.RoomRoll:
            kept, push = await self._found(seat, asked)
            if push is None or push.roll is None or not await self._has_failed(seat, push.roll):
                raise IllegalAction("no_second_failure")
            consequence = line(asked.body.consequence, "/consequence")
            told = replace(push, consequence=consequence, shown=True)
            await store.change(seat.work.sql, told)
            seat.tell(_fact("concluded", told, consequence=consequence))
            return await self._now(seat, asked, kept)

        return await self._rooms.seated(asked, views.RoomRoll, conclude, roles=GM)

    async def _found(self, seat: Seat, asked: Asked[Any]) -> tuple[Kept, Push | None]:
        kept = await self._feed.one(seat.work.sql, seat.room, asked.path["roll"])
        pushed = await store.last_of(seat.work.sql, [kept.roll.id])
        return kept, pushed.get(kept.roll.id)

    async def _waiting(self, seat: Seat, asked: Asked[Any]) -> tuple[Kept, Push]:
        kept, push = await self._found(seat, asked)
        if push is None or push.state != "waiting":
            raise IllegalAction("no_push_waits")
        return kept, push

    async def _again(self, seat: Seat, failed: Roll, push: Push, body: PushAccept) -> Made:
        """Roll the very same check once more, for the one who has failed it."""
        about = About(reason=push.reason, character=failed.about.character, pushes=failed.id)
        faces = {} if body.faces is None else {"faces": body.faces}
        again = wanted(read_roll({**failed.asked, **faces}), about)
        return await self._maker.make(seat, replace(again, by=failed.by))

    async def _has_failed(self, seat: Seat, roll: str) -> bool:
        kept = await self._feed.one(seat.work.sql, seat.room, roll)
        (result,) = kept.roll.results
        return not result["outcome"]["success"]

    async def _now(self, seat: Seat, asked: Asked[Any], kept: Kept) -> views.RoomRoll:
        viewer = Viewer.of(seat, asked.locale)
        return await self._feed.now(seat.work.sql, seat.room, viewer, kept)


def _may_be_pushed(kept: Kept, last: Push | None) -> None:
    """Refuse what has no second chance; what the rulebook says is asked last.

    Raises NotPushable.
    """
    roll = kept.roll
    if roll.secret and not kept.revealed:
        raise NotPushable("secret")
    if roll.about.pushes or (last and last.state != "refused"):
        raise NotPushable("already_pushed")
    if len(roll.results) > 1:
        raise NotPushable("repeated")
    for result in roll.results:
        if outcome := recorded.outcome_of(result["outcome"]):
            systems.refuse_push(outcome.system, result["notation"], outcome)
            return
    raise NotPushable("not_a_check")


def _said(body: PushAccept) -> tuple[str | None, bool]:
    """Return what a second failure brings, and whether all may know it."""
    if body.consequence is None:
        return None, False
    return line(body.consequence, "/consequence"), body.shown


def _granted(push: Push, made: Roll, said: tuple[str | None, bool], at: int) -> Push:
    consequence, shown = said
    return replace(
        push,
        state="accepted",
        roll=made.id,
        consequence=consequence,
        shown=shown,
        answered_at=at,
    )


def _fact(what: str, push: Push, **said: str | None) -> Fact:
    return Fact(f"push.{what}", {"roll": push.of, "attempt": push.attempt, **said})


async def _fact_granted(seat: Seat, push: Push) -> Fact:
    consequence = push.consequence if push.shown else None
    fact = _fact("accepted", push, result=push.roll, consequence=consequence)
    if push.shown or push.consequence is None:
        return fact
    gms = await rooms.gms(seat.work.sql, seat.room.id)
    return replace(fact, private={"consequence": push.consequence}, readers=gms)
