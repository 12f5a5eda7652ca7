"""Whole games to make replays of: dealt by a stream, and played by somebody who sees every card."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import count
from random import Random
from typing import Any

from majokko_rules.cards.magion import (
    Action,
    Ask,
    Choose,
    Cleanse,
    Deal,
    Discard,
    Hint,
    Play,
    Rules,
    State,
    begin,
    dealt,
    is_fatal,
    legal,
    must_deal_again,
    outcome,
    play,
)
from majokko_rules.cards.magion.cards import ALL, HEAD, NAMES, NEXT, NUMBERS, girl_of
from majokko_rules.cards.replays import Replay, Result
from majokko_rules.cards.replays.proofs import girls_deck
from majokko_rules.fairness.drawing import Committed, Contribution, Deck, Drawn, Open, StreamName
from tests.rules.magion.table import rules

Player = Callable[[State], Action]


@dataclass(slots=True)
class Stream:
    """Draws what a session draws, one thing after another."""

    opened: Open
    drawn: list[Drawn]

    def deck(self, name: str, cards: Sequence[str]) -> tuple[str, ...]:
        drawn, deck = self.opened.deal(Deck(name, tuple(cards)))
        self._took(drawn)
        return deck.order

    def orders(self, keys: Sequence[str], times: int) -> list[list[str]]:
        turn = self.opened.turn("orders")
        orders = [turn.chance.shuffle(keys) for _ in range(times)]
        self._took(self.opened.record_secret(turn, '{"count":1}'))
        return orders

    def first(self, players: int) -> int:
        turn = self.opened.turn("seats")
        value = turn.chance.throw(1, players)[0]
        self._took(self.opened.record(turn, f'{{"first_of":{players}}}'))
        return value - 1

    def proof(self) -> dict[str, Any]:
        return {**self.opened.close(self.drawn).proof()}

    def _took(self, drawn: Drawn) -> None:
        self.drawn.append(drawn)
        self.opened = self.opened.after(drawn)


@dataclass(frozen=True, slots=True)
class Game:
    replay: Replay
    proof: dict[str, Any]


def game(seed: int, player: Player | None = None, players: int = 4, **options: bool) -> Game:
    """Play one game to its end, dealt by a stream of its own."""
    by = rules(players, **options)
    stream = Stream(_opened(seed), [])
    girls, redealt = _girls(stream, by)
    witches = stream.deck("witches", by.witches)
    orders = stream.orders(by.witches, by.orders)
    deal = dealt(by, girls, witches, stream.first(players), orders)
    actions, last = _to_the_end(by, deal, player or Omniscient(Random(seed)))
    used = Deal(deal.girls, deal.witches, deal.first, deal.orders[: last.shuffles])
    replay = Replay(by, "committed", used, actions, result(last), redealt)
    return Game(replay, stream.proof())


def result(state: State) -> Result:
    found = outcome(state)
    assert found is not None
    return Result(found.status, found.reason, found.score, found.rank)


def found(player: Player | None = None, players: int = 4, **options: bool) -> Iterator[Game]:
    return (game(seed, player, players, **options) for seed in count())


def _opened(seed: int) -> Open:
    committed = Committed(StreamName("default", "str_game", 0), seed.to_bytes(32, "big"))
    return committed.contribute(Contribution("seat-0", "tea")).open()


def _girls(stream: Stream, by: Rules) -> tuple[Sequence[str], tuple[tuple[int, ...], ...]]:
    before: tuple[tuple[int, ...], ...] = ()
    while True:
        girls = stream.deck(girls_deck(len(before)), by.deck)
        kinds = tuple(NUMBERS[card] for card in girls)
        if not must_deal_again(by, kinds):
            return girls, before
        before += (kinds,)


def _to_the_end(by: Rules, deal: Deal, player: Player) -> tuple[tuple[Action, ...], State]:
    state = begin(by, deal)
    actions: list[Action] = []
    while state.over is None:
        actions.append(player(state))
        state = play(state, actions[-1])
    return tuple(actions), state


class Omniscient:
    """Sees its own hand, too, and plays well by it; whatever it has no reason for is chance."""

    def __init__(self, chance: Random) -> None:
        self._chance = chance

    def __call__(self, state: State) -> Action:
        actions = legal(state)
        wanted = self._wanted(state, actions)
        return self._chance.choice(
            wanted or [each for each in actions if not is_fatal(state, each)]
        )

    def _wanted(self, state: State, actions: Sequence[Action]) -> list[Action]:
        if state.pending is not None:
            return [each for each in actions if isinstance(each, Choose)]
        fitting = [each for each in actions if isinstance(each, Play) and _fits(state, each)]
        cleansing = [each for each in actions if isinstance(each, Cleanse)]
        if fitting and not self._waits(state, fitting):
            return [*fitting]
        if state.markers == state.rules.markers - 1 and cleansing:
            return [*cleansing]
        telling = [each for each in actions if isinstance(each, Hint | Ask)]
        if state.markers < state.rules.markers - 1 and telling and self._chance.random() < 0.7:
            return [*telling]
        return [each for each in actions if isinstance(each, Discard) and _is_spare(state, each)]

    def _waits(self, state: State, fitting: Sequence[Action]) -> bool:
        """Hold back the last head while something else can be done."""
        left = [girl for girl in state.rules.wanted if state.placed[girl] < HEAD]
        return len(left) == 1 and len(fitting) == 1 and state.deck_left > 2 and state.markers > 0


def _fits(state: State, action: Play) -> bool:
    kind = _kind(state, action.slot)
    if kind == ALL:
        return any(state.placed[girl] + 1 < HEAD for girl in state.rules.wanted)
    return bool(NEXT[girl_of(kind)][state.placed[girl_of(kind)]] >> kind & 1)


def _is_spare(state: State, action: Discard) -> bool:
    """Whether its girl has the part already, or another of the kind is still to come."""
    kind = _kind(state, action.slot)
    left = state.rules.counts[kind] - sum(state.deal.girls[each] == kind for each in state.discard)
    return kind != ALL and (state.placed[girl_of(kind)] > kind % 4 or left > 1)


def _kind(state: State, slot: int) -> int:
    return state.deal.girls[state.hands[state.turn][slot]]


def names(kinds: Sequence[int]) -> list[str]:
    return [NAMES[kind] for kind in kinds]
