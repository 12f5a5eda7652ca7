"""Other worlds: games that somebody cannot tell from the one that is played.

What differs is what the viewer has seen by no means: cards in the deck and in hands whose holders
the viewer does not see, and the order of face-down witches nobody has looked at.
"""

from dataclasses import replace
from random import Random

from majokko_rules.cards.magion import Deal, State
from majokko_rules.cards.magion.view import ALL, Viewer, seen, view

_TRIES = 60


def other_world(state: State, viewer: Viewer, chance: Random) -> Deal:
    """Return another deal, from which the same moves look the same to a viewer up to this state."""
    assert viewer != ALL
    deal = replace(state.deal, girls=_girls(state, viewer, chance))
    return _with_other_witches(deal, state, viewer, chance)


def _girls(state: State, viewer: Viewer, chance: Random) -> tuple[int, ...]:
    """Let unseen cards change places as long as every hint stays true."""
    girls = list(state.deal.girls)
    unseen = sorted({*range(len(girls))} - {*seen(state, viewer)})
    allowed = {
        position: kinds
        for hand, masks in zip(state.hands, state.allowed, strict=True)
        for position, kinds in zip(hand, masks, strict=True)
    }
    for _ in range(_TRIES if len(unseen) > 1 else 0):
        one, other = chance.sample(unseen, 2)
        if _may_be(girls[other], one, allowed) and _may_be(girls[one], other, allowed):
            girls[one], girls[other] = girls[other], girls[one]
    return tuple(girls)


def _may_be(kind: int, position: int, allowed: dict[int, int]) -> bool:
    return bool(allowed.get(position, -1) >> kind & 1)


def _with_other_witches(deal: Deal, state: State, viewer: Viewer, chance: Random) -> Deal:
    """Let witches whose place nobody knows change places, in the last order they were put into."""
    known = {witch for witch in view(state, viewer).witch_deck if witch is not None}
    hidden = [witch for witch in state.witch_deck if witch not in known]
    swaps = dict(zip(hidden, chance.sample(hidden, len(hidden)), strict=True))
    last = state.shuffles - 1
    if last < 0:
        return replace(deal, witches=tuple(swaps.get(each, each) for each in deal.witches))
    order = tuple(swaps.get(each, each) for each in deal.orders[last])
    return replace(deal, orders=(*deal.orders[:last], order, *deal.orders[last + 1 :]))
