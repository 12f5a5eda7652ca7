"""Games at random, each in two worlds that somebody cannot tell apart.

A story is played in the rules first: so it is known how far the worlds look alike to its viewer. It
goes on for a while after they have parted, for those who watch with a delay must not notice yet.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Literal

from hypothesis import strategies as st

from majokko_rules.cards import magion
from majokko_rules.cards.magion import (
    PUBLIC,
    Action,
    Deal,
    Discard,
    Hint,
    Play,
    Rules,
    State,
    begin,
    is_fatal,
    legal,
    must_deal_again,
    play,
    seen,
    view,
)
from majokko_rules.cards.magion.cards import ALL, HEAD, NEXT, NUMBERS, girl_of
from tests.rules.magion.wandering import RULES, shuffled
from tests.rules.magion.worlds import other_world

Source = Literal["practice", "committed", "board"]
SOURCES: Sequence[Source] = ("practice", "committed", "board")

MOST_MOVES = 18
DELAY = 3
"""Versions by which those who watch lag behind; as many moves follow after the worlds part."""

_TRIES = 20
_ENDING = 0.5
"""How many of the stories on a board are told to the end of the game."""


@dataclass(frozen=True)
class Story:
    """`actions` look the same to the viewer in both worlds, `further` ones can be done in both."""

    number: int
    source: Source
    rules: Rules
    viewer: int
    deals: tuple[Deal, Deal]
    actions: Sequence[Action]
    further: Sequence[Action]
    before: tuple[Sequence[int], Sequence[int]] | None
    """Girls that were dealt first in each world, so that they were dealt again."""

    @property
    def chance(self) -> Random:
        """Decides what else is done, alike in both worlds."""
        return Random(self.number)

    @property
    def differs(self) -> bool:
        return self.deals[0] != self.deals[1]


def stories() -> st.SearchStrategy[Story]:
    """Give stories of every kind; the viewer is a seat more often than the public."""
    return st.builds(
        told,
        st.integers(1, 2**30),
        st.sampled_from(SOURCES),
        st.sampled_from(RULES),
        st.sampled_from((PUBLIC, 0, 0, 1, 1, 2, 3)),
    )


def told(number: int, source: Source, rules: Rules, viewer: int) -> Story:
    """Play a game at random, and find another world for its viewer at some moment of it."""
    chance, viewer = Random(number), min(viewer, rules.players - 1)
    deal = _dealt(rules, source, chance)
    game = [*_played(rules, deal, chance)]
    until = chance.randint(len(game) // 2, len(game) - 1)
    if source == "board" and chance.random() < _ENDING:
        game = [*_lost(game, chance)]
        until = len(game) - 1
    here, actions = game[until][0], [action for _, action in game[:until] if action]
    other = _other(here, viewer, chance, source)
    there = begin(rules, other)
    for action in actions:
        there = play(there, action)
    assert view(here, viewer) == view(there, viewer), "worlds that are alike to their viewer"
    further = [*_further(here, there, viewer, chance)]
    before = None
    if source == "committed" and chance.random() < 0.3:
        before = (_heads(rules, deal, chance), _heads(rules, deal, chance))
    return Story(number, source, rules, viewer, (deal, other), actions, further, before)


def _dealt(rules: Rules, source: Source, chance: Random) -> Deal:
    """Deal at random. Practice leaves out some cards, and has no spare orders of the witches."""
    deal = shuffled(rules, chance)
    while source != "practice" and must_deal_again(rules, deal.girls):
        deal = shuffled(rules, chance)
    if source != "practice":
        return deal
    least = rules.players * rules.hand
    girls = deal.girls[: chance.randint(least + 2, len(deal.girls))]
    return replace(deal, girls=girls, orders=())


def _played(rules: Rules, deal: Deal, chance: Random) -> Iterator[tuple[State, Action | None]]:
    """Yield the states of a game, each with the action that follows."""
    state = begin(rules, deal)
    for _ in range(chance.randint(8, MOST_MOVES)):
        action = _chosen(state, chance)
        after = play(state, action)
        if after.over or (after.shuffles and not deal.orders):
            break  # once a game is over, all may see everything, but for those on a board
        yield state, action
        state = after
    yield state, None


def _lost(
    game: Sequence[tuple[State, Action | None]], chance: Random
) -> Iterator[tuple[State, Action | None]]:
    """Let a game go on until it is lost; on a board nobody may see more then than before."""
    *before, (state, _) = game
    yield from before
    while state.over is None:
        actions = legal(state)
        hints = [each for each in actions if isinstance(each, Hint | magion.Ask)]
        action = chance.choice(hints or actions)
        yield state, action
        state = play(state, action)
    yield state, None


def _chosen(state: State, chance: Random) -> Action:
    """Play what fits more often than a blind player would, so that there are games to tell."""
    actions = [each for each in legal(state) if not is_fatal(state, each)] or [*legal(state)]
    plays = [each for each in actions if isinstance(each, Play)]
    if (fitting := [each for each in plays if _fits(state, each)]) and chance.random() < 0.4:
        return chance.choice(fitting)
    others = [each for each in actions if not isinstance(each, Play) or chance.random() < 0.1]
    kinds = sorted({type(each).__name__ for each in others or actions})
    kind = chance.choice(kinds)
    return chance.choice([each for each in others or actions if type(each).__name__ == kind])


def _fits(state: State, action: Play) -> bool:
    kind = state.deal.girls[state.hands[state.turn][action.slot]]
    if kind == ALL:
        return any(state.placed[girl] + 1 < HEAD for girl in state.rules.wanted)
    return bool(NEXT[girl_of(kind)][state.placed[girl_of(kind)]] >> kind & 1)


def _other(here: State, viewer: int, chance: Random, source: Source) -> Deal:
    """Return another world; in a committed one nobody holds three heads, either."""
    for _ in range(_TRIES):
        deal = other_world(here, viewer, chance)
        if source == "practice":
            return _exchanged(here, viewer, deal, chance)
        if not must_deal_again(here.rules, deal.girls):
            return deal
    return here.deal


def _exchanged(here: State, viewer: int, deal: Deal, chance: Random) -> Deal:
    """Exchange cards that are not seen for those that practice has left out."""
    girls, rules = list(deal.girls), here.rules
    left = [NUMBERS[name] for name in rules.deck]
    for kind in girls:
        left.remove(kind)
    allowed = {
        position: kinds
        for hand, masks in zip(here.hands, here.allowed, strict=True)
        for position, kinds in zip(hand, masks, strict=True)
    }
    unseen = sorted({*range(len(girls))} - {*seen(here, viewer)})
    for position in unseen if left else ():
        place = chance.randrange(len(left))
        if allowed.get(position, -1) >> left[place] & 1:
            girls[position], left[place] = left[place], girls[position]
    return replace(deal, girls=tuple(girls))


def _further(here: State, there: State, viewer: int, chance: Random) -> Iterator[Action]:
    """Yield actions that both worlds allow, those first that show where they differ."""
    for _ in range(DELAY if here.over is None else 0):
        both = [each for each in legal(here) if each in legal(there)]
        found = None
        for action in sorted(both, key=lambda each: (_shows(here, viewer, each), chance.random())):
            after = play(here, action), play(there, action)
            if after[0].over is None and after[1].over is None:
                found = action
                break
        if found is None or after[0].turn != after[1].turn:
            return
        yield found
        here, there = after


def _shows(state: State, viewer: int, action: Action) -> int:
    """Order actions by how much a viewer learns of hidden cards."""
    if viewer in (PUBLIC, state.turn) and isinstance(action, Play | Discard):
        return 0
    return 1 if isinstance(action, Hint) and viewer in (PUBLIC, action.to) else 2


def _heads(rules: Rules, deal: Deal, chance: Random) -> Sequence[int]:
    """Shuffle girls so that the first hand has as many heads as make it be dealt again."""
    girls = [*deal.girls]
    chance.shuffle(girls)
    heads = [place for place, kind in enumerate(girls) if kind != ALL and kind % 4 == HEAD - 1]
    for number in range(rules.redeal):
        place, to = heads[number], number * rules.players
        if to in heads[: rules.redeal]:
            continue
        girls[place], girls[to] = girls[to], girls[place]
    return girls if must_deal_again(rules, girls) else _heads(rules, deal, chance)
