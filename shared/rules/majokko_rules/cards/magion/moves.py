"""What the actions do."""

from collections.abc import Callable, Mapping
from typing import Any

from majokko_rules.cards.magion import hands, witches
from majokko_rules.cards.magion.actions import (
    Action,
    Ask,
    Choose,
    Cleanse,
    Discard,
    Hint,
    Play,
    where,
)
from majokko_rules.cards.magion.cards import ALL, HEAD, NEXT, girl_of
from majokko_rules.cards.magion.dealing import signs_of
from majokko_rules.cards.magion.happened import (
    CardDiscarded,
    CardMisplayed,
    CardPlayed,
    CardRevealed,
    GirlCompleted,
    HintAsked,
    HintGiven,
)
from majokko_rules.cards.magion.legal import hints_are_allowed, legal, nameable
from majokko_rules.cards.magion.soul import clear, darken, end
from majokko_rules.cards.magion.state import Making, Pending, State, making
from majokko_rules.errors import ChoicePending, GameOver, IllegalAction


def play(state: State, action: Action) -> State:
    """Return the game after an action of the seat whose turn it is.

    Raises IllegalAction with the rule that forbids it, pointing into the action as it is written;
    ChoicePending while a revealed wild card waits, and GameOver after the end.
    """
    if state.over is not None:
        raise GameOver("ended")
    if state.pending is not None and not isinstance(action, Choose):
        raise ChoicePending("girl", seat=state.pending.seat)
    made = making(state)
    made.moves += 1
    _MOVES[type(action)](made, action)
    if made.hands is not state.hands:
        seat = state.turn
        made.signs = hands.put(made.signs, seat, signs_of(made.deal, made.hands[seat]))
    if made.over is None and made.pending is None:
        _pass_on(made)
    return made.made()


def _pass_on(made: Making) -> None:
    """Give the turn to the next seat; one that has nothing left to do ends the game."""
    made.turn = (made.turn + 1) % made.rules.players
    if not made.hands[made.turn] and not legal(made):
        end(made, "ended", "deck_empty")


def _hint(made: Making, action: Hint) -> None:
    to, sign = action.to, action.sign
    _check_hint(made, to, sign)
    slots = hands.point_out(made, to, sign)
    hand = made.hands[to]
    positions = tuple([hand[slot] for slot in slots])
    made.happened = (HintGiven(made.turn, to, sign, slots, positions),)
    darken(made, 1)


def _check_hint(made: Making, to: int, sign: int) -> None:
    if made.rules.ask_instead_of_tell:
        raise IllegalAction("asks_only", pointer="/type")
    if not 0 <= to < made.rules.players:
        raise IllegalAction("no_such_seat", pointer="/to")
    if to == made.turn:
        raise IllegalAction("hint_to_oneself", pointer="/to")
    _check_sign(made, sign)
    if not nameable(made, to) >> sign & 1:
        raise IllegalAction("hint_on_nothing", pointer=where(sign))


def _check_sign(made: Making, sign: int) -> None:
    """Refuse what is on no card of the game, and a hint that must not lose it."""
    if not made.rules.signs >> sign & 1:
        raise IllegalAction("hint_not_in_deck", pointer=where(sign))
    if not hints_are_allowed(made):
        raise IllegalAction("hint_is_fatal", pointer=where(sign))


def _ask(made: Making, action: Ask) -> None:
    if not made.rules.ask_instead_of_tell:
        raise IllegalAction("hints_only", pointer="/type")
    sign, seat = action.sign, made.turn
    _check_sign(made, sign)
    slots = hands.point_out(made, seat, sign)
    positions = tuple(made.hands[seat][slot] for slot in slots)
    made.happened = (HintAsked(seat, sign, slots, positions),)
    darken(made, 1)


def _play(made: Making, action: Play) -> None:
    slot = action.slot
    _check_slot(made, slot)
    position = hands.take(made, slot)
    kind = made.deal.girls[position]
    if kind == ALL:
        _reveal(made, position, slot)
    elif NEXT[girl_of(kind)][made.placed[girl_of(kind)]] >> kind & 1:
        _place(made, position, slot, girl_of(kind))
    else:
        _misplay(made, position, slot)


def _check_slot(made: Making, slot: int) -> None:
    if not 0 <= slot < len(made.hands[made.turn]):
        raise IllegalAction("no_such_card", pointer="/card")


def _reveal(made: Making, position: int, slot: int) -> None:
    """Show a wild card; it stands for no head, and for no part of QB."""
    placed = made.placed
    girls = tuple([girl for girl in made.rules.wanted if placed[girl] + 1 < HEAD])
    if girls:
        made.pending = Pending(made.turn, position, girls)
        made.happened = (CardRevealed(made.turn, position, slot, girls),)
    else:
        _misplay(made, position, slot)


def _choose(made: Making, action: Choose) -> None:
    pending = made.pending
    if pending is None:
        raise IllegalAction("nothing_to_choose", pointer="/type")
    if action.girl not in pending.girls:
        raise IllegalAction("wild_fits_not", pointer="/girl")
    made.pending = None
    made.wilds |= NEXT[action.girl][made.placed[action.girl]]
    _place(made, pending.position, None, action.girl)


def _place(made: Making, position: int, slot: int | None, girl: int) -> None:
    """Lay the next part of a girl; `slot` is None for a wild card, which has left the hand."""
    part = made.placed[girl] + 1
    made.placed = hands.put(made.placed, girl, part)
    made.stacks = hands.put(made.stacks, girl, (*made.stacks[girl], position))
    made.happened = (CardPlayed(made.turn, position, slot, girl, part, slot is None),)
    if part == HEAD:
        _complete(made, girl)
    _draw(made)


def _complete(made: Making, girl: int) -> None:
    """Let a head do what it does, and see whether all girls are complete."""
    made.happened += (GirlCompleted(girl),)
    witches.return_by_head(made, girl)
    if all(made.placed[each] == HEAD for each in made.rules.wanted):
        end(made, "won", "all_complete")


def _misplay(made: Making, position: int, slot: int) -> None:
    made.misplays += 1
    made.discard += (position,)
    made.happened = (CardMisplayed(made.turn, position, slot),)
    darken(made, 1)
    _draw(made)


def _draw(made: Making) -> None:
    """Draw for a card that was used; who cannot has ended the game."""
    if made.over is None and not hands.draw(made):
        end(made, "ended", "deck_empty")


def _cleanse(made: Making, action: Cleanse) -> None:
    """Reveal the witches one after another; fewer if none is left, or the game ends."""
    count = action.count
    if not 1 <= count <= made.rules.cleanse:
        raise IllegalAction("cleanse_count", pointer="/count", limit=made.rules.cleanse)
    if count > made.markers:
        raise IllegalAction("too_few_markers", pointer="/count", limit=made.markers)
    if count > len(made.witch_deck):
        raise IllegalAction("too_few_witches", pointer="/count", limit=len(made.witch_deck))
    clear(made, count)
    for _ in range(count):
        if made.over is None and made.witch_deck:
            witches.reveal(made)


def _discard(made: Making, action: Discard) -> None:
    slot = action.slot
    _check_slot(made, slot)
    position = hands.take(made, slot)
    made.discard += (position,)
    made.happened = (CardDiscarded(made.turn, position, slot, None),)
    witches.return_top(made, girl_of(made.deal.girls[position]))
    _draw(made)


_MOVES: Mapping[type[Action], Callable[[Making, Any], None]] = {
    Hint: _hint,
    Ask: _ask,
    Play: _play,
    Choose: _choose,
    Cleanse: _cleanse,
    Discard: _discard,
}
