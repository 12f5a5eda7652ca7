"""Kills whatever it is given at random moments, and has it started again."""

import asyncio
import random
import time
from collections import Counter
from collections.abc import Collection, Mapping
from typing import Protocol

_LIFE = 1.5
"""Seconds that a victim lives at most, or as long as its start took: else little would happen on a
busy machine.
"""


class Victim(Protocol):
    def kill(self) -> None: ...

    def start(self) -> object: ...

    async def up(self) -> None: ...


class Startable(Protocol):
    def kill(self) -> None: ...

    def start(self) -> object:
        """Start it, and wait until it works."""
        ...


class Sleeper:
    """A server that works as soon as it was started."""

    def __init__(self, server: Startable) -> None:
        self.kill = server.kill
        self.start = server.start

    async def up(self) -> None:
        """Its start has waited for it."""


class Nemesis:
    """Kills until those who are `wanted` were killed so often in all."""

    def __init__(self, seed: str, kills: int, wanted: Collection[str]) -> None:
        self.killed: Counter[str] = Counter()
        self._seed = seed
        self._kills = kills
        self._wanted = wanted

    def is_content(self) -> bool:
        return sum(self.killed[name] for name in self._wanted) >= self._kills

    async def rage(self, victims: Mapping[str, Victim]) -> None:
        """Kill them all, each by itself, until it is enough; all are up afterwards."""
        await asyncio.gather(*(self._hunt(name, victim) for name, victim in victims.items()))

    async def _hunt(self, name: str, victim: Victim) -> None:
        chance = random.Random(f"{self._seed} {name}")
        await victim.up()
        while not self.is_content():
            victim.kill()
            self.killed[name] += 1
            await asyncio.sleep(chance.uniform(0, 0.5))
            began = time.monotonic()
            await asyncio.to_thread(victim.start)
            await victim.up()
            took = time.monotonic() - began
            await asyncio.sleep(chance.uniform(0.05, max(took, _LIFE)))
