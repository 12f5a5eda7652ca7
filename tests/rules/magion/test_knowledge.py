"""What each card can still be, held against somebody who tries out every deck."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from majokko_rules.cards.magion import Action, Discard, Hint, Rules, State, play
from majokko_rules.cards.magion.cards import NAMES, mask, members
from majokko_rules.cards.magion.matching import narrowed
from majokko_rules.cards.magion.view import ALL, PUBLIC, view
from tests.rules.magion.table import changed, rules, sign, table
from tests.rules.magion.wandering import reached, seeds, tables


@st.composite
def crowded(draw: st.DrawFn) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Cards with a few kinds each, of which hardly more are left, but enough."""
    counts = draw(st.lists(st.integers(0, 2), min_size=2, max_size=5).filter(any))
    cards = [kind for kind, count in enumerate(counts) for _ in range(count)]
    truth = draw(st.permutations(cards))[:5]
    noise = [draw(st.integers(0, (1 << len(counts)) - 1)) for _ in truth]
    return tuple(1 << kind | more for kind, more in zip(truth, noise, strict=True)), tuple(counts)


@given(crowded())
def test_matching_finds_what_trying_out_everything_finds(
    crowd: tuple[tuple[int, ...], tuple[int, ...]],
) -> None:
    masks, counts = crowd
    ways = [
        way
        for way in product(*(members(kinds) for kinds in masks))
        if all(way.count(kind) <= count for kind, count in enumerate(counts))
    ]

    assert narrowed(masks, counts) == tuple(mask({*column}) for column in zip(*ways, strict=True))


@given(tables, seeds)
def test_a_kind_is_possible_if_and_only_if_some_deck_agrees_with_all_that_is_seen(
    by: Rules, seed: int
) -> None:
    state = reached(by, seed)
    for viewer in (*range(by.players), PUBLIC, ALL):
        possible = view(state, viewer).possible

        assert possible == tuple(
            _sets(state, seat, _hidden(state, viewer, seat)) for seat in range(by.players)
        )


def _hidden(state: State, viewer: int, holder: int) -> Sequence[int]:
    """The hands that somebody does not see, of those who share what is told about a hand."""
    if viewer == PUBLIC:
        return range(state.rules.players)
    return [holder] if viewer == ALL else sorted({holder, viewer})


def _sets(state: State, seat: int, hidden: Sequence[int]) -> tuple[int, ...]:
    """Try every kind for every card of a hand, and see whether all hidden cards can be something.

    Cards are counted the other way round than in the rules: the whole deck, less what is seen.
    """
    seen = [
        *state.discard,
        *(position for stack in state.stacks for position in stack),
        *(position for other, hand in enumerate(state.hands) if other not in hidden
          for position in hand),
        *([state.pending.position] if state.pending else []),
    ]  # fmt: skip
    left = list(state.rules.counts)
    for position in seen:
        left[state.deal.girls[position]] -= 1
    others = [kinds for other in hidden if other != seat for kinds in state.allowed[other]]
    own = state.allowed[seat]
    return tuple(
        mask(
            kind
            for kind in members(kinds)
            if _works(tuple(sorted([1 << kind, *own[:slot], *own[slot + 1 :], *others])), *left)
        )
        for slot, kinds in enumerate(own)
    )


@lru_cache(maxsize=100_000)
def _works(masks: tuple[int, ...], *left: int) -> bool:
    """Say whether each card can be something, by trying the one with the fewest ways first."""
    if not masks:
        return True
    ways = [[kind for kind in members(kinds) if left[kind]] for kinds in masks]
    hardest = min(range(len(masks)), key=lambda card: len(ways[card]))
    rest = (*masks[:hardest], *masks[hardest + 1 :])
    return any(
        _works(rest, *left[:kind], left[kind] - 1, *left[kind + 1 :])
        for kind in sorted(ways[hardest], key=lambda kind: -left[kind])
    )


def test_only_what_lies_open_is_known_at_the_beginning() -> None:
    state = table(rules(), others={1: ["madoka-4"], 2: ["sayaka-3"], 3: ["all", "all", "all"]})
    out = {*NAMES} - names(view(state, 0).possible[0][0])

    assert {"madoka-4", "sayaka-3", "all", "qb-1", "qb-2", "qb-3", "qb-4"} <= out
    assert names(view(state, PUBLIC).possible[0][0]) == {*NAMES[:20], "all"}


def test_what_is_told_of_another_hand_counts_no_card_that_one_of_both_does_not_see() -> None:
    """Seat 0 holds the only head of Madoka. All others know then that they do not; seat 0 would
    learn from that what it holds.
    """
    state = table(rules(), ["madoka-4"])
    told = {
        viewer: "madoka-4" in names(view(state, viewer).possible[3][0])
        for viewer in (0, 1, 2, 3, PUBLIC, ALL)
    }

    assert told == {0: True, 1: False, 2: False, 3: False, PUBLIC: True, ALL: False}


OTHERS = {1: ["homura-1", "homura-2", "mami-2", "mami-2", "kyoko-1", "kyoko-1"]}


def test_two_cards_that_use_up_two_kinds_leave_neither_to_a_card_drawn_later() -> None:
    own = ["madoka-2", "madoka-3", "mami-1", "mami-4", "kyoko-1", "kyoko-3"]
    state = table(
        changed("[numbers]\nmarkers = 20", 2), own, others=OTHERS, deck=["kyoko-2", "kyoko-2"]
    )
    state = played(state, Hint(1, nameable(state)), Hint(0, sign("madoka")))
    state = played(state, Hint(1, nameable(state)), Hint(0, sign("1")))
    state = played(state, Hint(1, nameable(state)), Hint(0, sign("4")), Discard(5))
    first, second, *_, drawn = map(names, view(state, 0).possible[0])

    assert first == second == {"madoka-2", "madoka-3"}
    assert not drawn & {"madoka-2", "madoka-3"}
    assert {"madoka-1", "madoka-4"} <= drawn


def played(state: State, *actions: Action) -> State:
    for action in actions:
        state = play(state, action)
    return state


def nameable(state: State) -> int:
    return members(state.signs[1])[0]


def names(kinds: int) -> set[str]:
    return {NAMES[kind] for kind in members(kinds)}
