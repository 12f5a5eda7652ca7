"""Which kinds a card can be, if every other card has to be something, too.

Cards that nobody sees share what is left of the deck: two cards that can only be the last two parts
of a girl leave those to no third one. This is a matching of cards to kinds, and Hall's condition
says where it leaves no room.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache


@lru_cache(maxsize=4096)
def narrowed(masks: tuple[int, ...], counts: tuple[int, ...]) -> tuple[int, ...]:
    """Return what is left of each card's set of kinds when all cards get one at once.

    `counts` are the cards that there are of each kind. There must be a way.

    >>> narrowed((0b011, 0b011, 0b111), (1, 1, 1))
    (3, 3, 4)
    """
    taken = _assigned(masks, counts)
    free = sum(1 << kind for kind, cards in enumerate(taken) if len(cards) < counts[kind])
    leads = [_union(masks, cards) for cards in taken]
    roomy = _reaching(free, leads)
    sets = [0] * len(masks)
    for kind, cards in enumerate(taken):
        if not cards:
            continue
        swaps = roomy if roomy >> kind & 1 else roomy | _reaching(1 << kind, leads)
        for card in cards:
            sets[card] = masks[card] & swaps
    return tuple(sets)


def _assigned(masks: Sequence[int], counts: Sequence[int]) -> list[list[int]]:
    """Return for each kind cards that can be it, so that every card is somewhere."""
    taken: list[list[int]] = [[] for _ in counts]
    for card in range(len(masks)):
        found = _settle(card, masks, counts, taken, set())
        assert found, "the cards that are there are one way"
    return taken


def _settle(
    card: int,
    masks: Sequence[int],
    counts: Sequence[int],
    taken: list[list[int]],
    tried: set[int],
) -> bool:
    """Find a kind for a card, and others for those in its way if need be."""
    for kind in _bits(masks[card]):
        if kind in tried or not counts[kind]:
            continue
        tried.add(kind)
        if len(taken[kind]) < counts[kind]:
            taken[kind].append(card)
            return True
        for place, other in enumerate(taken[kind]):
            if _settle(other, masks, counts, taken, tried):
                taken[kind][place] = card
                return True
    return False


def _union(masks: Sequence[int], cards: Sequence[int]) -> int:
    kinds = 0
    for card in cards:
        kinds |= masks[card]
    return kinds


def _reaching(ends: int, leads: Sequence[int]) -> int:
    """Return the kinds from which cards can move on, one for another, until one of `ends`."""
    found, before = ends, 0
    while found != before:
        before = found
        for kind, leads_to in enumerate(leads):
            if leads_to & found:
                found |= 1 << kind
    return found


def _bits(kinds: int) -> Iterator[int]:
    while kinds:
        low = kinds & -kinds
        yield low.bit_length() - 1
        kinds ^= low
