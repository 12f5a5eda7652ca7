"""Ends processes of a theatre again and again, while games are played there."""

import asyncio
import random
from collections.abc import Sequence
from contextlib import suppress

from tests.chaos.games.dooms import Doom
from tests.chaos.games.theatre import Server, Theatre
from tests.chaos.nemesis import Victim

_CALM_SECONDS = 8.0
"""So long at most does nothing happen to what servers need."""


class Reaper:
    """Ends servers again and again, until `enough`: by their doom, or at a random moment.

    `dooms` are met one after another; whoever has met none of them yet waits for it. Without any
    left, lives are as short as chance will have them. Other processes have short lives anyway.
    """

    def __init__(
        self, theatre: Theatre, seed: str, dooms: Sequence[Doom], longest: float, kills: int
    ) -> None:
        self._theatre = theatre
        self.seed = seed
        self._dooms = list(dooms)
        self._longest = longest
        self._kills = kills
        """How many at random."""
        for server in theatre.servers:
            server.doom = self._next()

    async def rage(self, enough: asyncio.Event) -> None:
        """End them until it is enough; all are up afterwards."""
        theatre = self._theatre
        async with asyncio.TaskGroup() as group:
            for number, server in enumerate(theatre.servers):
                chance = random.Random(f"{self.seed} server {number}")
                group.create_task(self._hunt(server, chance, enough))
            for name, other in theatre.others.items():
                chance = random.Random(f"{self.seed} {name}")
                group.create_task(self._disturb(other, chance, enough))

    def _next(self) -> Doom | None:
        return self._dooms[0] if self._dooms else None

    async def _hunt(self, server: Server, chance: random.Random, enough: asyncio.Event) -> None:
        while True:
            name = await self._ending(server, chance, enough)
            if name is None:
                return
            server.kill()
            self._theatre.bury(server, name)
            await asyncio.sleep(chance.uniform(0, 0.3))
            server.doom = self._next()
            await asyncio.to_thread(self._theatre.revive, server)
            await server.up()

    async def _ending(
        self, server: Server, chance: random.Random, enough: asyncio.Event
    ) -> str | None:
        """Wait for the end of a life, and name it; None where all games are over."""
        if server.doom is not None:
            return await self._doomed(server, server.doom, enough)
        await _patience(enough, chance.uniform(0.05, self._longest))
        if not self._dooms and self._kills <= 0:
            await enough.wait()
        if enough.is_set():
            return None
        self._kills -= 1
        return "at random"

    async def _doomed(self, server: Server, doom: Doom, enough: asyncio.Event) -> str | None:
        """Wait until it has ended by itself, or another one has met the same end before."""
        while server.lives():
            if enough.is_set():
                return None
            if doom not in self._dooms:
                return "outlived"
            await asyncio.sleep(0.01)
        if doom in self._dooms:
            self._dooms.remove(doom)
        return doom.name

    async def _disturb(self, victim: Victim, chance: random.Random, enough: asyncio.Event) -> None:
        while not enough.is_set():
            await _patience(enough, chance.uniform(0.5, _CALM_SECONDS))
            victim.kill()
            await asyncio.sleep(chance.uniform(0, 0.5))
            await asyncio.to_thread(victim.start)
            await victim.up()


async def _patience(enough: asyncio.Event, seconds: float) -> None:
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await enough.wait()
