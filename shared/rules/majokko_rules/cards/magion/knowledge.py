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
from itertools import accumulate, chain, count, islice
from operator import or_

from majokko_rules.cards.magion.cards import EVERY, KINDS
from majokko_rules.cards.magion.matching import narrowed
from majokko_rules.cards.magion.state import State


class _Cards:
    """The cards of a deck as bits, above those of the kinds: one integer says which kinds somebody
    does not see, and how many cards of each.
    """

    def __init__(self, counts: Sequence[int]) -> None:
        bits = (1 << place for place in count(KINDS))
        cards = [[next(bits) for _ in range(n)] for n in counts]
        self.of_kind = [[1 << kind | each for each in bits] for kind, bits in enumerate(cards)]
        self.size = sum(counts)
        self.fields = _Fields([sum(each) for each in cards])


class _Fields(dict[int, int]):
    """For a set of kinds the bits of all their cards; each set is worked out once."""

    def __init__(self, kinds: Sequence[int]) -> None:
        self.kinds = kinds

    def __missing__(self, kinds: int) -> int:
        self[kinds] = sum(bits for kind, bits in enumerate(self.kinds) if kinds >> kind & 1)
        return self[kinds]

    def counts(self, unseen: int) -> tuple[int, ...]:
        """Return how many cards of each kind there are among some."""
        return tuple([(bits & unseen).bit_count() for bits in self.kinds])


_cards = lru_cache(maxsize=64)(_Cards)


class Faces(dict[tuple[int, ...], tuple[tuple[int, ...], int]]):
    """The cards of one deal: for each hand that is asked for, their kinds and all their bits."""

    def __init__(self, girls: tuple[int, ...], counts: tuple[int, ...]) -> None:
        cards = _cards(counts)
        self.girls = girls
        self.fields = cards.fields
        stacks = [iter(each) for each in cards.of_kind]
        self._bits = [next(stacks[kind]) for kind in girls]
        missing = 0
        if len(girls) < cards.size:
            for each in chain(*stacks):
                missing |= each
        self.below = [*accumulate(reversed(self._bits), or_, initial=missing)][::-1]
        """What lies beneath so many drawn cards, with what a practice deal leaves out: nobody is
        told which cards these are."""

    def __missing__(self, hand: tuple[int, ...]) -> tuple[tuple[int, ...], int]:
        girls, bits, known = self.girls, 0, self._bits
        for position in hand:
            bits |= known[position]
        self[hand] = tuple([girls[position] for position in hand]), bits
        return self[hand]

    def __repr__(self) -> str:
        """Tell nothing of what is secret."""
        return "Faces()"


faces = lru_cache(maxsize=64)(Faces)
"""The cards of a deal, out of a deck with so many of each kind."""


Sets = tuple[tuple[int, ...], ...]
"""For each hand and each of its cards a set of kinds."""

_Hidden = tuple[int, tuple[int, ...], list[int]]
"""A hand: its bits, what hints say about its cards, and of how many cards each can be one if all
other hands were seen."""
_NOTHING: _Hidden = (0, (), [])


def of_seat(state: State, seat: int) -> Sets:
    """Return what each card in each hand can be, told to a seat."""
    known = faces(state.deal.girls, state.rules.counts)
    hands = _hidden(state, known)
    own = hands[seat]
    below = known.below[state.drawn]
    if _is_plenty(hands):
        below |= own[0]
        return tuple([_among(below | bits, masks) for bits, masks, _ in hands])
    return tuple([_sets(known, below, hand, _NOTHING if hand is own else own) for hand in hands])


def of_holders(state: State) -> Sets:
    """Return what each seat knows of its own hand."""
    known = faces(state.deal.girls, state.rules.counts)
    below = known.below[state.drawn]
    return tuple([_sets(known, below, hand, _NOTHING) for hand in _hidden(state, known)])


def of_public(state: State) -> Sets:
    """Return what everybody knows of each hand, whoever else knows more."""
    known = faces(state.deal.girls, state.rules.counts)
    flat = iter(_joint(known, known.below[state.drawn], _hidden(state, known)))
    return tuple(tuple(islice(flat, len(hand))) for hand in state.hands)


def _hidden(state: State, known: Faces) -> list[_Hidden]:
    below, fields = known.below[state.drawn], known.fields
    hands: list[_Hidden] = []
    for positions, masks in zip(state.hands, state.allowed, strict=True):
        bits = known[positions][1]
        unseen = below | bits
        hands.append((bits, masks, [(fields[kinds] & unseen).bit_count() for kinds in masks]))
    return hands


def _among(unseen: int, masks: tuple[int, ...]) -> tuple[int, ...]:
    return tuple([kinds & unseen for kinds in masks])


def _sets(known: Faces, below: int, hand: _Hidden, other: _Hidden) -> tuple[int, ...]:
    """Return what each card of a hand can be for those who see neither it nor another one."""
    bits, masks, room = hand
    if _is_ample(room + other[2]):
        return _among(below | bits | other[0], masks)
    return _joint(known, below, (hand, other))[: len(masks)]


def _is_plenty(hands: Sequence[_Hidden]) -> bool:
    """Say at a glance whether `_is_ample` holds for every two hands."""
    most = 2 * max([len(masks) for _, masks, _ in hands])
    return min([min(room, default=most) for _, _, room in hands]) >= most


def _is_ample(room: list[int]) -> bool:
    """Say whether any card can be any of its kinds and still leave enough for all others.

    It does if the others, those with the least room first, find more cards than were taken before.
    """
    room.sort()
    return all(found > taken for taken, found in enumerate(room[:-1], 1))


def _joint(known: Faces, below: int, hands: Iterable[_Hidden]) -> tuple[int, ...]:
    """Return what the cards of some hands can be, one hand after another, if all are hidden."""
    masks: list[int] = []
    unseen = below
    for bits, allowed, _ in hands:
        masks += allowed
        unseen |= bits
    unseen = _settle(known.fields, unseen, masks)
    loose = [place for place, kinds in enumerate(masks) if kinds & (kinds - 1)]
    if not _is_ample([(known.fields[masks[place]] & unseen).bit_count() for place in loose]):
        sets = narrowed(tuple([masks[place] for place in loose]), known.fields.counts(unseen))
        for place, kinds in zip(loose, sets, strict=True):
            masks[place] = kinds
    return tuple(masks)


def _settle(fields: _Fields, unseen: int, masks: list[int]) -> int:
    """Take cards that can be of one kind only out of what is unseen, until nothing follows any more
    for others, and return the rest.
    """
    loose = [*range(len(masks))]
    kinds_before = -1
    while unseen & EVERY != kinds_before:
        kinds_before = unseen & EVERY
        for place in loose:
            masks[place] &= unseen
        single = [place for place in loose if not masks[place] & (masks[place] - 1)]
        loose = [place for place in loose if masks[place] & (masks[place] - 1)]
        for kinds in [masks[place] for place in single]:
            cards = fields[kinds] & unseen
            one = cards & -cards
            unseen ^= one if cards != one else one | kinds
    return unseen
