"""Tables at which something is about to happen."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from majokko_rules.cards.magion import Deal, Rules, State, begin
from majokko_rules.cards.magion.cards import GIRLS, NUMBERS, SIGNS
from majokko_rules.cards.magion.happened import NAMES
from majokko_rules.cards.magion.state import Making, making
from majokko_rules.rulesets import shelf

MAGION = shelf.find("magion@1")
WALPURGISNACHT = "walpurgisnacht"


def rules(players: int = 4, **options: bool) -> Rules:
    return Rules.of(MAGION, players, options)


def changed(text: str, players: int = 4, **options: bool) -> Rules:
    """Return the rules that a file of an installation makes."""
    head = 'id = "home"\nversion = 1\nextends = "magion@1"\n'
    taken, refused = shelf.built_in().with_files([("home.toml", head + text)])

    assert not refused, refused
    return Rules.of(taken.find("home@1"), players, options)


def table(
    rules: Rules,
    hand: Sequence[str] = (),
    *,
    others: Mapping[int, Sequence[str]] | None = None,
    placed: Mapping[str, int] | None = None,
    markers: int = 0,
    revealed: Sequence[str] = (),
    witches: Sequence[str] | None = None,
    deck: Sequence[str] | int | None = None,
    orders: Sequence[Sequence[str]] = (),
) -> State:
    """Seat 0 is to act, and holds `hand`; whoever is not in `others` holds what is left over.

    `placed` are parts that lie there already, `revealed` face-up witches with the top one last,
    `witches` face-down ones with the top one first (all others, unless said), `deck` the cards that
    are still to draw, or how many.
    """
    said = {0: list(hand), **{seat: list(cards) for seat, cards in (others or {}).items()}}
    stacks = [
        [f"{girl}-{part}" for part in range(1, (placed or {}).get(girl, 0) + 1)] for girl in GIRLS
    ]
    named = [deck] if isinstance(deck, Sequence) else []
    left = Counter(rules.deck)
    left.subtract(Counter(card for cards in (*said.values(), *stacks, *named) for card in cards))
    assert min(left.values()) >= 0, "there are not so many of a card"
    rest = [*left.elements()]
    hands = [said.get(seat, []) for seat in range(rules.players)]
    for cards in hands:
        cards += [rest.pop() for _ in range(rules.hand - len(cards))]
    going_round = [cards[slot] for slot in range(rules.hand) for cards in hands]
    many = deck if isinstance(deck, int) else len(rest)
    below = list(deck) if isinstance(deck, Sequence) else rest[:many]
    names = [*going_round, *(card for stack in stacks for card in stack), *below]
    deal = Deal(
        tuple(NUMBERS[name] for name in names),
        tuple(range(1, 9)),
        0,
        tuple(numbers(rules, each) for each in orders),
    )
    state = making(begin(rules, deal))
    _lay(state, stacks)
    _show(state, markers, numbers(rules, revealed), witches)
    return state.made()


def _lay(state: Making, stacks: Sequence[Sequence[str]]) -> None:
    positions = []
    for stack in stacks:
        positions.append(tuple(range(state.drawn, state.drawn + len(stack))))
        state.drawn += len(stack)
    state.stacks = tuple(positions)
    state.placed = tuple(len(stack) for stack in stacks)


def _show(
    state: Making, markers: int, revealed: tuple[int, ...], witches: Sequence[str] | None
) -> None:
    state.markers = markers
    state.witches_revealed = revealed
    if witches is None:
        down = tuple(each for each in range(1, 10) if each not in revealed)
    else:
        down = numbers(state.rules, witches)
    state.witch_deck = down[::-1]
    state.witches_known = int(9 in down and down[-1] == 9)
    state.witches_discarded = tuple(set(range(1, 10)) - set(down) - set(revealed))


def numbers(rules: Rules, keys: Sequence[str]) -> tuple[int, ...]:
    return tuple(rules.witch_keys.index(key) + 1 for key in keys)


def keys(state: State, witches: Sequence[int]) -> list[str]:
    return [state.rules.witch_keys[witch - 1] for witch in witches]


def sign(name: str) -> int:
    return SIGNS.index(name)


def girl(name: str) -> int:
    return GIRLS.index(name)


def happened(state: State) -> list[tuple[Any, ...]]:
    """What the last move did, each thing with its name."""
    return [(NAMES[type(each)], *each) for each in state.happened]


def names(state: State) -> list[str]:
    return [NAMES[type(each)] for each in state.happened]


def hand_of(state: State, seat: int) -> list[str]:
    return [card(state, position) for position in state.hands[seat]]


def card(state: State, position: int) -> str:
    return next(name for name, number in NUMBERS.items() if number == state.deal.girls[position])
