"""What cards are still good for, by all that one seat sees."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Self

from majokko_rules.cards.magion import View
from majokko_rules.cards.magion.cards import ALL, HEAD, NEXT, PARTS, kind, mask, members

_WILD = 3.0
_SCARCE = {1: 10.0, 2: 2.5}
_PLENTY = 1.0


@dataclass(frozen=True, slots=True)
class Outlook:
    """`playable` kinds fit now, `useless` ones never will.

    `left` counts the cards of each kind that are neither placed nor discarded, `unseen` those of
    them that the viewer does not see either.
    """

    playable: int
    useless: int
    left: tuple[int, ...]
    unseen: tuple[int, ...]
    _numbers: dict[int, int] = field(default_factory=dict, compare=False)
    """What was counted before; hints are weighed by the same sets again and again."""

    @classmethod
    def of(cls, seen: View) -> Self:
        gone = [*seen.discarded, *_placed(seen)]
        held = [card for cards in seen.cards for card in cards if card is not None]
        left = _less(seen.rules.counts, gone)
        return cls(playable(seen), _useless(seen, left), left, _less(left, held))

    def loss(self, kind: int) -> float:
        """Return what it costs to discard a card of a kind."""
        if self.useless >> kind & 1:
            return 0
        return _WILD if kind == ALL else _SCARCE.get(self.left[kind], _PLENTY)

    def feared_loss(self, kinds: int) -> float:
        """Return what it costs on average to discard a card that can be one of some kinds."""
        weights = {each: self.unseen[each] for each in members(kinds)}
        total = sum(weights.values())
        return sum(self.loss(each) * weight for each, weight in weights.items()) / max(total, 1)

    def likely(self, kinds: int, among: int) -> float:
        """Return how likely a card that can be one of `among` is one of `kinds`."""
        return self.number(kinds & among) / max(self.number(among), 1)

    def number(self, kinds: int) -> int:
        """Return how many cards of some kinds the viewer does not see."""
        if kinds not in self._numbers:
            self._numbers[kinds] = sum(self.unseen[each] for each in members(kinds))
        return self._numbers[kinds]


def playable(seen: View) -> int:
    """Return the kinds that fit now."""
    kinds = 0
    for girl in seen.rules.girls:
        kinds |= NEXT[girl][seen.placed[girl]]
    return kinds | (any(seen.placed[girl] + 1 < HEAD for girl in seen.rules.wanted) << ALL)


def _placed(seen: View) -> Iterator[int]:
    """Yield the kinds of the cards that lie there; wild ones are wild."""
    for girl in seen.rules.girls:
        for part in range(1, seen.placed[girl] + 1):
            each = kind(girl, part)
            yield ALL if seen.wilds >> each & 1 else each
    if seen.pending:
        yield ALL


def _less(counts: Iterable[int], cards: Iterable[int]) -> tuple[int, ...]:
    left = [*counts]
    for each in cards:
        left[each] -= 1
    return tuple(left)


def _useless(seen: View, left: tuple[int, ...]) -> int:
    """Return the kinds that are placed already, or that a lost card comes before."""
    dead = mask(each for girl in range(6) for each in _dead(seen, girl, left))
    wild_fits = any(seen.placed[girl] + 1 < HEAD for girl in seen.rules.wanted)
    return dead | (not wild_fits) << ALL


def _dead(seen: View, girl: int, left: tuple[int, ...]) -> Iterator[int]:
    done = seen.placed[girl] if girl in seen.rules.girls else PARTS
    wild = left[ALL] > 0 and girl in seen.rules.wanted
    reaches = True
    for part in range(1, PARTS + 1):
        each = kind(girl, part)
        if part <= done or not reaches:
            yield each
        elif not left[each] and not (wild and part < HEAD):
            reaches = False
