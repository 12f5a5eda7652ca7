"""The port through which everything comes that differs between two shuffles of one deck.

Commitments, roots, heads, signatures, salts and paths are functions of what is hidden, though they
betray nothing of it. Nobody else in this service puts any of them into an answer; so a test can
replace them by a counter, and compare all other bytes of two games.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Protocol

from pydantic import Field

from majokko_cards.records import Dealt
from majokko_kit.sealed import HiddenDeck
from majokko_rules.fairness.drawing import openings

Json = Mapping[str, Any]
Hex = Annotated[str, Field(description="32 bytes in lower-case hexadecimal.")]


@dataclass(frozen=True, slots=True)
class SessionPromise:
    """What was committed to before anybody sat down; null in practice."""

    stream: str | None
    commitment: Hex | None
    receipt: Annotated[Json | None, Field(description="Our signature over the commitment.")]


@dataclass(frozen=True, slots=True)
class SessionSeed:
    """What a seat has contributed."""

    label: str
    seed: str


@dataclass(frozen=True, slots=True)
class SessionDraw:
    """A draw of the game's stream; a deck is hidden behind its `root`."""

    nonce: int
    purpose: str
    request: str
    values: Sequence[int]
    head: Hex
    deck: str | None
    root: Hex | None


@dataclass(frozen=True, slots=True)
class SessionDeal:
    """What anybody may know of how the cards were dealt, and check once the stream is closed."""

    stream: str
    index: int
    client_seed_source: str
    client_seeds: Sequence[SessionSeed]
    genesis: Hex
    draws: Sequence[SessionDraw]
    deck: Annotated[str, Field(description="Which deck is played, after so many redeals.")]
    deck_root: Hex
    redeals: int
    receipts: Annotated[Sequence[Json], Field(description="Our signatures over the draws.")]


@dataclass(frozen=True, slots=True)
class CardOpening:
    """Shows that a card lay at `position` of a deck of `size` when its `root` was published."""

    position: int
    card: str
    deck: str
    size: int
    salt: Hex
    path: Sequence[str]
    root: Hex


class Promised(Protocol):
    """A session or a board, as it is kept."""

    @property
    def stream(self) -> str | None: ...

    @property
    def commitment(self) -> str | None: ...

    @property
    def receipt(self) -> Json | None: ...


class Fairness(Protocol):
    def promise(self, kept: Promised) -> SessionPromise: ...

    def deal(self, dealt: Sequence[Dealt]) -> SessionDeal | None:
        """Return what is known of deals; None of those that no dice gave."""
        ...

    def root(self, dealt: Sequence[Dealt]) -> str | None:
        """Return the root of the deck that is played, without all that `deal` puts together."""
        ...

    def openings(
        self, dealt: Dealt, deck: HiddenDeck, positions: Sequence[int]
    ) -> Sequence[CardOpening]:
        """Return what opens cards of a deck; nothing of one that was not committed to."""
        ...


class Pf1Fairness:
    """As the dice service has dealt."""

    def promise(self, kept: Promised) -> SessionPromise:
        return SessionPromise(kept.stream, kept.commitment, kept.receipt)

    def deal(self, dealt: Sequence[Dealt]) -> SessionDeal | None:
        told = [each.dealt for each in dealt if each.dealt is not None]
        if not told:
            return None
        first, deck = told[0], dealt[-1].deck
        draws = [_draw(each) for one in told for each in one["draws"]]
        return SessionDeal(
            stream=first["stream"],
            index=first["index"],
            client_seed_source=first["client_seed_source"],
            client_seeds=[SessionSeed(**each) for each in first["client_seeds"]],
            genesis=first["genesis"],
            draws=draws,
            deck=deck,
            deck_root=_root(dealt[-1]),
            redeals=len(dealt) - 1,
            receipts=[one["receipt"] for one in told if one["receipt"] is not None],
        )

    def root(self, dealt: Sequence[Dealt]) -> str | None:
        return None if dealt[-1].dealt is None else _root(dealt[-1])

    def openings(
        self, dealt: Dealt, deck: HiddenDeck, positions: Sequence[int]
    ) -> Sequence[CardOpening]:
        if dealt.dealt is None:
            return ()
        root = next(each["root"] for each in dealt.dealt["draws"] if each["deck"] == deck.id)
        opened = openings(deck.id, deck.order, deck.salts)
        return [
            CardOpening(
                position=position,
                card=opened[position].card,
                deck=deck.id,
                size=len(opened),
                salt=opened[position].salt.hex(),
                path=[each.hex() for each in opened[position].path],
                root=root,
            )
            for position in positions
        ]


def _draw(told: Json) -> SessionDraw:
    return SessionDraw(**{name: told[name] for name in SessionDraw.__slots__})


def _root(played: Dealt) -> str:
    assert played.dealt is not None, "dealt by dice, as a deck that is played is"
    found: str = next(each["root"] for each in played.dealt["draws"] if each["deck"] == played.deck)
    return found
