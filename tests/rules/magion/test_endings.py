"""How a game ends, to the turn, and what it is worth then."""

from collections.abc import Mapping, Sequence

import pytest

from majokko_rules.cards.magion import (
    Action,
    Choose,
    Cleanse,
    Discard,
    Hint,
    Play,
    State,
    legal,
    outcome,
    play,
)
from tests.rules.magion.table import (
    WALPURGISNACHT,
    girl,
    names,
    rules,
    sign,
    table,
)

LAST_TURNS: Mapping[str, tuple[Action, Mapping[int, str]]] = {
    # what is done, and how the game stands then with 2, 1 and 0 cards in the deck
    "play": (Play(0), {2: "goes on", 1: "goes on", 0: "ends"}),
    "misplay": (Play(1), {2: "goes on", 1: "goes on", 0: "ends"}),
    "discard": (Discard(0), {2: "goes on", 1: "goes on", 0: "ends"}),
    "hint": (Hint(1, sign("homura")), {2: "goes on", 1: "goes on", 0: "goes on"}),
    "cleanse": (Cleanse(1), {2: "goes on", 1: "goes on", 0: "goes on"}),
}


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("deck", [2, 1, 0])
@pytest.mark.parametrize("name", LAST_TURNS)
def test_the_first_play_or_discard_that_cannot_draw_is_the_last(
    name: str, deck: int, players: int
) -> None:
    action, then = LAST_TURNS[name]
    state = table(
        rules(players),
        ["mami-1", "mami-3"],
        others={1: ["homura-1"]},
        markers=1,
        deck=deck,
        witches=["gertrud"],
    )
    after = play(state, action)

    assert ("ends" if after.over else "goes on") == then[deck]
    assert after.over == (("ended", "deck_empty") if after.over else None)
    assert (names(after)[-1] == "game.ended") is bool(after.over)
    assert after.turn == (0 if after.over else 1)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("waits", [0, 1, 5])
@pytest.mark.parametrize("last", ["play", "misplay", "discard"])
def test_nobody_has_another_turn_after_the_last_card_however_long_it_takes(
    last: str, waits: int, players: int
) -> None:
    """The card that empties the deck ends nothing; hints and cleansing go on; the next one ends."""
    state = play(table(rules(players), ["kyoko-1"], others=_others(players), deck=1), Discard(0))
    for _ in range(waits):
        state = play(state, _waiting(state))
    if state.turn == 0:
        state = play(state, _waiting(state))
    after = play(state, LAST_TURNS[last][0])

    assert (state.over, state.deck_left) == (None, 0)
    assert after.over == ("ended", "deck_empty")
    assert len(after.hands[state.turn]) == len(state.hands[state.turn]) - 1


def _others(players: int) -> Mapping[int, Sequence[str]]:
    """Whoever comes last can play the first card, and not the second."""
    hands = {1: ["mami-1", "mami-3"], 2: ["mami-1", "mami-3"], 3: ["mami-1", "kyoko-3"]}
    return {seat: hands[seat] for seat in range(1, players)}


def _waiting(state: State) -> Action:
    """Return what uses no card."""
    hints = (each for each in legal(state) if isinstance(each, Hint))
    return Cleanse(1) if state.markers else next(hints)


@pytest.mark.parametrize(("deck", "status"), [(1, None), (0, ("ended", "deck_empty"))])
def test_a_wild_card_ends_the_game_once_it_is_placed(
    deck: int, status: tuple[str, str] | None
) -> None:
    shown = play(table(rules(), ["all"], deck=deck), Play(0))
    after = play(shown, Choose(girl("mami")))

    assert shown.over is None
    assert after.over == status
    assert after.placed[girl("mami")] == 1


def test_kirsten_may_empty_the_deck_without_ending_the_game() -> None:
    state = table(rules(), ["mami-1"], markers=1, deck=1, witches=["kirsten"])
    after = play(state, Cleanse(1))

    assert (after.deck_left, after.over) == (0, None)
    assert play(after, Discard(0)).over == ("ended", "deck_empty")


ALMOST = {"homura": 4, "mami": 4, "kyoko": 4, "sayaka": 4, "madoka": 3}


@pytest.mark.parametrize("deck", [5, 0])
@pytest.mark.parametrize("qb", [False, True])
def test_the_fifth_girl_wins_and_nothing_is_drawn(qb: bool, deck: int) -> None:
    state = table(rules(qb=qb), ["madoka-4"], placed=ALMOST, deck=deck)
    after = play(state, Play(0))

    assert names(after) == ["card.played", "girl.completed", "game.ended"]
    assert after.over == ("won", "all_complete")
    assert len(after.hands[0]) == 3


def test_qb_alone_wins_nothing() -> None:
    state = table(rules(qb=True), ["qb-4"], placed={**ALMOST, "qb": 3})

    assert play(state, Play(0)).over is None


def test_the_last_head_returns_witches_before_the_game_is_won() -> None:
    state = table(rules(), ["madoka-4"], placed=ALMOST, revealed=["gertrud", WALPURGISNACHT])
    after = play(state, Play(0))

    assert names(after)[1:] == ["girl.completed", "witch.returned", "witch.returned", "game.ended"]
    assert after.beaten
    assert outcome(after).score == 100  # type: ignore[union-attr] # it is over


def test_a_lost_game_has_neither_score_nor_rank() -> None:
    lost = play(table(rules(), ["mami-2"], placed={"mami": 4}, markers=2), Play(0))
    end = outcome(lost)

    assert end is not None
    assert (end.status, end.reason) == ("lost", "third_marker")
    assert (end.score, end.points, end.rank) == (None, (), None)


def test_a_running_game_has_no_outcome() -> None:
    assert outcome(table(rules(), placed={"mami": 4})) is None
