"""Which kinds a card can still be for somebody who does not see it.

A set is exact: a kind is in it if and only if some deck of the ruleset agrees with every hint and
with every card that is seen. Nobody concludes anything from how others play, nor from the deal
having been repeated until nobody held three heads.

Whose eyes: a seat counts the cards of the others, and those on the table. What it is told about
the hand of somebody else is what both of them see, for counting its own hidden cards, or those
that the other cannot see, would betray them.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import accumulate, islice
from operator import or_
from typing import NamedTuple

from majokko_rules.cards.magion.cards import mask
from majokko_rules.cards.magion.matching import narrowed
from majokko_rules.cards.magion.state import State


class _Fields(dict[int, int]):
    """For a set of kinds the bits of all their cards; each set is worked out once."""

    def __init__(self, counts: Sequence[int]) -> None:
        ends = tuple(accumulate(counts))
        self.kinds = tuple(((1 << n) - 1) << (end - n) for n, end in zip(counts, ends, strict=True))

    def __missing__(self, kinds: int) -> int:
        self[kinds] = sum(bits for kind, bits in enumerate(self.kinds) if kinds >> kind & 1)
        return self[kinds]

    def counts(self, unseen: int) -> tuple[int, ...]:
        """Return how many cards of each kind there are among some."""
        return tuple([(bits & unseen).bit_count() for bits in self.kinds])


_fields = lru_cache(maxsize=64)(_Fields)


class Hand(NamedTuple):
    """The cards of a hand: their kinds, the set of these, and the bits of the very cards."""

    cards: tuple[int, ...]
    kinds: int
    bits: int


class Faces(dict[tuple[int, ...], Hand]):
    """The cards of one deal as bits, so that those that somebody does not see can be counted; and
    the hands that they have made, by positions.
    """

    def __init__(self, girls: tuple[int, ...], counts: tuple[int, ...]) -> None:
        self.girls = girls
        self.fields = _fields(counts)
        left = list(self.fields.kinds)
        self._bits = []
        for kind in girls:
            low = left[kind] & -left[kind]
            left[kind] ^= low
            self._bits.append(low)
        missing = sum(1 << kind for kind, bits in enumerate(left) if bits)
        self.kinds_left = _beneath([1 << kind for kind in girls], missing)
        """The kinds of what lies beneath so many drawn cards, and of what a practice deal leaves
        out; nobody is told which cards these are."""
        self.bits_left = _beneath(self._bits, sum(left))

    def __missing__(self, hand: tuple[int, ...]) -> Hand:
        cards = tuple(self.girls[position] for position in hand)
        bits = sum(self._bits[position] for position in hand)
        self[hand] = Hand(cards, mask(cards), bits)
        return self[hand]

    def __repr__(self) -> str:
        """Tell nothing of what is secret."""
        return "Faces()"


faces = lru_cache(maxsize=64)(Faces)
"""The cards of a deal, out of a deck with so many of each kind."""


def _beneath(bits: Sequence[int], missing: int) -> tuple[int, ...]:
    return tuple(accumulate(reversed(bits), or_, initial=missing))[::-1]


Sets = tuple[tuple[int, ...], ...]
"""For each hand and each of its cards a set of kinds."""


def of_seat(state: State, seat: int) -> Sets:
    """Return what each card in each hand can be, told to a seat."""
    table = _Table(state)
    own = table.hidden[seat]
    return tuple(
        [table.sets(own) if hand is own else table.sets(hand, own) for hand in table.hidden]
    )


def of_holders(state: State) -> Sets:
    """Return what each seat knows of its own hand."""
    table = _Table(state)
    return tuple([table.sets(hand) for hand in table.hidden])


def of_public(state: State) -> Sets:
    """Return what everybody knows of each hand, whoever else knows more."""
    table = _Table(state)
    flat = iter(table.joint(table.hidden))
    return tuple(tuple(islice(flat, len(hand))) for hand in state.hands)


_Hidden = tuple[Hand, tuple[int, ...], list[int]]
"""A hand, what hints say about it, and of how many cards each can be one if all other hands were
seen."""


class _Table:
    """What nobody sees, and the hands, each of which somebody does not see."""

    def __init__(self, state: State) -> None:
        known = faces(state.deal.girls, state.rules.counts)
        self._fields = fields = known.fields
        self._kinds, self._bits = known.kinds_left[state.drawn], known.bits_left[state.drawn]
        self.hidden: list[_Hidden] = []
        for positions, masks in zip(state.hands, state.allowed, strict=True):
            hand = known[positions]
            unseen = self._bits | hand.bits
            room = [(fields[kinds] & unseen).bit_count() for kinds in masks]
            self.hidden.append((hand, masks, room))

    def sets(self, hidden: _Hidden, other: _Hidden | None = None) -> tuple[int, ...]:
        """Return what each card of a hand can be for those who see neither it nor another one."""
        hand, masks, room = hidden
        kinds = self._kinds | hand.kinds
        if other is not None:
            kinds |= other[0].kinds
            room = room + other[2]
        if _is_ample(room):
            return tuple([allowed & kinds for allowed in masks])
        return self.joint((hidden, other) if other else (hidden,))[: len(masks)]

    def joint(self, hands: Iterable[_Hidden]) -> tuple[int, ...]:
        """Return what the cards of some hands can be, one hand after another, if all are hidden."""
        allowed: tuple[int, ...] = ()
        unseen = self._bits
        for hand, masks, _ in hands:
            allowed += masks
            unseen |= hand.bits
        return narrowed(allowed, self._fields.counts(unseen))


def _is_ample(room: list[int]) -> bool:
    """Say whether any card can be any of its kinds and still leave enough for all others.

    It does if the others, those with the least room first, find more cards than were taken before.
    """
    count = len(room)
    if not count or min(room) >= count:
        return True
    return all(cards > place for place, cards in enumerate(sorted(room)[:-1], 1))
