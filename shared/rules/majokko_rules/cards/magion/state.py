"""A game at one moment. It never changes; a move makes another.

Everything here is what the table as a whole knows. Who may see which part is decided in `view`.
"""

from dataclasses import dataclass, field
from operator import attrgetter
from typing import NamedTuple

from majokko_rules.cards.magion.cards import ALL
from majokko_rules.cards.magion.happened import Happening
from majokko_rules.cards.magion.rules import Rules


@dataclass(frozen=True, slots=True)
class Deal:
    """What chance decides before the first move. It is secret, so its repr tells nothing.

    `girls` are the kinds of the girl deck, the top card first; a card's *position* is its place
    there, and names it for the whole game. `witches` are the numbers 1 to 8, the top one first;
    Walpurgisnacht lies beneath and is not listed. `first` is the seat that begins. `orders` are
    spare orders of the eight: the k-th shuffle of face-down witches puts them into the order they
    have in `orders[k]`, first on top, and leaves them as they are where there is none.
    """

    girls: tuple[int, ...] = field(repr=False)
    witches: tuple[int, ...] = field(repr=False)
    first: int = field(repr=False)
    orders: tuple[tuple[int, ...], ...] = field(default=(), repr=False)


class Pending(NamedTuple):
    """A wild card that was revealed waits for `seat` to choose one of `girls`."""

    seat: int
    position: int
    girls: tuple[int, ...]


class Over(NamedTuple):
    """`status` is won, lost or ended; `reason` all_complete, third_marker or deck_empty."""

    status: str
    reason: str


class State:
    """Seats are numbered clockwise from 0; hands list positions, the oldest first."""

    __slots__ = (
        "allowed", "beaten", "deal", "discard", "drawn", "hands", "happened", "markers",
        "misplays", "moves", "over", "pending", "placed", "rules", "shuffles", "signs", "stacks",
        "told", "turn", "wilds", "witch_deck", "witches_discarded", "witches_known",
        "witches_revealed",
    )  # fmt: skip

    rules: Rules
    deal: Deal
    turn: int
    """Whose turn it is; stays with the seat while its choice is pending, and after the end."""
    markers: int
    """Filth on the soul gem."""
    drawn: int
    """The position of the next card of the deck."""
    hands: tuple[tuple[int, ...], ...]
    allowed: tuple[tuple[int, ...], ...]
    """For each card of a hand the set of kinds that hints leave possible; everybody knows it."""
    told: tuple[tuple[int, ...], ...]
    """For each card of a hand the signs that hints found on it."""
    signs: tuple[int, ...]
    """For each hand the signs that its cards bear; secret to its holder."""
    placed: tuple[int, ...]
    """How many parts each girl has."""
    stacks: tuple[tuple[int, ...], ...]
    """For each girl the positions of her parts, in order."""
    wilds: int
    """The set of kinds that wild cards stand for."""
    discard: tuple[int, ...]
    """The positions of discarded girl cards, the first first."""
    witch_deck: tuple[int, ...]
    """The face-down witches, the bottom one first."""
    witches_known: int
    """Which places of `witch_deck` everybody knows, as a set of places counted from the bottom."""
    witches_revealed: tuple[int, ...]
    """The pile of face-up witches, the bottom one first."""
    witches_discarded: tuple[int, ...]
    shuffles: int
    """How often witches were shuffled since the deal."""
    beaten: bool
    """Whether Walpurgisnacht was sent back."""
    pending: Pending | None
    moves: int
    misplays: int
    over: Over | None
    happened: tuple[Happening, ...]
    """What the last move did, in order; nothing at the beginning."""

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a state never changes ({name})")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and _everything(self) == _everything(other)

    __hash__ = None  # type: ignore[assignment]

    @property
    def deck_left(self) -> int:
        return len(self.deal.girls) - self.drawn

    def is_wild(self, position: int) -> bool:
        return self.deal.girls[position] == ALL


_everything = attrgetter(*State.__slots__)


class Making(State):
    """A state while a move makes it; nobody else sees it before it is `made`."""

    __slots__ = ()
    __setattr__ = object.__setattr__  # type: ignore[assignment] # this one may

    def made(self) -> State:
        """Let it never change again."""
        self.__class__ = State  # type: ignore[assignment]
        return self


def making(state: State) -> Making:
    """Return a copy that a move may change; it has done nothing yet."""
    copy = Making()
    copy.rules = state.rules
    copy.deal = state.deal
    copy.turn = state.turn
    copy.markers = state.markers
    copy.drawn = state.drawn
    copy.hands = state.hands
    copy.allowed = state.allowed
    copy.told = state.told
    copy.signs = state.signs
    copy.placed = state.placed
    copy.stacks = state.stacks
    copy.wilds = state.wilds
    copy.discard = state.discard
    copy.witch_deck = state.witch_deck
    copy.witches_known = state.witches_known
    copy.witches_revealed = state.witches_revealed
    copy.witches_discarded = state.witches_discarded
    copy.shuffles = state.shuffles
    copy.beaten = state.beaten
    copy.pending = state.pending
    copy.moves = state.moves
    copy.misplays = state.misplays
    copy.over = state.over
    copy.happened = ()
    return copy
