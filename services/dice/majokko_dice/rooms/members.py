"""Who is in a room: names, roles, leaving, and what lets people in."""

from dataclasses import replace
from typing import Any

from majokko_dice.rooms import facts, store, views
from majokko_dice.rooms.names import named
from majokko_dice.rooms.ports import ANYONE, GM, Member, Role, Seat
from majokko_dice.rooms.service import Rooms
from majokko_dice.rooms.shapes import MemberChange
from majokko_kit import auth
from majokko_kit.operations import Asked, Done
from majokko_kit.refusals import Forbidden, NotFound


class Members:
    def __init__(self, rooms: Rooms) -> None:
        self._rooms = rooms

    async def every(self, asked: Asked[Any]) -> Done[views.RoomMembers]:
        """Raises NotFound, TokenMissing."""
        async with self._rooms.looking(asked) as look:
            members = await store.members(look.sql, look.room.id)
        return Done(
            views.RoomMembers([views.member(each) for each in members]),
            etag=f"{look.room.seq}-{look.me.id}",
        )

    async def one(self, asked: Asked[Any]) -> views.RoomMember:
        """Raises NotFound, TokenMissing."""
        async with self._rooms.looking(asked) as look:
            found = await store.member(look.sql, look.room.id, asked.path["member"])
        if found is None:
            raise NotFound("thing")
        return views.member(found)

    async def change(self, asked: Asked[MemberChange]) -> Done[views.RoomMember]:
        """Give a name (one's own; the game master anybody's) or a role (the game master's to give).

        Raises Forbidden, InvalidValue and what `Rooms.seated` raises.
        """

        async def change(seat: Seat) -> views.RoomMember:
            body = asked.body
            member = await _found(seat, asked.path["member"])
            _may_change(seat, member, body)
            name = member.name if body.name is None else named(body.name, "/name")
            changed = replace(member, name=name, role=body.role or member.role)
            await _apply(seat, member, changed)
            return views.member(changed)

        return await self._rooms.seated(asked, views.RoomMember, change, roles=ANYONE)

    async def leave(self, asked: Asked[Any]) -> Done[None]:
        """Leave, or be removed by the game master; the token is worth nothing any more.

        Raises Forbidden and what `Rooms.seated` raises.
        """

        async def leave(seat: Seat) -> None:
            member = await _found(seat, asked.path["member"])
            if seat.me.role != "gm" and member.id != seat.me.id:
                raise Forbidden("role")
            if member.role == "gm" and seat.room.state == "open":
                await _not_the_last(seat)
            await store.leave(seat.work.sql, member.id, seat.work.at)
            seat.tell(facts.left(member, seat.me))

        return await self._rooms.seated(asked, type(None), leave, roles=ANYONE, closed=True)

    async def renew_token(self, asked: Asked[Any]) -> Done[views.TokenGiven]:
        """Take a new token for the one that asks, which is worth nothing any more."""

        async def renew(seat: Seat) -> views.TokenGiven:
            token = auth.new_token("member")
            await store.give_token(seat.work.sql, seat.me.id, auth.hashed(token))
            seat.work.ring(seat.room.id)  # streams that the old one opened end now
            return views.TokenGiven(token)

        return await self._rooms.seated(asked, views.TokenGiven, renew, roles=ANYONE, closed=True)

    async def renew_invite(self, asked: Asked[Any]) -> Done[views.InviteGiven]:
        """Make a new invitation; the one before lets nobody in any more."""

        async def renew(seat: Seat) -> views.InviteGiven:
            invite = auth.new_token("invite")
            await store.invite_by(seat.work.sql, seat.room.id, auth.hashed(invite))
            return views.InviteGiven(invite)

        return await self._rooms.seated(asked, views.InviteGiven, renew, roles=GM)


async def _found(seat: Seat, member_id: str) -> Member:
    if member_id == seat.me.id:
        return seat.me
    member = await store.member(seat.work.sql, seat.room.id, member_id)
    if member is None:
        raise NotFound("thing")
    return member


def _may_change(seat: Seat, member: Member, body: MemberChange) -> None:
    if seat.me.role != "gm" and (member.id != seat.me.id or body.role is not None):
        raise Forbidden("role")


async def _apply(seat: Seat, before: Member, after: Member) -> None:
    if before == after:
        return
    if before.role != after.role:
        await _give_role(seat, before, after.role)
    if before.name != after.name:
        await store.rename(seat.work.sql, after.id, after.name)
    seat.tell(facts.changed(after, seat.me))


async def _give_role(seat: Seat, member: Member, role: Role) -> None:
    if member.role == "gm":
        await _not_the_last(seat)
    await store.give_role(seat.work.sql, member.id, role)


async def _not_the_last(seat: Seat) -> None:
    """An open room has somebody who can close it, or its secrets would never come out."""
    if len(await store.gms(seat.work.sql, seat.room.id)) == 1:
        raise Forbidden("last_gm")
