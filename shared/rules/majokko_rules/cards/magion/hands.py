"""Cards come into hands and leave them; only the hand of whoever acts ever changes."""

from typing import TypeVar

from majokko_rules.cards.magion.cards import SHOWN
from majokko_rules.cards.magion.happened import CardDrawn
from majokko_rules.cards.magion.state import Making

_Of = TypeVar("_Of")


def take(made: Making, slot: int) -> int:
    """Take a card out of the hand of whoever acts, and return its position."""
    seat = made.turn
    hand, allowed, told = made.hands[seat], made.allowed[seat], made.told[seat]
    made.hands = put(made.hands, seat, hand[:slot] + hand[slot + 1 :])
    made.allowed = put(made.allowed, seat, allowed[:slot] + allowed[slot + 1 :])
    made.told = put(made.told, seat, told[:slot] + told[slot + 1 :])
    return hand[slot]


def draw(made: Making) -> bool:
    """Draw a card for whoever acts, and say whether there was one."""
    position, seat = made.drawn, made.turn
    if position == len(made.deal.girls):
        return False
    made.drawn = position + 1
    made.hands = put(made.hands, seat, (*made.hands[seat], position))
    made.allowed = put(made.allowed, seat, (*made.allowed[seat], made.rules.kinds))
    made.told = put(made.told, seat, (*made.told[seat], 0))
    made.happened += (CardDrawn(seat, position),)
    return True


def point_out(made: Making, seat: int, sign: int) -> tuple[int, ...]:
    """Let everybody know which cards of a hand bear a sign, and return their slots."""
    shown, bit, kinds = SHOWN[sign], 1 << sign, made.deal.girls
    allowed, told = list(made.allowed[seat]), list(made.told[seat])
    slots = []
    for slot, position in enumerate(made.hands[seat]):
        if shown >> kinds[position] & 1:
            slots.append(slot)
            allowed[slot] &= shown
            told[slot] |= bit
        else:
            allowed[slot] &= ~shown
    made.allowed = put(made.allowed, seat, tuple(allowed))
    made.told = put(made.told, seat, tuple(told))
    return tuple(slots)


def put(each: tuple[_Of, ...], place: int, new: _Of) -> tuple[_Of, ...]:
    """Return a tuple with something else in one place.

    >>> put((1, 2, 3), 1, 5)
    (1, 5, 3)
    """
    return (*each[:place], new, *each[place + 1 :])
