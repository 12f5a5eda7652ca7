"""What leaves the server: all that somebody may know, and nothing else."""

from collections.abc import Iterator, Sequence
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

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
    legal,
    play,
)
from majokko_rules.cards.magion.cards import SIGNS, members
from majokko_rules.cards.magion.view import ALL, PUBLIC, View, legal_of, seen, told, view
from majokko_rules.errors import RuleError
from tests.rules.magion.table import rules, sign, table
from tests.rules.magion.wandering import seeds, tables, wander
from tests.rules.magion.worlds import other_world


@given(tables, seeds)
def test_whoever_is_on_turn_knows_its_actions_from_its_view(by: Rules, seed: int) -> None:
    for state, _ in wander(by, seed):
        assert list(legal_of(view(state, state.turn))) == list(legal(state))


@given(tables, seeds)
def test_nobody_else_has_actions(by: Rules, seed: int) -> None:
    for state, _ in wander(by, seed):
        others = {*range(by.players), PUBLIC, ALL} - {state.turn}

        assert not any(legal_of(view(state, viewer)) for viewer in others)


@settings(max_examples=150)
@given(tables, seeds, st.integers(-1, 3))
def test_what_a_viewer_is_given_depends_on_nothing_that_it_has_not_seen(
    by: Rules, seed: int, viewer: int
) -> None:
    viewer = min(viewer, by.players - 1)
    game = [*wander(by, seed)]
    chance = Random(seed)
    until = chance.randrange(len(game))
    here, actions = game[until][0], [action for _, action in game[:until] if action]
    there = _replayed(by, other_world(here, viewer, chance), actions)

    for (one, _), other in zip(game, there, strict=False):
        assert view(one, viewer) == view(other, viewer)
        assert told(one, viewer) == told(other, viewer)
        assert seen(one, viewer) == seen(other, viewer)
        if viewer == one.turn:
            assert legal(one) == legal(other)


def test_other_worlds_are_often_other_ones() -> None:
    """Otherwise the test above would compare games with themselves."""
    differ = {"girls": 0, "witches": 0, "orders": 0}
    for seed in range(40):
        chance = Random(seed)
        state = chance.choice([state for state, _ in wander(rules(), seed)])
        deal = other_world(state, 0, chance)
        for part in differ:
            differ[part] += getattr(deal, part) != getattr(state.deal, part)

    assert differ["girls"] > 30
    assert differ["witches"] > 5
    assert differ["orders"] > 5


@settings(max_examples=60)
@given(tables, seeds)
def test_refusals_depend_on_nothing_that_the_mover_has_not_seen(by: Rules, seed: int) -> None:
    game = [*wander(by, seed)]
    chance = Random(seed)
    until = chance.randrange(len(game))
    here, actions = game[until][0], [action for _, action in game[:until] if action]
    *_, there = _replayed(by, other_world(here, here.turn, chance), actions)

    for action in _conceivable(by):
        assert _refusal(here, action) == _refusal(there, action)


def _replayed(by: Rules, deal: Deal, actions: Sequence[Action]) -> Iterator[State]:
    state = begin(by, deal)
    yield state
    for action in actions:
        state = play(state, action)
        yield state


def _refusal(state: State, action: Action) -> tuple[object, ...] | None:
    try:
        play(state, action)
    except RuleError as refused:
        return refused.code, refused.rule, refused.pointer, dict(refused.params)
    return None


def _conceivable(by: Rules) -> Iterator[Action]:
    """Every action there could be, and some there could not."""
    slots = range(-1, by.hand + 1)
    signs = range(len(SIGNS))
    yield from map(Play, slots)
    yield from map(Discard, slots)
    yield from map(Cleanse, range(5))
    yield from map(Choose, range(6))
    yield from map(Ask, signs)
    yield from (Hint(to, sign) for to in range(-1, by.players + 1) for sign in signs)


def test_a_seat_sees_every_hand_but_its_own() -> None:
    state = table(rules(), ["homura-1", "all", "mami-2", "kyoko-3"])
    hands = [tuple(state.deal.girls[each] for each in hand) for hand in state.hands]

    assert view(state, 0).cards == ((None,) * 4, *hands[1:])
    assert view(state, 2).cards == (*hands[:2], (None,) * 4, hands[3])
    assert view(state, PUBLIC).cards == ((None,) * 4,) * 4
    assert view(state, ALL).cards == tuple(hands)


def test_only_who_sees_everything_sees_the_decks() -> None:
    state = table(rules())
    views = {viewer: view(state, viewer) for viewer in (0, 1, 2, 3, PUBLIC, ALL)}
    everything = views.pop(ALL)

    assert {(each.deck, each.witch_deck) for each in views.values()} == {
        (None, (9, *[None] * 8)),
    }
    assert everything.deck == state.deal.girls[state.drawn :]
    assert everything.witch_deck == state.witch_deck


def test_a_drawn_card_is_told_to_all_who_see_the_hand_it_goes_to() -> None:
    state = play(table(rules(), ["homura-1"], deck=["mami-1"]), Play(0))
    heard = {viewer: [each.card for each in told(state, viewer)] for viewer in (0, 1, PUBLIC, ALL)}

    assert heard == {0: [0, None], 1: [0, 4], PUBLIC: [0, None], ALL: [0, 4]}


@given(tables, seeds)
def test_every_card_is_seen_or_hidden_just_as_hands_and_decks_say(by: Rules, seed: int) -> None:
    for state, _ in wander(by, seed):
        for viewer in (*range(by.players), PUBLIC, ALL):
            shown = view(state, viewer)

            assert {*seen(state, viewer)} == _open(state, shown)


def _open(state: State, shown: View) -> set[int]:
    """The positions whose cards a view shows."""
    faces = [
        position
        for hand, cards in zip(shown.hands, shown.cards, strict=True)
        for position, card in zip(hand, cards, strict=True)
        if card is not None
    ]
    stacked = [position for stack in shown.stacks for position in stack]
    waiting = [shown.pending.position] if shown.pending else []
    below = range(state.drawn, state.drawn + len(shown.deck or ()))
    return {*faces, *stacked, *shown.discard, *waiting, *below}


WITCHES = ["gertrud", "kirsten", "walpurgisnacht"]


def test_a_returned_witch_is_known_to_lie_on_top() -> None:
    state = table(rules(), ["homura-1"], revealed=["charlotte"], witches=WITCHES)
    after = play(state, Discard(0))

    assert view(state, 1).witch_deck == (9, None, None)
    assert view(after, 1).witch_deck == (9, None, None, 2)


def test_shuffled_witches_are_not_known_any_more() -> None:
    state = table(rules(), markers=1, revealed=["patricia", "charlotte"], witches=WITCHES)
    returned = play(play(state, Discard(0)), Discard(0))
    after = play(returned, Cleanse(1))

    assert view(returned, 0).witch_deck == (9, None, None, 2, 8)
    assert view(after, 0).witch_deck == (9, None, None, None)


@pytest.mark.parametrize("viewer", [0, 1, PUBLIC])
def test_the_last_witch_whose_place_is_not_known_is_known(viewer: int) -> None:
    state = table(rules(), ["homura-1"], revealed=["charlotte"], witches=WITCHES[1:])
    after = play(state, Discard(0))

    assert view(after, viewer).witch_deck == (9, 3, 2)


def test_a_card_bears_what_hints_found_and_not_what_they_did_not_find() -> None:
    state = table(rules(), others={1: ["mami-1", "homura-1", "mami-3", "all"]})
    shown = view(play(state, Hint(1, sign("mami"))), PUBLIC)
    first, second, *_ = shown.denied[1]

    assert shown.told[1] == (1 << sign("mami"), 0, 1 << sign("mami"), 0)
    assert second == 1 << sign("mami")
    assert members(first) == tuple(
        sign(each) for each in ("homura", "kyoko", "sayaka", "madoka", "all")
    )


def test_the_score_of_a_running_game_is_what_lies_on_the_table() -> None:
    shown = view(table(rules(), placed={"homura": 4, "mami": 2}), 1)

    assert [(each.what, each.of, each.points) for each in shown.scored] == [
        ("parts", "homura", 3),
        ("head", "homura", 7),
        ("parts", "mami", 2),
    ]
    assert shown.status == "running"


def test_a_view_tells_how_the_game_ended() -> None:
    state = table(rules(), ["homura-2"], markers=2)

    assert view(play(state, Play(0)), 3).status == "lost"
