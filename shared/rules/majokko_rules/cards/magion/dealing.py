"""From a shuffled deck to the first turn."""

from collections.abc import Mapping, Sequence
from functools import cache

from majokko_rules.cards.magion.cards import BORNE, HEADS, NUMBERS, WALPURGISNACHT
from majokko_rules.cards.magion.rules import Rules
from majokko_rules.cards.magion.state import Deal, Making, State
from majokko_rules.errors import InvalidValue, UnknownField
from majokko_rules.rulesets.shapes import entries
from majokko_rules.values import escape, integer, plain, printable

_LONGEST = 40
_DEAL = ("girls", "witches", "first")


def practice(rules: Rules, said: Mapping[str, object]) -> Deal:
    """Read a deal that somebody wrote down: `{"girls": […] top first, "witches": […], "first"}`.

    `girls` may leave cards of the deck out, as long as every hand is full; three heads in one hand
    are taken as they lie, and shuffled witches stay in their order. Without `witches` they lie in
    the order of their numbers, and without `first` seat 0 begins.

    Raises InvalidValue and UnknownField, which point into what was said.
    """
    for name in said:
        if name not in _DEAL:
            raise UnknownField("unknown", pointer=f"/{escape(name)}", name=printable(name))
    if "girls" not in said:
        raise InvalidValue("required", pointer="/girls")
    return dealt(
        rules,
        _texts(said["girls"], "/girls"),
        _texts(said.get("witches", rules.witches), "/witches"),
        integer(said.get("first", 0), "/first", 0, rules.players - 1),
    )


def dealt(
    rules: Rules,
    girls: Sequence[str],
    witches: Sequence[str],
    first: int,
    orders: Sequence[Sequence[str]] = (),
) -> Deal:
    """Return a deal by the names of its cards and the keys of its witches, the top ones first.

    Raises InvalidValue, which points to `/girls/…` or `/witches`.
    """
    return Deal(
        girls=_girls(rules, girls),
        witches=_witches(rules, witches, "/witches"),
        first=first,
        orders=tuple(_witches(rules, each, f"/orders/{i}") for i, each in enumerate(orders)),
    )


def _texts(value: object, at: str) -> list[str]:
    return [plain(each, f"{at}/{i}", _LONGEST) for i, each in enumerate(entries(value, at))]


def _girls(rules: Rules, names: Sequence[str]) -> tuple[int, ...]:
    needed = rules.players * rules.hand
    if len(names) < needed:
        raise InvalidValue("too_short", pointer="/girls", limit=needed)
    left = list(rules.counts)
    for place, name in enumerate(names):
        if name not in rules.deck:
            choices = ", ".join(dict.fromkeys(rules.deck))
            raise InvalidValue("not_a_choice", pointer=f"/girls/{place}", choices=choices)
        left[NUMBERS[name]] -= 1
        if left[NUMBERS[name]] < 0:
            limit = rules.counts[NUMBERS[name]]
            raise InvalidValue("no_more", pointer=f"/girls/{place}", name=name, limit=limit)
    return tuple(NUMBERS[name] for name in names)


def _witches(rules: Rules, keys: Sequence[str], at: str) -> tuple[int, ...]:
    if sorted(keys) != sorted(rules.witches):
        raise InvalidValue("each_once", pointer=at, names=", ".join(rules.witches))
    return tuple(rules.witch_keys.index(key) + 1 for key in keys)


def must_deal_again(rules: Rules, girls: Sequence[int]) -> bool:
    """Say whether somebody would hold three heads, so that all girls are shuffled anew.

    Cards go round one by one, so it does not matter who begins. The witches stay as they lie.
    """
    players, cards = rules.players, rules.players * rules.hand
    hands = (girls[seat:cards:players] for seat in range(players))
    return any(sum(HEADS >> kind & 1 for kind in hand) >= rules.redeal for hand in hands)


def begin(rules: Rules, deal: Deal) -> State:
    """Deal one card after another, clockwise from the seat that begins.

    So its hand are the positions 0, n, 2n … of n players, and slot 0 is the first card dealt.
    """
    players = rules.players
    hands = _hands(players, rules.hand, deal.first)
    state = Making()
    state.rules = rules
    state.deal = deal
    state.turn = deal.first
    state.markers = 0
    state.drawn = players * rules.hand
    state.hands = hands
    state.allowed = ((rules.kinds,) * rules.hand,) * players
    state.told = ((0,) * rules.hand,) * players
    state.signs = tuple([signs_of(deal, hand) for hand in hands])
    state.placed = (0,) * 6
    state.stacks = ((),) * 6
    state.wilds = 0
    state.discard = ()
    state.witch_deck = (WALPURGISNACHT, *deal.witches[::-1])
    state.witches_known = 1
    state.witches_revealed = state.witches_discarded = ()
    state.shuffles = 0
    state.beaten = False
    state.pending = None
    state.moves = state.misplays = 0
    state.over = None
    state.happened = ()
    return state.made()


@cache
def _hands(players: int, cards: int, first: int) -> tuple[tuple[int, ...], ...]:
    places = ((seat - first) % players for seat in range(players))
    return tuple(tuple(range(place, players * cards, players)) for place in places)


def signs_of(deal: Deal, hand: Sequence[int]) -> int:
    """Return the signs that the cards at some positions bear."""
    signs = 0
    kinds = deal.girls
    for position in hand:
        signs |= BORNE[kinds[position]]
    return signs
