"""A seat without cards. It takes a ruleset of somebody's own: here one card a hand, two Giselas."""

import pytest

from majokko_rules.cards.magion import Ask, Cleanse, Hint, State, is_fatal, legal, play
from tests.rules.magion.table import changed, happened, names, sign, table

TAKES = "{ discards_oldest = true }"
BOTH = "{ discards_oldest = true }, { markers = 1 }"
DARK = "{ markers = 1 }"


def small(gertrud: str, charlotte: str, *, markers: int, **options: bool) -> State:
    """Two players with a card each, none to draw, and two witches face down."""
    rows = "".join(
        f'[tables.witches.{key}]\nnumber = {number}\ngoes = "stays"\neffects = [{effects}]\n'
        for number, (key, effects) in enumerate((("gertrud", gertrud), ("charlotte", charlotte)), 1)
    )
    rules = changed(f"[numbers]\nhands = [1, 1, 1]\n{rows}", 2, **options)
    down = ["gertrud", "charlotte"]
    return table(rules, ["mami-1"], others={1: ["kyoko-2"]}, markers=markers, witches=down, deck=0)


def test_whoever_has_no_card_may_hint_and_cleanse() -> None:
    state = play(play(small(TAKES, DARK, markers=2), Cleanse(1)), Cleanse(1))

    assert state.hands[0] == ()
    assert list(legal(state)) == [Hint(1, sign("kyoko")), Hint(1, sign("2"))]


def test_nothing_is_taken_from_an_empty_hand() -> None:
    after = play(small(TAKES, TAKES, markers=2), Cleanse(2))

    assert names(after) == ["gem.changed", "witch.revealed", "card.discarded", "witch.revealed"]
    assert after.hands[0] == ()


def test_nobody_hints_at_a_hand_without_cards() -> None:
    state = play(small(TAKES, DARK, markers=2), Cleanse(1))

    assert state.turn == 1
    assert not any(isinstance(each, Hint) for each in legal(state))


@pytest.mark.parametrize("ask", [False, True])
def test_a_hint_may_lose_the_game_after_all_if_nothing_else_is_left(ask: bool) -> None:
    """Both witches lay a marker, so two are there when seat 0 is left with nothing."""
    start = small(BOTH, DARK, markers=2, fatal_hint=False, ask_instead_of_tell=ask)
    between = play(start, Cleanse(1))
    state = play(between, Cleanse(1))
    actions = legal(state)

    assert not any(is_fatal(between, each) for each in legal(between))
    assert (state.markers, state.hands[0], state.witch_deck) == (2, (), ())
    assert actions
    assert all(isinstance(each, Ask if ask else Hint) for each in actions)
    assert play(state, actions[0]).over == ("lost", "third_marker")


def test_a_fatal_hint_stays_forbidden_while_there_are_witches() -> None:
    start = small(BOTH, DARK, markers=2, fatal_hint=False)
    state = play(start, Cleanse(2))

    assert state.markers == 2
    assert all(not is_fatal(state, each) for each in legal(state))


def test_the_game_ends_when_a_seat_can_do_nothing_at_all() -> None:
    state = play(play(small(TAKES, TAKES, markers=2), Cleanse(1)), Cleanse(1))

    assert names(state)[-2:] == ["card.discarded", "game.ended"]
    assert happened(state)[-1] == ("game.ended", "ended", "deck_empty")
    assert state.over == ("ended", "deck_empty")
    assert state.turn == 0
