"""A deck whose order is fixed and published as one hash, and shown card by card.

Each card is hashed with a salt of its own: there are so few faces that without it anyone could try
them all. A salt follows from the seed, the deck's id and the place, so an id must never be used
for two decks of one stream: an opened card of the one would give away the salt of the other.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from dataclasses import field as member

from majokko_rules.fairness.drawing import merkle
from majokko_rules.fairness.drawing.encoding import be32, digest, field, fields, mac
from majokko_rules.fairness.drawing.words import shuffled, uniform, words


@dataclass(frozen=True, slots=True)
class Deck:
    """`cards` are in the order that the ruleset prints, before shuffling."""

    id: str
    cards: tuple[str, ...]

    def __post_init__(self) -> None:
        assert self.cards, "a deck has cards"

    @property
    def definition(self) -> bytes:
        listed = be32(len(self.cards)) + fields(*self.cards)
        return digest(field("pf1/deck-definition") + listed)


@dataclass(frozen=True, slots=True)
class Opening:
    """What the one player learns who may see a card: enough to check it against the root.

    Others may not see it yet, so `repr` shows only its place.
    """

    position: int
    card: str = member(repr=False)
    salt: bytes = member(repr=False)
    path: tuple[bytes, ...] = member(repr=False)


@dataclass(frozen=True, slots=True)
class Dealt:
    """A shuffled deck; the place 0 is its top. Hidden from `repr`, and so from logs."""

    deck: Deck
    order: tuple[str, ...] = member(repr=False)
    salts: tuple[bytes, ...] = member(repr=False)

    @property
    def leaves(self) -> list[bytes]:
        return leaves(self.deck.id, self.order, self.salts)

    @property
    def root(self) -> bytes:
        return merkle.root(self.leaves)

    @property
    def request(self) -> str:
        """What the transcript says of the deck."""
        return f"{self.deck.definition.hex()}:{self.root.hex()}"

    def open(self, position: int) -> Opening:
        return openings(self.deck.id, self.order, self.salts)[position]


def deal(deck: Deck, seed: bytes, draw_key: bytes) -> Dealt:
    source = words(draw_key)
    order = shuffled(deck.cards, lambda bound: uniform(source, bound))
    salts = (card_salt(seed, deck.id, at) for at in range(len(order)))
    return Dealt(deck, tuple(order), tuple(salts))


def leaves(deck_id: str, order: Sequence[str], salts: Sequence[bytes]) -> list[bytes]:
    cards = enumerate(zip(order, salts, strict=True))
    return [card_leaf(deck_id, at, card, salt) for at, (card, salt) in cards]


def openings(deck_id: str, order: Sequence[str], salts: Sequence[bytes]) -> Sequence[Opening]:
    """Return what opens each card of a shuffled deck, by its place.

    >>> deck = deal(Deck("girls", ("mami-1", "kyoko-1", "all")), bytes(32), bytes(32))
    >>> opened = openings("girls", deck.order, deck.salts)[1]
    >>> opened.card == deck.order[1], len(opened.path), opened
    (True, 2, Opening(position=1))
    """
    _, paths = merkle.grown(leaves(deck_id, order, salts))
    return [Opening(at, *each) for at, each in enumerate(zip(order, salts, paths, strict=True))]


def card_salt(seed: bytes, deck_id: str, position: int) -> bytes:
    return mac(seed, fields("pf1/card-salt", deck_id) + be32(position))


def card_leaf(deck_id: str, position: int, card: str, salt: bytes) -> bytes:
    placed = fields("pf1/card", deck_id) + be32(position)
    return digest(b"\x00" + placed + fields(card, salt))
