"""What the dice service needs from outside; adapters live in the kit and in `main.py`."""

from collections.abc import Mapping
from datetime import datetime
from typing import Protocol

Statement = Mapping[str, object]
"""What a receipt swears to: plain JSON without floats."""


class Sealer(Protocol):
    """Signs statements; those of one turn of the event loop share a signature."""

    async def seal(self, statement: Statement) -> Mapping[str, object]:
        """Return `statement` with its proof."""
        ...


class Surroundings(Protocol):
    """Time, names and secrets, handed in like dice."""

    def now(self) -> datetime:
        """The current time in UTC."""
        ...

    def new_id(self, prefix: str) -> str:
        """A fresh public id, `<prefix>_` and 26 Crockford characters."""
        ...

    def id_of(self, prefix: str, seed: bytes) -> str:
        """The id that belongs to `seed`, always the same."""
        ...

    def seed_of(self, *parts: str) -> bytes:
        """32 bytes that only this installation can derive from `parts`, always the same."""
        ...
