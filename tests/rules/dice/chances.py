"""A source of dice that counts what it is asked for."""

from collections.abc import Sequence

from majokko_rules.chance import MAX_SIDES, Seeded


class Counting(Seeded):
    """Throws as `Seeded` does, and refuses what a notation must never ask for."""

    def __init__(self, seed: bytes = b"count") -> None:
        super().__init__(seed)
        self.thrown = 0

    def throw(self, count: int, sides: int) -> Sequence[int]:
        assert count >= 0
        assert 1 <= sides <= MAX_SIDES
        self.thrown += count
        return super().throw(count, sides)
