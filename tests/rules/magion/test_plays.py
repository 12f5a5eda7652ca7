"""Cards are played, fit or fail; wild cards stand for others; heads complete girls."""

import pytest

from majokko_rules.cards.magion import Choose, Discard, Play, legal, play
from majokko_rules.cards.magion.cards import GIRLS, kind, members
from tests.rules.magion.table import girl, hand_of, happened, names, rules, table


def test_a_card_that_fits_is_placed_and_another_is_drawn() -> None:
    state = table(rules(), ["mami-1", "kyoko-2"], placed={"kyoko": 1}, deck=["sayaka-3"])
    after = play(state, Play(1))
    position = state.hands[0][1]

    assert happened(after) == [
        ("card.played", 0, position, 1, girl("kyoko"), 2, False),
        ("card.drawn", 0, state.drawn),
    ]
    assert after.placed[girl("kyoko")] == 2
    assert after.stacks[girl("kyoko")][-1] == position
    assert hand_of(after, 0)[-1] == "sayaka-3"
    assert hand_of(after, 0)[:-1] == [*hand_of(state, 0)[:1], *hand_of(state, 0)[2:]]
    assert (after.turn, after.markers, after.misplays, after.moves) == (1, 0, 0, 1)


@pytest.mark.parametrize(
    ("card", "placed"),
    [
        ("mami-2", {}),
        ("mami-3", {"mami": 1}),
        ("mami-1", {"mami": 1}),
        ("mami-1", {"mami": 4}),
        ("mami-4", {"mami": 2}),
        ("mami-4", {"kyoko": 3}),
        ("mami-1", {"mami": 3, "kyoko": 1}),
    ],
)
def test_a_card_that_is_not_the_next_part_is_lost_and_darkens_the_gem(
    card: str, placed: dict[str, int]
) -> None:
    state = table(rules(), [card], placed=placed, revealed=["gertrud"])
    after = play(state, Play(0))
    position = state.hands[0][0]

    assert happened(after) == [
        ("card.misplayed", 0, position, 0),
        ("gem.changed", 1),
        ("card.drawn", 0, state.drawn),
    ]
    assert after.placed == state.placed
    assert after.discard == (position,)
    assert after.misplays == 1
    assert after.witches_revealed == state.witches_revealed


def test_the_third_marker_loses_and_nothing_is_drawn() -> None:
    state = table(rules(), ["mami-2"], markers=2)
    after = play(state, Play(0))

    assert names(after) == ["card.misplayed", "gem.changed", "game.ended"]
    assert after.over == ("lost", "third_marker")
    assert len(after.hands[0]) == 3


def test_a_wild_card_is_shown_before_its_girl_is_chosen() -> None:
    state = table(rules(), ["all"], placed={"homura": 3, "mami": 4, "sayaka": 2})
    shown = play(state, Play(0))
    girls = tuple(girl(each) for each in ("kyoko", "sayaka", "madoka"))

    assert happened(shown) == [("card.revealed", 0, state.hands[0][0], 0, girls)]
    assert shown.pending == (0, state.hands[0][0], girls)
    assert legal(shown) == tuple(Choose(each) for each in girls)
    assert (shown.turn, shown.drawn, shown.moves) == (0, state.drawn, 1)
    assert shown.hands[0] == state.hands[0][1:]


def test_a_chosen_wild_card_is_that_part() -> None:
    state = table(rules(), ["all"], placed={"sayaka": 2})
    after = play(play(state, Play(0)), Choose(girl("sayaka")))

    assert happened(after) == [
        ("card.played", 0, state.hands[0][0], None, girl("sayaka"), 3, True),
        ("card.drawn", 0, state.drawn),
    ]
    assert after.placed[girl("sayaka")] == 3
    assert members(after.wilds) == (kind(girl("sayaka"), 3),)
    assert after.is_wild(after.stacks[girl("sayaka")][-1])
    assert (after.turn, after.pending, after.moves) == (1, None, 2)


@pytest.mark.parametrize(("card", "fits"), [("mami-2", False), ("mami-3", True)])
def test_a_wild_card_takes_the_place_of_the_real_one(card: str, fits: bool) -> None:
    state = table(rules(2), ["all"], others={1: [card]}, placed={"mami": 1})
    after = play(play(play(state, Play(0)), Choose(girl("mami"))), Play(0))

    assert (after.placed[girl("mami")], after.misplays) == ((3, 0) if fits else (2, 1))


def test_a_wild_card_has_to_be_chosen_for_even_if_only_one_girl_is_left() -> None:
    placed = {"homura": 3, "mami": 3, "kyoko": 3, "sayaka": 3}
    shown = play(table(rules(), ["all"], placed=placed), Play(0))

    assert legal(shown) == (Choose(girl("madoka")),)


@pytest.mark.parametrize("qb", [False, True])
def test_a_wild_card_that_fits_nowhere_fails_at_once(qb: bool) -> None:
    placed = {"homura": 3, "mami": 3, "kyoko": 4, "sayaka": 3, "madoka": 3}
    after = play(table(rules(qb=qb), ["all"], placed=placed), Play(0))

    assert names(after) == ["card.misplayed", "gem.changed", "card.drawn"]
    assert (after.pending, after.turn, after.markers) == (None, 1, 1)


def test_qb_is_a_girl_with_parts_of_her_own() -> None:
    state = table(rules(qb=True), ["qb-1"], others={1: ["qb-2"]})
    after = play(play(state, Play(0)), Play(0))

    assert after.placed[girl("qb")] == 2


@pytest.mark.parametrize(
    ("head", "revealed", "returned", "stay"),
    [
        ("homura", "gertrud kirsten gisela elsa_maria", "elsa_maria gisela kirsten", "gertrud"),
        ("homura", "gertrud", "gertrud", ""),
        ("homura", "", "", ""),
        ("mami", "gertrud kirsten gisela elsa_maria", "elsa_maria gisela kirsten", "gertrud"),
        ("kyoko", "gertrud kirsten gisela", "gisela kirsten", "gertrud"),
        ("sayaka", "gertrud kirsten gisela", "gisela kirsten", "gertrud"),
        ("madoka", "oktavia charlotte gertrud", "gertrud charlotte oktavia", ""),
        # whoever cannot be returned is left lying, and does not count
        ("mami", "gertrud gisela kirsten charlotte", "kirsten gisela gertrud", "charlotte"),
        ("mami", "gertrud charlotte", "gertrud", "charlotte"),
        ("mami", "charlotte", "", "charlotte"),
        ("sayaka", "gertrud gisela oktavia", "gisela gertrud", "oktavia"),
        ("sayaka", "gertrud oktavia gisela", "gisela gertrud", "oktavia"),
        ("homura", "charlotte oktavia", "oktavia charlotte", ""),
        # no. 9 moves for Madoka alone, and holds nobody else back
        ("kyoko", "gertrud gisela walpurgisnacht", "gisela gertrud", "walpurgisnacht"),
        ("homura", "walpurgisnacht", "", "walpurgisnacht"),
        ("madoka", "gertrud walpurgisnacht gisela", "gisela walpurgisnacht gertrud", ""),
    ],
)
def test_a_head_completes_its_girl_and_returns_witches(
    head: str, revealed: str, returned: str, stay: str
) -> None:
    state = table(rules(), [f"{head}-4"], placed={head: 3}, revealed=revealed.split())
    after = play(state, Play(0))
    expected = [state.rules.witch_keys.index(each) + 1 for each in returned.split()]

    assert happened(after)[1:-1] == [
        ("girl.completed", girl(head)),
        *(("witch.returned", witch, girl(head)) for witch in expected),
    ]
    assert after.witch_deck == (*state.witch_deck, *expected)
    assert [after.rules.witch_keys[each - 1] for each in after.witches_revealed] == stay.split()
    assert after.beaten is ("walpurgisnacht" in returned)


def test_the_head_of_qb_returns_nobody() -> None:
    state = table(rules(qb=True), ["qb-4"], placed={"qb": 3}, revealed=["gertrud"])

    assert names(play(state, Play(0))) == ["card.played", "girl.completed", "card.drawn"]


@pytest.mark.parametrize(
    ("head", "returned"),
    [("kyoko", []), ("homura", []), ("madoka", ["walpurgisnacht", "gisela", "gertrud"])],
)
def test_walpurgisnacht_may_lock_everybody_in(head: str, returned: list[str]) -> None:
    state = table(
        rules(walpurgis_locks_all=True),
        [f"{head}-4"],
        placed={head: 3},
        revealed=["gertrud", "gisela", "walpurgisnacht"],
    )
    after = play(state, Play(0))
    down = after.witch_deck[len(state.witch_deck) :]

    assert [after.rules.witch_keys[each - 1] for each in down] == returned


def test_nobody_is_locked_in_before_walpurgisnacht_comes() -> None:
    state = table(
        rules(walpurgis_locks_all=True), ["kyoko-4"], placed={"kyoko": 3}, revealed=["gertrud"]
    )

    assert play(state, Play(0)).witches_revealed == ()


@pytest.mark.parametrize(
    ("card", "revealed", "returned"),
    [
        ("mami-1", "charlotte", None),
        ("mami-1", "gertrud charlotte", None),
        ("mami-1", "charlotte gertrud", "gertrud"),
        ("mami-1", "oktavia", "oktavia"),
        ("sayaka-1", "oktavia", None),
        ("sayaka-1", "gertrud oktavia", None),
        ("sayaka-1", "charlotte", "charlotte"),
        ("kyoko-1", "gertrud charlotte", "charlotte"),
        ("all", "charlotte", "charlotte"),
        ("all", "oktavia", "oktavia"),
        ("qb-1", "charlotte", "charlotte"),
        ("qb-1", "oktavia", "oktavia"),
        ("kyoko-1", "", None),
        ("kyoko-1", "walpurgisnacht", None),
        ("kyoko-1", "gertrud walpurgisnacht", None),
        ("kyoko-1", "walpurgisnacht gertrud", None),
        ("madoka-4", "walpurgisnacht", None),
        ("all", "walpurgisnacht gertrud", None),
    ],
)
def test_a_discard_returns_the_top_witch_unless_she_does_not_go(
    card: str, revealed: str, returned: str | None
) -> None:
    state = table(rules(qb=True), [card], revealed=revealed.split())
    after = play(state, Discard(0))
    back = [] if returned is None else [state.rules.witch_keys.index(returned) + 1]

    assert happened(after) == [
        ("card.discarded", 0, state.hands[0][0], 0, None),
        *(("witch.returned", witch, None) for witch in back),
        ("card.drawn", 0, state.drawn),
    ]
    assert after.witch_deck == (*state.witch_deck, *back)
    assert after.discard == (state.hands[0][0],)
    assert (after.markers, after.misplays, after.beaten) == (0, 0, False)


@pytest.mark.parametrize("name", GIRLS)
def test_all_may_be_discarded_whatever_lies_on_top(name: str) -> None:
    for revealed in (["charlotte"], ["oktavia"], ["walpurgisnacht"], []):
        state = table(rules(qb=True), [f"{name}-1"], revealed=revealed)

        assert Discard(0) in legal(state)
