"""Lets members sit down in their room to do something, or look into it."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any, TypeVar

from majokko_dice.fairness import store as streams
from majokko_dice.fairness import views as fairness
from majokko_dice.rooms import views
from majokko_dice.rooms.ports import PLAYING, Look, Role, Seat
from majokko_dice.rooms.seats import Seats
from majokko_kit.database import Commands, Spent, Work
from majokko_kit.operations import Asked, Done
from majokko_kit.refusals import Forbidden, RoomClosed

Out = TypeVar("Out")
Effect = Callable[[Seat], Awaitable[Out | Spent]]


class Rooms:
    """What everything that happens in rooms is built on."""

    def __init__(self, commands: Commands, seats: Seats) -> None:
        self._commands = commands
        self._seats = seats

    async def seated(
        self,
        asked: Asked[Any],
        kind: type[Out],
        effect: Effect[Out],
        *,
        roles: frozenset[Role] = PLAYING,
        closed: bool = False,
    ) -> Done[Out]:
        """Run a command of a member in her room; `closed` says that a closed one takes it, too.

        What is refused has no effect, unless the effect returns it as Spent. Raises NotFound,
        TokenMissing, Forbidden, RoomClosed, and what the effect raises.
        """

        async def sit(work: Work) -> Out | Spent:
            seat = await self._seats.enter(work, asked.path["room"], asked.tenant, asked.token)
            _may(seat, roles, closed=closed)
            answer = await effect(seat)
            await self._seats.settle(seat)
            return answer

        return await self._commands.run(asked, kind, sit)

    async def earlier(self, asked: Asked[Any], kind: type[Out]) -> Done[Out] | None:
        """Return the answer that a command was given before, if it was.

        Raises what was refused then.
        """
        return await self._commands.earlier(asked, kind)

    @asynccontextmanager
    async def looking(self, asked: Asked[Any]) -> AsyncIterator[Look]:
        """Look into the room of a request and change nothing.

        Raises NotFound, TokenMissing.
        """
        async with self._seats.looking(asked.path["room"], asked.tenant, asked.token) as look:
            yield look

    async def get(self, asked: Asked[Any]) -> Done[views.Room]:
        """Raises NotFound, TokenMissing."""
        async with self.looking(asked) as look:
            room = await self.view(look)
        return Done(room, etag=f"{room.seq}-{look.me.id}")

    async def view(self, look: Look) -> views.Room:
        """Return a room as one of its members sees it."""
        found = await streams.last_of_owner(look.sql, look.room.id)
        given = await streams.given_to_all(look.sql, found)
        shown = [fairness.shown(each, given.get((each.id, each.index), [])) for each in found]
        return views.room(look, shown)


def _may(seat: Seat, roles: frozenset[Role], *, closed: bool) -> None:
    if seat.me.role not in roles:
        raise Forbidden("role")
    if seat.room.state == "closed" and not closed:
        raise RoomClosed("closed")
