"""Games at random that go on for long: whoever plays them peeks at its cards, and loses seldom."""

from collections.abc import Iterator
from random import Random

from hypothesis import strategies as st

from majokko_rules.cards.magion import Deal, Play, Rules, State, begin, is_fatal, legal, play
from majokko_rules.cards.magion.actions import Action
from majokko_rules.cards.magion.cards import ALL, NEXT, NUMBERS, girl_of
from tests.rules.magion.table import rules

RULES = [
    rules(players, **options)
    for players in (2, 3, 4)
    for options in (
        {},
        {"qb": True},
        {"ask_instead_of_tell": True},
        {"empty_hint": True, "fatal_hint": False, "walpurgis_locks_all": True},
    )
]

seeds = st.integers(0, 2**32)
tables = st.sampled_from(RULES)


def shuffled(by: Rules, chance: Random) -> Deal:
    """Deal at random; three heads in a hand are taken as they lie."""
    girls = [NUMBERS[name] for name in by.deck]
    chance.shuffle(girls)
    orders = tuple(tuple(chance.sample(range(1, 9), 8)) for _ in range(by.orders))
    witches = tuple(chance.sample(range(1, 9), 8))
    return Deal(tuple(girls), witches, chance.randrange(by.players), orders)


def wander(by: Rules, seed: int, most: int = 200) -> Iterator[tuple[State, Action | None]]:
    """Play a game and yield each of its states, with the action that follows."""
    chance = Random(seed)
    state = begin(by, shuffled(by, chance))
    for _ in range(most):
        if state.over:
            break
        action = _chosen(state, chance)
        yield state, action
        state = play(state, action)
    yield state, None


def reached(by: Rules, seed: int) -> State:
    """Return a state of such a game, any of them alike."""
    return Random(seed).choice([state for state, _ in wander(by, seed)])


def _chosen(state: State, chance: Random) -> Action:
    actions = [each for each in legal(state) if not is_fatal(state, each)] or [*legal(state)]
    fitting = [each for each in actions if isinstance(each, Play) and _fits(state, each.slot)]
    others = [each for each in actions if not isinstance(each, Play)]
    if fitting and chance.random() < 0.3:
        return chance.choice(fitting)
    kinds = {type(each) for each in others}
    if chance.random() < 0.03 or not others:
        return chance.choice(actions)
    kind = chance.choice(sorted(kinds, key=lambda each: each.__name__))
    return chance.choice([each for each in others if isinstance(each, kind)])


def _fits(state: State, slot: int) -> bool:
    kind = state.deal.girls[state.hands[state.turn][slot]]
    if kind == ALL:
        return any(state.placed[girl] < 3 for girl in state.rules.wanted)
    return bool(NEXT[girl_of(kind)][state.placed[girl_of(kind)]] >> kind & 1)
