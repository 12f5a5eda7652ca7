"""What a hint is worth to whoever gets it."""

from collections.abc import Iterator
from math import log2

from majokko_rules.cards.bots.outlook import Outlook
from majokko_rules.cards.magion import Ask, Hint, View
from majokko_rules.cards.magion.cards import SHOWN

PLAYS = 10.0
"""What a card is worth that its holder can play for certain afterwards; a bit of knowledge is 1."""


def worth(seen: View, outlook: Outlook, hint: Hint | Ask) -> float:
    if isinstance(hint, Ask):
        return _hoped(seen, outlook, SHOWN[hint.sign])
    return _told(seen, outlook, hint.to, SHOWN[hint.sign])


def _told(seen: View, outlook: Outlook, to: int, shown: int) -> float:
    """Return what a hint is worth whose answer one sees."""
    promised = _promised(seen, outlook)
    value = 0.0
    for card, kinds in zip(seen.cards[to], seen.possible[to], strict=True):
        assert card is not None, "nobody tells oneself anything"
        after = kinds & (shown if shown >> card & 1 else ~shown)
        if not after & ~outlook.playable and card not in promised:
            promised.add(card)
            value += PLAYS
        value += _learnt(outlook, kinds, after)
    return value


def _promised(seen: View, outlook: Outlook) -> set[int]:
    """Return the kinds that somebody knows to be playable; a second card of them gains nothing."""
    return {
        card
        for cards, sets in zip(seen.cards, seen.possible, strict=True)
        for card, kinds in zip(cards, sets, strict=True)
        if card is not None and not kinds & ~outlook.playable
    }


def _hoped(seen: View, outlook: Outlook, shown: int) -> float:
    """Return what a question about one's own hand is worth on average."""
    return sum(
        chance * (_learnt(outlook, kinds, after) + PLAYS * _becomes_playable(outlook, kinds, after))
        for kinds in seen.possible[seen.viewer]
        for chance, after in _answers(outlook, kinds, shown)
    )


def _answers(outlook: Outlook, kinds: int, shown: int) -> Iterator[tuple[float, int]]:
    for after in (kinds & shown, kinds & ~shown):
        if after:
            yield outlook.likely(after, kinds), after


def _becomes_playable(outlook: Outlook, before: int, after: int) -> bool:
    return bool(before & ~outlook.playable) and not after & ~outlook.playable


def _learnt(outlook: Outlook, before: int, after: int) -> float:
    """Return what it is worth to know more of a card, even if it cannot be played for that."""
    if not before & ~outlook.playable or not before & ~outlook.useless:
        return 0
    many, fewer = outlook.number(before), outlook.number(after)
    return log2(many / fewer) if many and fewer else 0
