"""What a move did, one thing after another.

Cards are positions in the deck, never faces: whoever tells a seat of it adds those that the seat
may see. Which things happen, and how many, depends on nothing that the mover could not see, but
for a card that the move itself shows.
"""

from collections.abc import Mapping
from typing import NamedTuple


class HintGiven(NamedTuple):
    """`slots` of the hand bear the sign, the others do not; `positions` are their cards."""

    seat: int
    to: int
    sign: int
    slots: tuple[int, ...]
    positions: tuple[int, ...]


class HintAsked(NamedTuple):
    """As HintGiven, about the asker's own hand."""

    seat: int
    sign: int
    slots: tuple[int, ...]
    positions: tuple[int, ...]


class CardRevealed(NamedTuple):
    """A wild card lies open; it fits each of `girls`, and the seat has to choose."""

    seat: int
    position: int
    slot: int
    girls: tuple[int, ...]


class CardPlayed(NamedTuple):
    """A card became the next part of a girl; `slot` is None for a wild one, revealed before."""

    seat: int
    position: int
    slot: int | None
    girl: int
    part: int
    wild: bool


class CardMisplayed(NamedTuple):
    """A card fits nowhere and goes to the discards."""

    seat: int
    position: int
    slot: int


class CardDiscarded(NamedTuple):
    """`witch` is the one whose effect it was, None if the seat chose to."""

    seat: int
    position: int
    slot: int
    witch: int | None


class CardDrawn(NamedTuple):
    """The card comes last in the hand."""

    seat: int
    position: int


class CardTurned(NamedTuple):
    """A witch turned up the top card of the deck; it goes to the discards."""

    position: int
    witch: int


class GemChanged(NamedTuple):
    """`markers` lie on the soul gem now."""

    markers: int


class WitchRevealed(NamedTuple):
    """A witch lies face up on top of the revealed ones."""

    witch: int


class WitchReturned(NamedTuple):
    """The witch lies face down on top of the witch deck; `girl` is whose head sent her there,
    None for a discard. Walpurgisnacht is beaten by it.
    """

    witch: int
    girl: int | None


class WitchDiscarded(NamedTuple):
    """Her effect was all there is to her; she is out of the game."""

    witch: int


class WitchesShuffled(NamedTuple):
    """So many face-down witches lie in a new order; Walpurgisnacht kept her place."""

    witches: int


class GirlCompleted(NamedTuple):
    girl: int


class GameEnded(NamedTuple):
    """`status` is won, lost or ended; `reason` all_complete, third_marker or deck_empty."""

    status: str
    reason: str


Happening = (
    HintGiven
    | HintAsked
    | CardRevealed
    | CardPlayed
    | CardMisplayed
    | CardDiscarded
    | CardDrawn
    | CardTurned
    | GemChanged
    | WitchRevealed
    | WitchReturned
    | WitchDiscarded
    | WitchesShuffled
    | GirlCompleted
    | GameEnded
)

NAMES: Mapping[type[Happening], str] = {
    HintGiven: "hint.given",
    HintAsked: "hint.asked",
    CardRevealed: "card.revealed",
    CardPlayed: "card.played",
    CardMisplayed: "card.misplayed",
    CardDiscarded: "card.discarded",
    CardDrawn: "card.drawn",
    CardTurned: "card.turned",
    GemChanged: "gem.changed",
    WitchRevealed: "witch.revealed",
    WitchReturned: "witch.returned",
    WitchDiscarded: "witch.discarded",
    WitchesShuffled: "witches.shuffled",
    GirlCompleted: "girl.completed",
    GameEnded: "game.ended",
}
"""What events of the API are called."""
