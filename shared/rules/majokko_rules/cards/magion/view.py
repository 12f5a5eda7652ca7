"""What somebody may know of a game; the only thing of it that leaves the server.

A view says nothing that its viewer could not work out at the table: two games that differ in what
the viewer has not seen give equal views, and offer the same actions.
"""

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from majokko_rules.cards.magion import knowledge
from majokko_rules.cards.magion.actions import Action
from majokko_rules.cards.magion.cards import SHOWN, mask, members
from majokko_rules.cards.magion.happened import (
    CardDiscarded,
    CardDrawn,
    CardMisplayed,
    CardPlayed,
    CardRevealed,
    CardTurned,
    Happening,
)
from majokko_rules.cards.magion.legal import legal
from majokko_rules.cards.magion.rules import Rules
from majokko_rules.cards.magion.scoring import Scored, points_of
from majokko_rules.cards.magion.state import Over, Pending, State

PUBLIC = -1
"""Somebody who sees the table, but no hand."""
ALL = -2
"""Somebody who sees everything, the deck as well: for games that are over."""

Viewer = int
"""A seat, PUBLIC or ALL."""


class View(NamedTuple):
    """As `State`, where names are the same; kinds are there instead of a deal."""

    rules: Rules
    viewer: Viewer
    turn: int
    markers: int
    placed: tuple[int, ...]
    stacks: tuple[tuple[int, ...], ...]
    wilds: int
    hands: tuple[tuple[int, ...], ...]
    cards: tuple[tuple[int | None, ...], ...]
    """The kind of each card in each hand; None for those that the viewer does not see."""
    possible: tuple[tuple[int, ...], ...]
    """For each of them the set of kinds it can be: of the viewer's own, for the viewer; of others,
    as far as both of them know. To ALL it says what each seat knows of its own hand."""
    allowed: tuple[tuple[int, ...], ...]
    told: tuple[tuple[int, ...], ...]
    signs: tuple[int, ...]
    """For each hand the signs on its cards; none for those that the viewer does not see."""
    discard: tuple[int, ...]
    discarded: tuple[int, ...]
    """The kinds of the discarded cards."""
    deck_left: int
    deck: tuple[int, ...] | None
    """The kinds in the deck, the top one first; None for those who do not see it."""
    witch_deck: tuple[int | None, ...]
    """The face-down witches, the bottom one first; None for those whose place nobody knows."""
    witches_revealed: tuple[int, ...]
    witches_discarded: tuple[int, ...]
    beaten: bool
    pending: Pending | None
    moves: int
    misplays: int
    over: Over | None

    @property
    def status(self) -> str:
        """running, won, lost or ended."""
        return self.over.status if self.over else "running"

    @property
    def legal(self) -> Sequence[Action]:
        """The actions of the viewer; none for those who are not on turn."""
        return legal(self) if self.viewer == self.turn else ()

    @property
    def denied(self) -> tuple[tuple[int, ...], ...]:
        """For each card in each hand the signs that it cannot bear, by the hints about it."""
        signs = self.rules.signs
        return tuple(tuple(_denied(signs, kinds) for kinds in masks) for masks in self.allowed)

    @property
    def scored(self) -> tuple[Scored, ...]:
        """What lies on the table now, point by point."""
        return points_of(
            self.rules, self.placed, beaten=self.beaten, revealed=self.witches_revealed
        )


def view(state: State, viewer: Viewer) -> View:
    """Return what a viewer may know of a game."""
    kinds = state.deal.girls
    return View(
        state.rules,
        viewer,
        state.turn,
        state.markers,
        state.placed,
        state.stacks,
        state.wilds,
        state.hands,
        _cards(state, viewer),
        _possible(state, viewer),
        state.allowed,
        state.told,
        _signs(state.signs, viewer),
        state.discard,
        tuple([kinds[position] for position in state.discard]),
        len(kinds) - state.drawn,
        kinds[state.drawn :] if viewer == ALL else None,
        state.witch_deck if viewer == ALL else _known(state.witch_deck, state.witches_known),
        state.witches_revealed,
        state.witches_discarded,
        state.beaten,
        state.pending,
        state.moves,
        state.misplays,
        state.over,
    )


def legal_of(seen: View) -> Sequence[Action]:
    """Return the actions of the viewer, who knows them without seeing more than its view."""
    return seen.legal


def sees(viewer: Viewer, seat: int) -> bool:
    """Say whether a viewer sees the cards in a hand."""
    return viewer not in (PUBLIC, seat)


def _cards(state: State, viewer: Viewer) -> tuple[tuple[int | None, ...], ...]:
    known = knowledge.faces(state.deal.girls, state.rules.counts)
    return tuple(
        [
            known[hand][0] if sees(viewer, seat) else (None,) * len(hand)
            for seat, hand in enumerate(state.hands)
        ]
    )


def _possible(state: State, viewer: Viewer) -> knowledge.Sets:
    if viewer >= 0:
        return knowledge.of_seat(state, viewer)
    return knowledge.of_holders(state) if viewer == ALL else knowledge.of_public(state)


def _signs(signs: tuple[int, ...], viewer: Viewer) -> tuple[int, ...]:
    return tuple([bits if sees(viewer, seat) else 0 for seat, bits in enumerate(signs)])


@lru_cache(maxsize=1024)
def _known(deck: tuple[int, ...], known: int) -> tuple[int | None, ...]:
    """Return the witches whose place is known; one that is left over is known, too."""
    hidden = len(deck) - known.bit_count()
    return (
        deck
        if hidden == 1
        else tuple(witch if known >> place & 1 else None for place, witch in enumerate(deck))
    )


@cache
def _denied(signs: int, kinds: int) -> int:
    return mask(sign for sign in members(signs) if not SHOWN[sign] & kinds)


class Told(NamedTuple):
    """Something that happened, and the kind of its card if there is one that the viewer sees."""

    what: Happening
    card: int | None


def told(state: State, viewer: Viewer) -> tuple[Told, ...]:
    """Return what the last move did, as a viewer may hear it."""
    kinds = state.deal.girls
    return tuple(Told(what, face(kinds, what, viewer)) for what in state.happened)


def face(girls: Sequence[int], what: Happening, viewer: Viewer) -> int | None:
    """Return the kind of the card that something happened to; None if the viewer sees none.

    All see what is played, discarded or turned up; what is drawn is for the eyes of the others.
    """
    match what:
        case CardDrawn(seat, position):
            return girls[position] if sees(viewer, seat) else None
        case CardRevealed() | CardPlayed() | CardMisplayed() | CardDiscarded() | CardTurned():
            return girls[what.position]
        case _:
            return None


def seen(state: State, viewer: Viewer) -> tuple[int, ...]:
    """Return the positions whose cards a viewer sees or has seen, in rising order."""
    left = range(state.drawn if viewer != ALL else len(state.deal.girls))
    hidden = {
        position
        for seat, hand in enumerate(state.hands)
        if not sees(viewer, seat)
        for position in hand
    }
    return tuple(position for position in left if position not in hidden)
