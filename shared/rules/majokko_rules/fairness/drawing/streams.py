"""The life of a stream, one type for each state, so that no step can be taken too early.

Committed → Open → Closed. Only what is Closed can be proved, and it draws no more. Each step
returns the next state and leaves the old one alone: whoever stores states decides which is true.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from majokko_rules.errors import InvalidValue
from majokko_rules.fairness.drawing import decks, seeds, transcript
from majokko_rules.fairness.drawing.chance import CommittedChance
from majokko_rules.fairness.drawing.contributions import Contribution, client_part
from majokko_rules.fairness.drawing.encoding import HASH_BYTES
from majokko_rules.fairness.drawing.names import StreamName
from majokko_rules.fairness.drawing.proofs import Preface, Proof, drawn_as_data
from majokko_rules.fairness.drawing.transcript import HIDDEN, Drawn


@dataclass(frozen=True, slots=True)
class Committed:
    """The commitment is out, contributions are welcome. The `seed` is in no `repr`."""

    name: StreamName
    seed: bytes = field(repr=False)
    contributions: tuple[Contribution, ...] = ()

    def __post_init__(self) -> None:
        assert len(self.seed) == HASH_BYTES

    @property
    def commitment(self) -> bytes:
        return seeds.commitment(self.name, self.seed)

    def contribute(self, added: Contribution) -> "Committed":
        """Take one contribution a label, never a second."""
        if any(each.label == added.label for each in self.contributions):
            raise InvalidValue("said_otherwise", pointer="/label", name=added.label)
        return replace(self, contributions=(*self.contributions, added))

    def open(self, beacon: bytes = b"") -> "Open":
        """Freeze the inputs; `beacon` is nothing, or 32 bytes that nobody could foresee."""
        assert len(beacon) in {0, HASH_BYTES}
        inputs = Inputs(self, beacon)
        return Open(inputs, 0, inputs.genesis)


@dataclass(frozen=True, slots=True)
class Inputs:
    """Everything that decides the draws of a stream, and the key that follows from it."""

    committed: Committed
    beacon: bytes
    _key: bytes = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        clients = client_part(self.committed.contributions)
        key = seeds.stream_key(self.committed.seed, self.committed.name, clients, self.beacon)
        object.__setattr__(self, "_key", key)

    @property
    def genesis(self) -> bytes:
        clients = client_part(self.committed.contributions)
        return transcript.genesis(self.committed.commitment, clients, self.beacon)

    @property
    def preface(self) -> Preface:
        """What a proof says before its draws. It holds the seed, and with it everything."""
        committed, name = self.committed, self.committed.name
        return {
            "scheme": "pf1",
            "tenant": name.tenant,
            "stream": name.stream,
            "index": name.index,
            "commitment": committed.commitment.hex(),
            "server_seed": committed.seed.hex(),
            "client_seeds": [{"label": c.label, "seed": c.seed} for c in committed.contributions],
            "beacon": self.beacon.hex(),
            "genesis": self.genesis.hex(),
        }

    def draw_key(self, nonce: int, purpose: str) -> bytes:
        return seeds.draw_key(self._key, nonce, purpose)


@dataclass(frozen=True, slots=True)
class Turn:
    """The chance of one request, however many dice it has."""

    nonce: int
    purpose: str
    chance: CommittedChance


@dataclass(frozen=True, slots=True)
class Open:
    """Draws with `nonce` next; `head` is that of the chain so far. Both belong in the row."""

    inputs: Inputs
    nonce: int
    head: bytes

    def turn(self, purpose: str) -> Turn:
        """Begin the next draw. Before it is recorded, a retry draws the same."""
        assert purpose != "deck", "decks are dealt"
        chance = CommittedChance(self.inputs.draw_key(self.nonce, purpose))
        return Turn(self.nonce, purpose, chance)

    def record(self, turn: Turn, request: str) -> Drawn:
        """Link a roll that everybody may see; `request` is its normal form."""
        _not_reserved(request)
        bounds, values = turn.chance.bounds, turn.chance.values
        head = transcript.link(self.head, turn.nonce, turn.purpose, request, values)
        return Drawn(turn.nonce, turn.purpose, request, bounds, values, head)

    def record_secret(self, turn: Turn, request: str) -> Drawn:
        """Link a roll so that its head tells nothing; the salt opens it."""
        _not_reserved(request)
        bounds, values = turn.chance.bounds, turn.chance.values
        salt = transcript.roll_salt(self.inputs.committed.seed, turn.nonce)
        hidden = transcript.secret_commitment(salt, request, values)
        head = transcript.link_secret(self.head, turn.nonce, turn.purpose, hidden)
        return Drawn(turn.nonce, turn.purpose, request, bounds, values, head, salt)

    def deal(self, deck: decks.Deck) -> tuple[Drawn, decks.Dealt]:
        """Shuffle a hidden deck. A deck's id is used once in a stream."""
        key = self.inputs.draw_key(self.nonce, "deck")
        dealt = decks.deal(deck, self.inputs.committed.seed, key)
        head = transcript.link(self.head, self.nonce, "deck", dealt.request, ())
        return Drawn(self.nonce, "deck", dealt.request, (), (), head, deck=deck), dealt

    def after(self, drawn: Drawn) -> "Open":
        assert drawn.nonce == self.nonce, "recorded against another state"
        return replace(self, nonce=self.nonce + 1, head=drawn.head)

    def close(self, draws: Sequence[Drawn]) -> "Closed":
        """Draw no more; `draws` is the whole log."""
        assert len(draws) == self.nonce, "the log has another length than the stream"
        return Closed(self.inputs, tuple(draws), self.head)


@dataclass(frozen=True, slots=True)
class Closed:
    inputs: Inputs
    draws: tuple[Drawn, ...]
    head: bytes

    @property
    def closing(self) -> bytes:
        """What to publish at the close, before the proof."""
        return transcript.closing(self.head, self.draws)

    def proof(self) -> Proof:
        """Reveal the seed, and with it everything."""
        return {
            **self.inputs.preface,
            "draws": list(map(drawn_as_data, self.draws)),
            "closing": self.closing.hex(),
        }


def _not_reserved(request: str) -> None:
    """A request that reads like a hidden one could keep a roll hidden for ever."""
    assert not request.startswith(HIDDEN), "begins like a secret roll"
