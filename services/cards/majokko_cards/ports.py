"""What the cards service needs from outside; adapters live in the kit, `wiring` joins them."""

from typing import Protocol


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
