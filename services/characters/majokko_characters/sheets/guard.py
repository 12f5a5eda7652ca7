"""Lets those who may do something to a character, while nobody else changes her."""

from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any, TypeVar

from majokko_characters.sheets import doors
from majokko_characters.sheets.doors import BOTH, Held, Roles
from majokko_kit.bus.outside import Bus, Outside
from majokko_kit.database import Commands, Database, Work
from majokko_kit.operations import Asked, Done

Out = TypeVar("Out")
Effect = Callable[[Work, Held, Outside], Awaitable[Out]]


class Guard:
    def __init__(self, database: Database, commands: Commands, bus: Bus) -> None:
        self._database = database
        self._commands = commands
        self._bus = bus

    async def run(
        self,
        asked: Asked[Any],
        kind: type[Out],
        effect: Effect[Out],
        roles: Roles = BOTH,
        *,
        gone: bool = False,
    ) -> Done[Out]:
        """Run a command; `gone` says that it is for a character who was deleted.

        Raises NotFound, TokenMissing, Forbidden, PreconditionFailed, DependencyAway, and what the
        effect raises.
        """
        outside = Outside(self._bus)

        async def do(work: Work) -> Out:
            held = await doors.held(work, asked, outside, roles, gone=gone)
            return await effect(work, held, outside)

        return await outside.run(partial(self._commands.run, asked, kind, do))

    async def look(self, asked: Asked[Any]) -> doors.Seen:
        """Raises NotFound, DependencyAway."""
        outside = Outside(self._bus)

        async def look() -> doors.Seen:
            async with self._database.reading() as sql:
                return await doors.seen(sql, asked, outside)

        return await outside.run(look)

    async def know(self, asked: Asked[Any]) -> Held:
        """Raises NotFound, TokenMissing, DependencyAway."""
        outside = Outside(self._bus)

        async def know() -> Held:
            async with self._database.reading() as sql:
                return await doors.known(sql, asked, outside)

        return await outside.run(know)
