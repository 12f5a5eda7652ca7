"""Whole hands of dice, for modifiers in an order that no closed form covers.

A hand is the sorted values of the dice that count. A modifier turns each die into one or several,
or keeps some of the hand; all hands are followed with their weights.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from math import comb

from majokko_rules.dice.conditions import Faces, exploding, meets
from majokko_rules.dice.tree import Bound, Explode, Keep, Modifier, Reroll
from majokko_rules.dice.weighing.changes import Conditions, Explosion, bound, rethrown
from majokko_rules.dice.weighing.ranking import ranks
from majokko_rules.odds import Distribution, Work

Hand = tuple[int, ...]
Hands = Mapping[Hand, int]

_STEPS = 50
"""What it costs to put two hands together; more than it takes, because most is found out late."""


def followed(
    count: int, faces: Faces, die: Distribution, modifiers: Sequence[Modifier], work: Work
) -> Distribution:
    """The sum of `count` dice after `modifiers`.

    >>> from majokko_rules.dice.tree import Keep
    >>> best = Keep(keep=True, highest=True, count=1)
    >>> followed(2, 6, Distribution.die(6), [best], Work()).probability(6)
    Fraction(11, 36)
    """
    table = _Table(count, faces, die, work)
    for modifier in modifiers:
        table.act(modifier)
    return table.total()


class _Table:
    """All hands that may lie there; weights are over `whole`."""

    def __init__(self, count: int, faces: Faces, die: Distribution, work: Work) -> None:
        hands = comb(len(die.weights) + count, count)  # of up to `count` dice
        work.spend((_STEPS + count) * hands * len(die.weights))
        self._faces, self._die, self._work = faces, die, work
        self._whole = die.whole**count
        self._hands: dict[Hand, int] = {(): 1}
        for _ in range(count):
            self._hands = _joined(self._hands, _singles(die))

    def total(self) -> Distribution:
        weights: dict[int, int] = {}
        for hand, weight in self._hands.items():
            weights[sum(hand)] = weights.get(sum(hand), 0) + weight
        return Distribution(weights, self._whole)

    def act(self, modifier: Modifier) -> None:
        match modifier:
            case Keep():
                self._each(lambda hand: _kept(hand, modifier))
            case Bound():
                self._each(lambda hand: tuple(sorted(bound(v, modifier) for v in hand)))
            case Reroll():
                new = rethrown(modifier, self._die)
                self._replace(modifier.conditions, lambda _: _singles(new), new.whole)
            case Explode():
                self._explode(modifier)

    def _each(self, change: Callable[[Hand], Hand]) -> None:
        self._work.spend(_STEPS * len(self._hands))
        hands: dict[Hand, int] = {}
        for hand, weight in self._hands.items():
            _add(hands, change(hand), weight)
        self._hands = hands

    def _explode(self, rule: Explode) -> None:
        """Follow each die until half of the tail is left, and drop hands for the other half."""
        explosion = Explosion.of(self._die, rule, self._die, self._faces, self._work)
        depth = explosion.depth(max(map(len, self._hands)), self._work.tail)
        extra = self._extra(explosion, depth)

        def brought(value: int) -> Hands:
            hands: dict[Hand, int] = {}
            for hand, weight in extra.items():
                whole = (value + sum(hand),) if rule.compound else _sorted(hand, (value,))
                _add(hands, whole, weight)
            return hands

        self._replace(exploding(rule, self._faces), brought, explosion.more.whole**depth)
        if depth != rule.cap:
            least = self._whole * self._work.tail / (2 * len(self._hands))
            self._hands = {hand: w for hand, w in self._hands.items() if w >= least}

    def _extra(self, explosion: Explosion, depth: int) -> Hands:
        """The dice that one exploding die brings, over the `depth`th power of their whole."""
        last, more = _singles(explosion.last), _singles(explosion.more)
        extra: dict[Hand, int] = {}
        row: Hands = {(): 1}
        for rest in range(depth - 1, -1, -1):
            self._work.spend(_STEPS * len(row) * (len(last) + len(more)))
            scale = explosion.more.whole**rest
            for hand, weight in _joined(row, last).items():
                _add(extra, hand, weight * scale)
            row = _joined(row, more)
        if depth == explosion.cap:
            for hand, weight in row.items():
                _add(extra, hand, weight)
        return extra

    def _replace(self, conditions: Conditions, by: Callable[[int], Hands], unit: int) -> None:
        """Put other dice in the place of those that meet a condition; `by` is over `unit`."""
        brought = cache(by)
        longest = max(map(len, self._hands))
        hands: dict[Hand, int] = {}
        for hand, weight in self._hands.items():
            met = [value for value in hand if meets(value, conditions)]
            rest = tuple(value for value in hand if not meets(value, conditions))
            fan: Hands = {rest: weight * unit ** (longest - len(met))}
            for value in met:
                self._work.spend(_STEPS * len(fan) * len(brought(value)))
                fan = _joined(fan, brought(value))
            for new, weight_ in fan.items():
                _add(hands, new, weight_)
        self._hands = hands
        self._whole *= unit**longest


def _kept(hand: Hand, rule: Keep) -> Hand:
    first, last = ranks(len(hand), (rule,))
    return hand[len(hand) - last : len(hand) - first]


def _singles(die: Distribution) -> Hands:
    return {(value,): weight for value, weight in die.weights.items()}


def _sorted(a: Hand, b: Hand) -> Hand:
    return tuple(sorted(a + b))


def _add(hands: dict[Hand, int], hand: Hand, weight: int) -> None:
    hands[hand] = hands.get(hand, 0) + weight


def _joined(a: Hands, b: Hands) -> dict[Hand, int]:
    hands: dict[Hand, int] = {}
    for x, wx in a.items():
        for y, wy in b.items():
            _add(hands, _sorted(x, y), wx * wy)
    return hands
