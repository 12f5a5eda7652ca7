"""Coins kept for the stats: points that count when she is transformed."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import combinations, permutations

from majokko_rules.creation import Because, OneOf, Picks
from majokko_rules.rulesets import Row
from majokko_rules.systems.amgc.creation.girl import Girl, Points
from majokko_rules.systems.amgc.creation.uses.use import Buyer, Use

_AND = "+"


def points(buyer: Buyer, price: Row) -> Sequence[Use]:
    """Offer so many points on one stat, or on several different ones."""
    return (spread(buyer, price["plus"]),)


def one(buyer: Buyer, _: Row) -> Sequence[Use]:
    """Offer a point at the step of the body, as the text may be read."""
    return (spread(buyer, (1,)),)


def spread(buyer: Buyer, plus: Sequence[int]) -> Use:
    """Offer stats for these points: one option for each way to lay them, `STR+AGI`."""
    ways = _ways(buyer.book.stats, plus)

    def change(picks: Picks, coin: Because) -> Girl:
        laid = zip(ways[str(picks["stat"])], plus, strict=True)
        more = tuple(Points(stat, each, coin) for stat, each in laid)
        return replace(buyer.girl, points=(*buyer.girl.points, *more))

    return Use(_AND.join(map(str, plus)), (OneOf("stat", tuple(ways)),), change)


def _ways(stats: Sequence[str], plus: Sequence[int]) -> Mapping[str, tuple[str, ...]]:
    alike = len(set(plus)) == 1
    found = (combinations if alike else permutations)(stats, len(plus))
    return {_AND.join(way): way for way in found}
