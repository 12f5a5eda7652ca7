"""Which actions a seat has. They follow from what it sees: never from its own cards, nor the deck.

A seat always has one. Where hints must not lose the game they are still allowed if nothing else is
left, which takes an empty hand; and a seat with an empty hand and nothing left ends the game.
"""

from collections.abc import Sequence
from functools import cache
from typing import Protocol

from majokko_rules.cards.magion.actions import Action, Ask, Choose, Cleanse, Discard, Hint, Play
from majokko_rules.cards.magion.cards import members
from majokko_rules.cards.magion.rules import Rules
from majokko_rules.cards.magion.state import Over, Pending


class Seen(Protocol):
    """All that legality depends on. A state has it, and so has the view of whoever is on turn."""

    @property
    def rules(self) -> Rules: ...
    @property
    def turn(self) -> int: ...
    @property
    def markers(self) -> int: ...
    @property
    def hands(self) -> tuple[tuple[int, ...], ...]: ...
    @property
    def signs(self) -> tuple[int, ...]: ...
    @property
    def witch_deck(self) -> tuple[int | None, ...]: ...
    @property
    def pending(self) -> Pending | None: ...
    @property
    def over(self) -> Over | None: ...


def legal(state: Seen) -> Sequence[Action]:
    """Return the actions of the seat whose turn it is; none once the game is over."""
    if state.over is not None:
        return ()
    if state.pending is not None:
        return _choices(state.pending.girls)
    rules = state.rules
    cleanses = min(state.markers, len(state.witch_deck), rules.cleanse)
    actions = _own(len(state.hands[state.turn]), cleanses)
    if hints_are_allowed(state):
        return actions + _hints(state)
    return actions or _hints(state)


def hints_are_allowed(state: Seen) -> bool:
    """Whether hints are given at all: one may not lose the game where the rules forbid it, unless
    there is nothing else to do.
    """
    rules = state.rules
    if rules.fatal_hint or state.markers + 1 < rules.markers:
        return True
    return not state.hands[state.turn] and not (state.markers and state.witch_deck)


def is_fatal(state: Seen, action: Action) -> bool:
    """Say whether an action is sure to lose the game: a hint that adds the last marker."""
    return isinstance(action, Hint | Ask) and state.markers + 1 >= state.rules.markers


def nameable(state: Seen, to: int) -> int:
    """Return the signs that a hint to a seat may name."""
    rules = state.rules
    return rules.signs if rules.empty_hint else state.signs[to]


def _hints(state: Seen) -> tuple[Action, ...]:
    rules = state.rules
    if rules.ask_instead_of_tell:
        return _asks(rules.signs)
    turn = state.turn
    hints: tuple[Action, ...] = ()
    for seat, signs in enumerate(state.signs):
        if seat != turn:
            hints += _tells(seat, rules.signs if rules.empty_hint else signs)
    return hints


@cache
def _own(cards: int, cleanses: int) -> tuple[Action, ...]:
    return (
        *(Play(slot) for slot in range(cards)),
        *(Discard(slot) for slot in range(cards)),
        *(Cleanse(count) for count in range(1, cleanses + 1)),
    )


@cache
def _tells(to: int, signs: int) -> tuple[Action, ...]:
    return tuple(Hint(to, sign) for sign in members(signs))


@cache
def _asks(signs: int) -> tuple[Action, ...]:
    return tuple(Ask(sign) for sign in members(signs))


@cache
def _choices(girls: tuple[int, ...]) -> tuple[Action, ...]:
    return tuple(Choose(girl) for girl in girls)
