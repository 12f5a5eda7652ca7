"""Cleansing reveals witches one after another, and each does what her card says."""

from typing import Any

import pytest

from majokko_rules.cards.magion import Cleanse, Discard, Play, State, play
from majokko_rules.cards.magion.cards import members
from tests.rules.magion.table import (
    WALPURGISNACHT,
    changed,
    hand_of,
    happened,
    keys,
    names,
    numbers,
    rules,
    table,
)

GERTRUD, CHARLOTTE, KIRSTEN, GISELA, ELSA_MARIA, OKTAVIA, IZABEL, PATRICIA, LAST = range(1, 10)


def cleansed(
    *witches: str,
    markers: int = 2,
    count: int = 1,
    **lies: Any,  # noqa: ANN401 - of a table
) -> tuple[State, State]:
    """A table with these witches face down, before and after it is cleansed."""
    state = table(lies.pop("by", rules()), markers=markers, witches=witches, **lies)
    return state, play(state, Cleanse(count))


def witch(number: int, key: str, effects: str, goes: str = "stays") -> str:
    """What a file says of a witch."""
    return f'[tables.witches.{key}]\nnumber = {number}\ngoes = "{goes}"\neffects = [{effects}]\n'


@pytest.mark.parametrize("witch", ["gertrud", "charlotte", "oktavia", WALPURGISNACHT])
def test_some_witches_only_lie_there(witch: str) -> None:
    before, after = cleansed(witch, markers=1)

    assert happened(after) == [
        ("gem.changed", 0),
        ("witch.revealed", *numbers(before.rules, [witch])),
    ]
    assert keys(after, after.witches_revealed) == [witch]
    assert after.witch_deck == ()
    assert after.hands == before.hands
    assert (after.turn, after.drawn) == (1, before.drawn)


def test_kirsten_turns_up_the_top_card_and_is_gone() -> None:
    before, after = cleansed("kirsten")

    assert happened(after) == [
        ("gem.changed", 1),
        ("witch.revealed", KIRSTEN),
        ("card.turned", before.drawn, KIRSTEN),
        ("witch.discarded", KIRSTEN),
    ]
    assert after.discard == (before.drawn,)
    assert after.drawn == before.drawn + 1
    assert after.witches_revealed == ()
    assert KIRSTEN in after.witches_discarded


def test_kirsten_finds_nothing_in_an_empty_deck() -> None:
    _, after = cleansed("kirsten", deck=0)

    assert names(after) == ["gem.changed", "witch.revealed", "witch.discarded"]
    assert after.over is None


def test_gisela_takes_the_card_held_longest() -> None:
    before, after = cleansed("gisela", revealed=["gertrud"])
    oldest = before.hands[0][0]

    assert happened(after) == [
        ("gem.changed", 1),
        ("witch.revealed", GISELA),
        ("card.discarded", 0, oldest, 0, GISELA),
        ("card.drawn", 0, before.drawn),
    ]
    assert after.hands[0] == (*before.hands[0][1:], before.drawn)
    assert after.discard == (oldest,)
    assert after.witches_revealed == (GERTRUD, GISELA)


def test_gisela_lets_nothing_be_drawn_from_an_empty_deck_and_the_game_goes_on() -> None:
    before, after = cleansed("gisela", deck=0)

    assert names(after) == ["gem.changed", "witch.revealed", "card.discarded"]
    assert after.hands[0] == before.hands[0][1:]
    assert after.over is None


@pytest.mark.parametrize(("markers", "left"), [(1, 1), (2, 2)])
def test_elsa_maria_puts_a_marker_back(markers: int, left: int) -> None:
    _, after = cleansed("elsa_maria", markers=markers)

    assert happened(after) == [
        ("gem.changed", markers - 1),
        ("witch.revealed", ELSA_MARIA),
        ("gem.changed", left),
    ]


def test_elsa_maria_never_lays_the_last_marker() -> None:
    """She may lay two here, beside the one that is left."""
    more = changed(witch(5, "elsa_maria", "{ markers = 2, unless_last = true }"))
    _, after = cleansed("elsa_maria", markers=2, by=more)

    assert names(after) == ["gem.changed", "witch.revealed", "gem.changed"]
    assert (after.markers, after.over) == (2, None)


def test_izabel_brings_the_next_witch_and_is_gone() -> None:
    _, after = cleansed("izabel", "elsa_maria", "gertrud")

    assert happened(after) == [
        ("gem.changed", 1),
        ("witch.revealed", IZABEL),
        ("witch.revealed", ELSA_MARIA),
        ("gem.changed", 2),
        ("witch.discarded", IZABEL),
    ]
    assert after.witches_revealed == (ELSA_MARIA,)
    assert after.witch_deck == (GERTRUD,)


@pytest.mark.parametrize("witches", [["izabel", WALPURGISNACHT], ["izabel"]])
def test_izabel_brings_neither_the_last_witch_nor_nobody(witches: list[str]) -> None:
    _, after = cleansed(*witches)

    assert names(after) == ["gem.changed", "witch.revealed", "witch.discarded"]
    assert len(after.witch_deck) == len(witches) - 1


ORDER = ["oktavia", "izabel", "gertrud", "charlotte", "patricia", "kirsten", "gisela", "elsa_maria"]


def test_patricia_shuffles_the_others_into_the_order_that_was_dealt() -> None:
    down = ["patricia", "gertrud", "charlotte", "oktavia", WALPURGISNACHT]
    before, after = cleansed(*down, orders=[ORDER])

    assert happened(after) == [
        ("gem.changed", 1),
        ("witch.revealed", PATRICIA),
        ("witches.shuffled", 3),
    ]
    assert after.witch_deck[::-1] == (OKTAVIA, GERTRUD, CHARLOTTE, LAST)
    assert (before.shuffles, after.shuffles) == (0, 1)
    assert after.witches_revealed == (PATRICIA,)


def test_each_shuffle_has_an_order_of_its_own() -> None:
    down = ["patricia", "gertrud", "charlotte", "oktavia", WALPURGISNACHT]
    _, first = cleansed(*down, orders=[ORDER, ORDER[::-1]], markers=2, by=rules(2))
    returned = play(first, Discard(0))
    second = play(returned, Cleanse(1))

    assert keys(first, first.witch_deck[1:]) == ["charlotte", "gertrud", "oktavia"]
    assert returned.witch_deck[-1] == PATRICIA
    assert keys(second, second.witch_deck[1:]) == ["oktavia", "gertrud", "charlotte"]


def test_without_a_dealt_order_the_witches_stay_as_they_lie() -> None:
    before, after = cleansed("patricia", "gertrud", "charlotte", WALPURGISNACHT)

    assert after.witch_deck == before.witch_deck[:-1]
    assert happened(after)[-1] == ("witches.shuffled", 2)


def test_walpurgisnacht_keeps_her_place_when_others_are_shuffled() -> None:
    """Beaten before, she lies between them."""
    down = ["patricia", "gertrud", WALPURGISNACHT, "charlotte", "oktavia"]
    _, after = cleansed(*down, orders=[ORDER])

    assert keys(after, after.witch_deck[::-1]) == [
        "oktavia",
        WALPURGISNACHT,
        "gertrud",
        "charlotte",
    ]


def known(state: State) -> list[str | None]:
    """Who everybody knows to lie face down, the top one first."""
    places = members(state.witches_known)
    down = keys(state, state.witch_deck)
    return [each if place in places else None for place, each in enumerate(down)][::-1]


def returned(*revealed: str, witches: tuple[str, ...]) -> State:
    """Kyoko's head has just sent the two topmost of these back; a marker lies there."""
    lies: dict[str, Any] = {"placed": {"kyoko": 3}, "markers": 1}
    state = table(rules(2), ["kyoko-4"], revealed=revealed, witches=witches, **lies)
    return play(state, Play(0))


def test_everybody_knows_who_was_returned() -> None:
    state = returned("gertrud", "charlotte", witches=("gisela", "oktavia", WALPURGISNACHT))

    assert known(table(rules()))[-2:] == [None, WALPURGISNACHT]
    assert known(state) == ["gertrud", "charlotte", None, None, WALPURGISNACHT]
    assert known(play(state, Cleanse(1))) == ["charlotte", None, None, WALPURGISNACHT]


def test_nobody_knows_them_any_more_once_they_are_shuffled() -> None:
    state = returned("patricia", "charlotte", witches=("gisela", "oktavia", WALPURGISNACHT))
    after = play(state, Cleanse(1))

    assert known(state) == ["patricia", "charlotte", None, None, WALPURGISNACHT]
    assert known(after) == [None, None, None, WALPURGISNACHT]


def test_whoever_is_shuffled_alone_is_known_as_before() -> None:
    state = returned("patricia", "charlotte", witches=(WALPURGISNACHT,))

    assert known(play(state, Cleanse(1))) == ["charlotte", WALPURGISNACHT]


def test_a_beaten_walpurgisnacht_is_known_wherever_she_lies() -> None:
    state = beaten("gertrud", "charlotte", WALPURGISNACHT, "patricia")

    assert known(state) == ["gertrud", "charlotte", WALPURGISNACHT, "patricia"]
    assert known(play(state, Cleanse(2))) == [WALPURGISNACHT, "patricia"]


def test_walpurgisnacht_is_known_after_others_were_shuffled_around_her() -> None:
    state = beaten("patricia", "charlotte", WALPURGISNACHT, "gertrud")

    assert known(play(state, Cleanse(1))) == [None, WALPURGISNACHT, None]


def test_nobody_is_known_after_a_shuffle_while_walpurgisnacht_lies_face_up() -> None:
    _, after = cleansed("patricia", "gertrud", "oktavia", revealed=[WALPURGISNACHT])

    assert known(after) == [None, None]


def test_two_witches_come_in_order_each_done_before_the_next() -> None:
    before, after = cleansed("gisela", "kirsten", "gertrud", markers=2, count=2)

    assert happened(after) == [
        ("gem.changed", 0),
        ("witch.revealed", GISELA),
        ("card.discarded", 0, before.hands[0][0], 0, GISELA),
        ("card.drawn", 0, before.drawn),
        ("witch.revealed", KIRSTEN),
        ("card.turned", before.drawn + 1, KIRSTEN),
        ("witch.discarded", KIRSTEN),
    ]
    assert after.witches_revealed == (GISELA,)
    assert after.moves == 1
    assert after.turn == 1


def test_the_first_of_two_witches_decides_who_is_the_second() -> None:
    down = ["patricia", "gertrud", "oktavia", WALPURGISNACHT]
    _, after = cleansed(*down, markers=2, count=2, orders=[ORDER])

    assert after.witches_revealed == (PATRICIA, OKTAVIA)
    assert after.witch_deck == (LAST, GERTRUD)


def test_the_first_of_two_witches_may_use_up_the_second() -> None:
    _, after = cleansed("izabel", "gertrud", markers=2, count=2)

    assert names(after) == ["gem.changed", "witch.revealed", "witch.revealed", "witch.discarded"]
    assert after.markers == 0
    assert after.over is None


def test_no_second_witch_comes_when_the_first_ends_the_game() -> None:
    cruel = changed(witch(5, "elsa_maria", "{ markers = 3 }"))
    _, after = cleansed("elsa_maria", "gertrud", markers=2, count=2, by=cruel)

    assert names(after) == ["gem.changed", "witch.revealed", "gem.changed", "game.ended"]
    assert after.over == ("lost", "third_marker")
    assert after.witch_deck == (GERTRUD,)


def test_a_witch_does_nothing_more_once_she_has_ended_the_game() -> None:
    cruel = changed(witch(1, "gertrud", "{ markers = 3 }, { turns_up = 1 }", "discard"))
    before, after = cleansed("gertrud", by=cruel)

    assert names(after) == ["gem.changed", "witch.revealed", "gem.changed", "game.ended"]
    assert (after.discard, after.drawn) == ((), before.drawn)
    assert after.witches_revealed == (GERTRUD,)


def test_a_witch_who_is_brought_may_end_the_game_for_the_one_who_brings_her() -> None:
    cruel = changed(
        witch(5, "elsa_maria", "{ markers = 3 }") + witch(7, "izabel", "{ reveals = 2 }", "discard")
    )
    _, after = cleansed("izabel", "elsa_maria", "gertrud", "oktavia", by=cruel)

    assert after.over == ("lost", "third_marker")
    assert after.witch_deck == (OKTAVIA, GERTRUD)
    assert names(after)[-1] == "game.ended"


def test_effects_of_a_ruleset_are_carried_out_in_their_order() -> None:
    busy = changed(witch(1, "gertrud", "{ turns_up = 2 }, { discards_oldest = true }", "discard"))
    before, after = cleansed("gertrud", by=busy)

    assert happened(after) == [
        ("gem.changed", 1),
        ("witch.revealed", GERTRUD),
        ("card.turned", before.drawn, GERTRUD),
        ("card.turned", before.drawn + 1, GERTRUD),
        ("card.discarded", 0, before.hands[0][0], 0, GERTRUD),
        ("card.drawn", 0, before.drawn + 2),
        ("witch.discarded", GERTRUD),
    ]
    assert hand_of(after, 0)[:-1] == hand_of(before, 0)[1:]


def test_walpurgisnacht_comes_last_whatever_the_others_do() -> None:
    down = ["izabel", "gertrud", WALPURGISNACHT]
    _, after = cleansed(*down, markers=2, count=2)

    assert keys(after, after.witches_revealed) == ["gertrud", WALPURGISNACHT]


def test_madoka_may_be_too_early_for_walpurgisnacht() -> None:
    state = table(rules(2), ["madoka-4"], placed={"madoka": 3}, markers=1, witches=[WALPURGISNACHT])
    after = play(play(state, Play(0)), Cleanse(1))

    assert not after.beaten
    assert keys(after, after.witches_revealed) == [WALPURGISNACHT]


def beaten(*revealed: str) -> State:
    """Madoka has just sent all these back; two markers lie there."""
    lies: dict[str, Any] = {"placed": {"madoka": 3}, "markers": 2, "witches": []}
    state = play(table(rules(2), ["madoka-4"], revealed=revealed, **lies), Play(0))

    assert state.beaten
    return state


def test_the_ban_on_returning_ends_when_walpurgisnacht_is_beaten() -> None:
    shown = play(beaten("gertrud", WALPURGISNACHT), Cleanse(1))

    assert keys(shown, shown.witches_revealed) == ["gertrud"]
    assert names(play(shown, Discard(0))) == ["card.discarded", "witch.returned", "card.drawn"]


def test_a_beaten_walpurgisnacht_stays_beaten_when_she_comes_again_and_bans_again() -> None:
    shown = play(beaten("gertrud", WALPURGISNACHT), Cleanse(2))

    assert keys(shown, shown.witches_revealed) == ["gertrud", WALPURGISNACHT]
    assert shown.beaten
    assert names(play(shown, Discard(0))) == ["card.discarded", "card.drawn"]
