"""A ledger whose hashes count, and whose secret dice fall as a test wants them to.

With it, two worlds that differ only in a secret have the same commitments, heads, salts and
closings, so every other byte can be compared.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import count

from majokko_dice.fairness.ports import Linked, Logged, Origin, Shuffled, Turn
from majokko_rules.fairness.drawing import CommittedChance, Contribution, Deck
from majokko_rules.fairness.drawing.proofs import DrawData


@dataclass
class Fate:
    """Which of the worlds we are in; each begins with the same numbers."""

    world: int = 0
    numbers: "count[int]" = field(default_factory=count)

    def enter(self, world: int) -> None:
        self.world, self.numbers = world, count()

    def hash(self) -> str:
        return f"{next(self.numbers):064x}"

    def dice(self, place: str, *, secret: bool) -> CommittedChance:
        seed = f"{place} in world {self.world if secret else 'any'}"
        return CommittedChance(sha256(seed.encode()).digest())


@dataclass(frozen=True)
class CountedTurn:
    purpose: str
    chance: CommittedChance

    @property
    def bounds(self) -> tuple[int, ...]:
        return self.chance.bounds

    @property
    def values(self) -> tuple[int, ...]:
        return self.chance.values


@dataclass(frozen=True)
class CountedClosing:
    hash: str

    def add(self, bounds: Sequence[int]) -> None:
        """Count nothing: the hash is only a number."""

    def done(self) -> str:
        return self.hash


@dataclass(frozen=True)
class CountedStream:
    fate: Fate
    secret: bool
    genesis: str

    def turn(self, nonce: int, purpose: str) -> CountedTurn:
        return CountedTurn(purpose, self.fate.dice(f"{purpose} {nonce}", secret=self.secret))

    def link(self, head: str, turn: Turn, request: str) -> Linked:
        del head, turn, request
        return Linked(self.fate.hash())

    def link_secret(self, head: str, turn: Turn, request: str) -> Linked:
        del head, turn, request
        return Linked(self.fate.hash(), self.fate.hash())

    def deal(self, nonce: int, head: str, deck: Deck) -> Shuffled:
        raise AssertionError(f"nothing is dealt in these worlds: {nonce} {head} {deck}")

    def salt(self, nonce: int) -> str:
        return f"{nonce:064x}"

    def closing(self, head: str, count: int) -> CountedClosing:
        del head, count
        return CountedClosing(self.fate.hash())

    def preface(self) -> Mapping[str, object]:
        raise AssertionError("nothing is proved in these worlds")

    def shown(self, logged: Logged) -> DrawData:
        raise AssertionError(f"nothing is proved in these worlds: {logged.nonce}")


@dataclass(frozen=True)
class CountedLedger:
    fate: Fate

    def commitment(self, origin: Origin) -> str:
        del origin
        return self.fate.hash()

    def opened(self, origin: Origin, contributions: Sequence[Contribution]) -> CountedStream:
        del contributions
        secret = origin.name.stream.endswith("-s")
        return CountedStream(self.fate, secret, "f" * 64)

    def own_seed(self) -> str:
        return f"seed-{next(self.fate.numbers)}"
