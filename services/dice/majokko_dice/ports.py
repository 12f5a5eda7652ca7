"""What the dice service needs from outside; adapters live in the kit, `main.py` joins them."""

from collections.abc import Mapping, Sequence
from typing import Protocol

Statement = Mapping[str, object]
"""What a receipt swears to: plain JSON without floats. Time and key are added when it is sealed."""

Receipt = Mapping[str, object] | None
"""A sealed statement, or None where there is nothing to swear to."""


class Sealer(Protocol):
    """Signs statements; those of one turn of the event loop share a signature."""

    async def seal(self, statement: Statement) -> Mapping[str, object]:
        """Return `statement` with its proof."""
        ...

    def seal_all(self, statements: Sequence[Statement]) -> Sequence[Mapping[str, object]]:
        """Return every statement with its proof, at once."""
        ...


class Key(Protocol):
    def document(self) -> Mapping[str, str]: ...


class Keys(Protocol):
    def public_keys(self) -> Sequence[Key]: ...


class Surroundings(Protocol):
    """Names and secrets, handed in like dice."""

    def new_id(self, prefix: str) -> str:
        """A fresh public id, `<prefix>_` and 26 Crockford characters."""
        ...

    def id_of(self, prefix: str, seed: bytes) -> str:
        """The id that belongs to `seed`, always the same."""
        ...

    def seed_of(self, *parts: str) -> bytes:
        """32 bytes that only this installation can derive from `parts`, always the same."""
        ...
