"""What opens a character: the owner's token, a game master's, and a seat in a room."""

from dataclasses import replace

from majokko_characters.sheets import store, views
from majokko_characters.sheets.doors import OWNER, Held
from majokko_characters.sheets.guard import Guard
from majokko_characters.sheets.ledger import Ledger
from majokko_characters.sheets.records import Change, Deed, Kept
from majokko_characters.sheets.shapes import AppointIn, SeatIn
from majokko_contracts.throws import FindSeat
from majokko_kit import auth
from majokko_kit.bus.outside import Outside
from majokko_kit.database import Work
from majokko_kit.names import named
from majokko_kit.operations import Asked, Done, Nothing
from majokko_kit.refusals import Forbidden, NotFound


class Tokens:
    def __init__(self, guard: Guard, ledger: Ledger) -> None:
        self._guard = guard
        self._ledger = ledger

    async def renew(self, asked: Asked[Nothing]) -> Done[views.CharacterToken]:
        """Take a new token for the one that asks, which is worth nothing any more.

        Raises Forbidden for the game master of a room, whose token is the room's.
        """

        async def renew(work: Work, at: Held, _: Outside) -> views.CharacterToken:
            if at.me.of_room:
                raise Forbidden("role")
            token = auth.new_token(at.me.role)
            await store.give_token(work.sql, at.kept.id, at.me.role, auth.hashed(token))
            return views.CharacterToken(token)

        return await self._guard.run(asked, views.CharacterToken, renew)

    async def appoint(self, asked: Asked[AppointIn]) -> Done[views.CharacterToken]:
        """Make a token for a game master; the one before is worth nothing any more."""

        async def appoint(work: Work, at: Held, _: Outside) -> views.CharacterToken:
            token = auth.new_token("gm")
            await self._given(work, at, named(asked.body.name, "/name"))
            await store.give_token(work.sql, at.kept.id, "gm", auth.hashed(token))
            return views.CharacterToken(token)

        return await self._guard.run(asked, views.CharacterToken, appoint, OWNER)

    async def dismiss(self, asked: Asked[Nothing]) -> Done[None]:
        """End the game master's token."""

        async def dismiss(work: Work, at: Held, _: Outside) -> None:
            await self._given(work, at, None)
            await store.give_token(work.sql, at.kept.id, "gm", None)

        return await self._guard.run(asked, type(None), dismiss, OWNER)

    async def sit(self, asked: Asked[SeatIn]) -> Done[views.Character]:
        """Bring a character into a room, where the one whose token is given rolls for her.

        Raises NotFound, Forbidden.
        """
        body = asked.body

        async def sit(work: Work, at: Held, outside: Outside) -> views.Character:
            token = auth.hashed(body.member_token).hex()
            seat = outside.wonder(FindSeat(tenant=asked.tenant, room=body.room, token=token))
            if seat is None:  # no such room, or none for this token
                raise NotFound("thing", pointer="/member_token")
            if seat.role == "spectator":
                raise Forbidden("role", pointer="/member_token")
            return await self._seated(work, at, seat.room, seat.member)

        return await self._guard.run(asked, views.Character, sit, OWNER)

    async def stand(self, asked: Asked[Nothing]) -> Done[None]:
        """Take a character out of her room."""

        async def stand(work: Work, at: Held, _: Outside) -> None:
            await self._seated(work, at, None, None)

        return await self._guard.run(asked, type(None), stand, OWNER)

    async def _seated(
        self, work: Work, at: Held, room: str | None, member: str | None
    ) -> views.Character:
        after = replace(at.kept, room=room, member=member)
        changes = [Change("room", at.kept.room, room), Change("member", at.kept.member, member)]
        return views.character(await self._changed(work, at, after, changes), at.me)

    async def _given(self, work: Work, at: Held, name: str | None) -> None:
        change = Change("gm", at.kept.gm_name, name)
        await self._changed(work, at, replace(at.kept, gm_name=name), [change])

    async def _changed(self, work: Work, at: Held, after: Kept, changes: list[Change]) -> Kept:
        changes = [each for each in changes if each.before != each.after]
        if not changes:
            return at.kept
        return await self._ledger.change(work, at.kept, after, Deed(at.me, "changed", changes))
