"""A game as one viewer may know it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Annotated, Any

from pydantic import Field

from majokko_cards import clocks
from majokko_cards.records import Me, Session, Status
from majokko_cards.showing.private import arranged
from majokko_rules.cards.magion import Pending, Rules
from majokko_rules.cards.magion.cards import GIRLS, NAMES, SIGNS, kind, members
from majokko_rules.cards.magion.view import View

Json = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class CardSeen:
    """A card in a hand. `position` is its place in the shuffled deck and never changes.

    `possible` are the cards that it can be: one's own, as far as one knows; others', as far as its
    holder and the viewer both know.
    """

    position: int
    card: Annotated[str | None, Field(description="Null for those that one does not see.")]
    possible: Sequence[str]
    hinted: Annotated[Sequence[str], Field(description="What hints have found on it.")]
    note: Annotated[str | None, Field(description="What one has written on a card of one's own.")]


@dataclass(frozen=True, slots=True)
class HandSeen:
    """The cards of a seat, the oldest first; a card's slot is its place here."""

    seat: int
    cards: Sequence[CardSeen]


@dataclass(frozen=True, slots=True)
class ChoiceSeen:
    """A wild card that was revealed: its seat has to choose one of `girls`."""

    seat: int
    position: int
    girls: Sequence[str]


@dataclass(frozen=True, slots=True)
class PointsSeen:
    """Some points, and what for: `parts`, `head`, `walpurgisnacht`, or a `combo` of girls."""

    what: str
    of: str | None
    name: str
    points: int


@dataclass(frozen=True, slots=True)
class OutcomeSeen:
    """How a game ended; `score` and `rank` are null where it was lost or given up."""

    status: str
    reason: str
    score: int | None
    points: Sequence[PointsSeen]
    rank: str | None
    rank_name: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionView:
    """A game as whoever asks may know it: a seat sees all hands but its own, others see none."""

    session: str
    version: Annotated[
        int, Field(description="What is shown; for those who watch, some versions late.")
    ]
    status: Annotated[
        Status, Field(description="The last three are over; `ended` is neither won nor lost.")
    ]
    seat: Annotated[int | None, Field(description="Whose view it is; null for those who watch.")]
    turn: Annotated[int | None, Field(description="The seat that is awaited.")]
    gem: Annotated[int, Field(description="Filth markers on the soul gem.")]
    girls: Annotated[Json, Field(description="The cards of each girl as they lie, legs first.")]
    witch_deck: Annotated[int, Field(description="How many witches lie face down.")]
    witches_next: Annotated[
        Sequence[str | None],
        Field(description="The face-down witches, the top one first, where all know them."),
    ]
    witches_revealed: Annotated[Sequence[str], Field(description="The last one is on top.")]
    witches_discarded: Annotated[
        Sequence[str], Field(description="In the order in which they went there.")
    ]
    walpurgisnacht_beaten: Annotated[
        bool, Field(description="Whether the last witch, no. 9, was sent away.")
    ]
    discard: Annotated[Sequence[str], Field(description="In the order in which they went there.")]
    hands: Annotated[
        Sequence[HandSeen], Field(description="Of each seat, from 0 on; none before the start.")
    ]
    arrangement: Annotated[
        Sequence[int] | None, Field(description="One's own order of one's cards, by position.")
    ]
    pending: Annotated[
        ChoiceSeen | None, Field(description="Null unless the seat on turn has to choose a girl.")
    ]
    score: Annotated[int, Field(description="What lies on the table now.")]
    deck_left: Annotated[int, Field(description="Cards that can still be drawn.")]
    deck: Annotated[
        Sequence[str] | None,
        Field(description="What was left in the deck, the top first, once the game is over."),
    ]
    moves: Annotated[
        int, Field(description="Actions so far; that of choosing a girl counts by itself.")
    ]
    misplays: Annotated[int, Field(description="Cards so far that were played and fitted nowhere.")]
    clock: Annotated[clocks.ClockView | None, Field(description="Null without one.")]
    outcome: Annotated[OutcomeSeen | None, Field(description="Null until it is over.")]
    commitment: Annotated[str | None, Field(description="That of the session; null for practice.")]
    deck_root: Annotated[str | None, Field(description="Of the deck in play; `openings` meet it.")]


@dataclass(frozen=True, slots=True)
class Scene:
    """What stands around a game and is shown with it; `result` is what has come of it, if it is
    over, `notes` what the viewer has written on cards, by their positions.
    """

    session: Session
    me: Me
    version: int
    commitment: str | None
    root: str | None
    result: OutcomeSeen | None
    notes: Mapping[int, str] = field(default_factory=dict)

    @property
    def late(self) -> bool:
        """Whether it is shown with a delay."""
        return self.version != self.session.version


def waiting(scene: Scene, rules: Rules) -> SessionView:
    """Show a game that has not begun."""
    return SessionView(
        **_around(scene),
        arrangement=None,
        turn=None,
        gem=0,
        girls={GIRLS[girl]: () for girl in rules.girls},
        witch_deck=0,
        witches_next=(),
        witches_revealed=(),
        witches_discarded=(),
        walpurgisnacht_beaten=False,
        discard=(),
        hands=(),
        pending=None,
        score=0,
        deck_left=0,
        deck=None,
        moves=0,
        misplays=0,
    )


def playing(scene: Scene, seen: View) -> SessionView:
    """Show a game that has begun."""
    rules, keys = seen.rules, seen.rules.witch_keys
    return SessionView(
        **_around(scene),
        arrangement=_arrangement(seen, scene.me),
        turn=None if scene.session.over else seen.turn,
        gem=seen.markers,
        girls={GIRLS[girl]: _stack(girl, seen.placed[girl], seen.wilds) for girl in rules.girls},
        witch_deck=len(seen.witch_deck),
        witches_next=[None if each is None else keys[each - 1] for each in seen.witch_deck[::-1]],
        witches_revealed=[keys[each - 1] for each in seen.witches_revealed],
        witches_discarded=[keys[each - 1] for each in seen.witches_discarded],
        walpurgisnacht_beaten=seen.beaten,
        discard=[NAMES[kind] for kind in seen.discarded],
        hands=[_hand(seen, seat, scene) for seat in range(rules.players)],
        pending=None if seen.pending is None else _choice(seen.pending),
        score=sum(each.points for each in seen.scored),
        deck_left=seen.deck_left,
        deck=None if seen.deck is None else [NAMES[kind] for kind in seen.deck],
        moves=seen.moves,
        misplays=seen.misplays,
    )


@lru_cache(maxsize=4096)
def kinds(mask: int) -> tuple[str, ...]:
    """Return the names of a set of kinds."""
    return tuple(NAMES[each] for each in members(mask))


@lru_cache(maxsize=1024)
def signs(mask: int) -> tuple[str, ...]:
    """Return the names of a set of signs."""
    return tuple(SIGNS[each] for each in members(mask))


@lru_cache(maxsize=1024)
def _stack(girl: int, placed: int, wilds: int) -> tuple[str, ...]:
    parts = [kind(girl, part) for part in range(1, placed + 1)]
    return tuple("all" if wilds >> each & 1 else NAMES[each] for each in parts)


def _hand(seen: View, seat: int, scene: Scene) -> HandSeen:
    notes = scene.notes if seat == scene.me.number else {}
    hand = zip(
        seen.hands[seat], seen.cards[seat], seen.possible[seat], seen.told[seat], strict=True
    )
    return HandSeen(
        seat,
        [
            CardSeen(
                position,
                None if card is None else NAMES[card],
                kinds(possible),
                signs(told),
                notes.get(position),
            )
            for position, card, possible, told in hand
        ],
    )


def _arrangement(seen: View, me: Me) -> Sequence[int] | None:
    """Return the cards of one who has sorted them."""
    if me.seat is None or me.seat.arrangement is None:
        return None
    return arranged(seen.hands[me.seat.number], me.seat.arrangement)


def _choice(pending: Pending) -> ChoiceSeen:
    return ChoiceSeen(pending.seat, pending.position, [GIRLS[girl] for girl in pending.girls])


def _around(scene: Scene) -> dict[str, Any]:
    session, me = scene.session, scene.me
    return {
        "session": session.id,
        "version": scene.version,
        "status": "running" if scene.late and session.status == "paused" else session.status,
        "seat": me.number,
        "clock": clocks.shown(session, late=scene.late),
        "outcome": scene.result,
        "commitment": scene.commitment,
        "deck_root": scene.root,
    }
