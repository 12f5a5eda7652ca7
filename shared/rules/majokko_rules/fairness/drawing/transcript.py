"""The chain of everything drawn: whoever keeps one head can tell if the past was rewritten."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from hashlib import sha256

from majokko_rules.fairness.drawing.decks import Deck
from majokko_rules.fairness.drawing.encoding import be32, be64, digest, field, fields, mac, numbers

HIDDEN = "secret:"


@dataclass(frozen=True, slots=True)
class Drawn:
    """One draw as the log keeps it; `head` is that of the chain after it.

    A roll that was secret has a `salt`, a hidden deck has its `deck` and no bounds or values.
    """

    nonce: int
    purpose: str
    request: str
    bounds: tuple[int, ...]
    values: tuple[int, ...]
    head: bytes
    salt: bytes | None = None
    deck: Deck | None = None


def genesis(commitment: bytes, clients: bytes, beacon: bytes) -> bytes:
    return digest(fields("pf1/genesis", commitment, clients, beacon))


def link(head: bytes, nonce: int, purpose: str, request: str, values: Iterable[int]) -> bytes:
    asked = be64(nonce) + fields(purpose, request)
    return digest(fields("pf1/link", head) + asked + numbers(values))


def roll_salt(seed: bytes, nonce: int) -> bytes:
    return mac(seed, field("pf1/roll-salt") + be64(nonce))


def secret_commitment(salt: bytes, request: str, values: Iterable[int]) -> bytes:
    return digest(fields("pf1/secret", salt, request) + numbers(values))


def link_secret(head: bytes, nonce: int, purpose: str, hidden: bytes) -> bytes:
    """Link a roll that fewer may see; without a salt two heads would give its value away."""
    return link(head, nonce, purpose, HIDDEN + hidden.hex(), ())


def closing(head: bytes, draws: Sequence[Drawn]) -> bytes:
    """Bind the bounds too, which no head does: published at the close, before the seed is."""
    whole = Closing(head, len(draws))
    for drawn in draws:
        whole.add(drawn.bounds)
    return whole.digest()


class Closing:
    """The closing of a stream whose draws need not be in memory together."""

    def __init__(self, head: bytes, count: int) -> None:
        self._hash = sha256(fields("pf1/close", head) + be32(count))

    def add(self, bounds: Iterable[int]) -> None:
        """Take the bounds of the next draw."""
        self._hash.update(numbers(bounds))

    def digest(self) -> bytes:
        return self._hash.digest()
