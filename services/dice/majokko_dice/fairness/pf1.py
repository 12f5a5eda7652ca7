"""The ledger over pf1: seeds follow from the installation's secret and are never stored."""

import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from majokko_dice.fairness.ports import Linked, Logged, Origin, Shuffled, Turn
from majokko_rules.fairness.drawing import (
    Committed,
    CommittedChance,
    Contribution,
    Deck,
    Open,
    server_seed,
)
from majokko_rules.fairness.drawing import Turn as Pf1Turn
from majokko_rules.fairness.drawing.proofs import DrawData, drawn_as_data
from majokko_rules.fairness.drawing.transcript import (
    Closing,
    Drawn,
    roll_salt,
    secret_commitment,
)

_SEED_BYTES = 24

EpochKey = Callable[[str], bytes]
"""Gives the key of a day; only the installation's secret can."""


@dataclass(frozen=True, slots=True)
class DrawTurn:
    """A turn of pf1, as the port wants it."""

    turn: Pf1Turn

    @property
    def purpose(self) -> str:
        return self.turn.purpose

    @property
    def chance(self) -> CommittedChance:
        return self.turn.chance

    @property
    def bounds(self) -> tuple[int, ...]:
        return self.turn.chance.bounds

    @property
    def values(self) -> tuple[int, ...]:
        return self.turn.chance.values


@dataclass(frozen=True, slots=True)
class Pf1Closing:
    """The closing of a stream, written in hexadecimal."""

    closing: Closing

    def add(self, bounds: Sequence[int]) -> None:
        self.closing.add(bounds)

    def done(self) -> str:
        return self.closing.digest().hex()


@dataclass(frozen=True, slots=True)
class OpenStream:
    """`first` is the stream before its first draw; where it is now, the rows know."""

    first: Open

    @property
    def genesis(self) -> str:
        return self.first.head.hex()

    def turn(self, nonce: int, purpose: str) -> DrawTurn:
        return DrawTurn(self._at(nonce, self.genesis).turn(purpose))

    def link(self, head: str, turn: Turn, request: str) -> Linked:
        own = _own(turn)
        return Linked(self._at(own.nonce, head).record(own, request).head.hex())

    def link_secret(self, head: str, turn: Turn, request: str) -> Linked:
        own = _own(turn)
        drawn = self._at(own.nonce, head).record_secret(own, request)
        assert drawn.salt is not None
        hidden = secret_commitment(drawn.salt, request, drawn.values)
        return Linked(drawn.head.hex(), hidden.hex())

    def deal(self, nonce: int, head: str, deck: Deck) -> Shuffled:
        drawn, dealt = self._at(nonce, head).deal(deck)
        root = drawn.request.partition(":")[2]
        return Shuffled(dealt.order, dealt.salts, drawn.request, root, drawn.head.hex())

    def salt(self, nonce: int) -> str:
        return roll_salt(self._seed, nonce).hex()

    def closing(self, head: str, count: int) -> Pf1Closing:
        return Pf1Closing(Closing(bytes.fromhex(head), count))

    def preface(self) -> Mapping[str, object]:
        return {**self.first.inputs.preface}

    def shown(self, logged: Logged) -> DrawData:
        return drawn_as_data(
            Drawn(
                logged.nonce,
                logged.purpose,
                logged.request,
                logged.bounds,
                self._values(logged),
                bytes.fromhex(logged.head),
                roll_salt(self._seed, logged.nonce) if logged.secret else None,
                logged.deck and Deck(logged.deck["id"], tuple(logged.deck["cards"])),
            )
        )

    def _values(self, logged: Logged) -> tuple[int, ...]:
        """Return what was drawn; what was kept nowhere is drawn once more."""
        if logged.values is not None:
            return logged.values
        chance = self.turn(logged.nonce, logged.purpose).chance
        for bound in logged.bounds:
            chance.throw(1, bound)
        return chance.values

    @property
    def _seed(self) -> bytes:
        return self.first.inputs.committed.seed

    def _at(self, nonce: int, head: str) -> Open:
        return Open(self.first.inputs, nonce, bytes.fromhex(head))


class Pf1Ledger:
    def __init__(self, epoch_key: EpochKey) -> None:
        self._epoch_key = epoch_key

    def commitment(self, origin: Origin) -> str:
        return self._committed(origin).commitment.hex()

    def opened(self, origin: Origin, contributions: Sequence[Contribution]) -> OpenStream:
        committed = self._committed(origin)
        for each in contributions:
            committed = committed.contribute(each)
        return OpenStream(committed.open())

    def own_seed(self) -> str:
        return secrets.token_urlsafe(_SEED_BYTES)

    def _committed(self, origin: Origin) -> Committed:
        return Committed(origin.name, server_seed(self._epoch_key(origin.epoch), origin.name))


def _own(turn: Turn) -> Pf1Turn:
    assert isinstance(turn, DrawTurn)
    return turn.turn
