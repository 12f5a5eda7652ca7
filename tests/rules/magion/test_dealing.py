"""From a shuffled deck to the first turn."""

from collections import Counter
from typing import Any

import pytest

from majokko_rules.cards.magion import Deal, Discard, begin, dealt, must_deal_again, play, practice
from majokko_rules.cards.magion.cards import NUMBERS, members
from majokko_rules.errors import InvalidValue, RuleError, UnknownField
from tests.rules.magion.table import changed, rules


@pytest.mark.parametrize(
    ("players", "first", "hands"),
    [
        (2, 0, [(0, 2, 4, 6, 8, 10), (1, 3, 5, 7, 9, 11)]),
        (2, 1, [(1, 3, 5, 7, 9, 11), (0, 2, 4, 6, 8, 10)]),
        (3, 0, [(0, 3, 6, 9, 12), (1, 4, 7, 10, 13), (2, 5, 8, 11, 14)]),
        (3, 2, [(1, 4, 7, 10, 13), (2, 5, 8, 11, 14), (0, 3, 6, 9, 12)]),
        (4, 1, [(3, 7, 11, 15), (0, 4, 8, 12), (1, 5, 9, 13), (2, 6, 10, 14)]),
    ],
)
def test_cards_go_round_one_by_one_from_the_seat_that_begins(
    players: int, first: int, hands: list[tuple[int, ...]]
) -> None:
    by = rules(players)
    state = begin(by, dealt(by, by.deck, by.witches, first))

    assert list(state.hands) == hands
    assert state.turn == first
    assert state.drawn == by.hand * players
    assert state.deck_left == 43 - by.hand * players


def test_walpurgisnacht_lies_beneath_all_others() -> None:
    by = rules()
    witches = by.witches[::-1]
    state = begin(by, dealt(by, by.deck, witches, 0))

    assert state.witch_deck == (9, 1, 2, 3, 4, 5, 6, 7, 8)
    assert [by.witch_keys[each - 1] for each in reversed(state.witch_deck)] == [
        *witches,
        "walpurgisnacht",
    ]


def test_everybody_knows_who_lies_beneath_and_nobody_else() -> None:
    by = rules()
    state = begin(by, dealt(by, by.deck, by.witches, 0))

    assert [state.witch_deck[place] for place in members(state.witches_known)] == [9]


def test_nothing_has_happened_when_a_game_begins() -> None:
    by = rules()
    state = begin(by, dealt(by, by.deck, by.witches, 0))

    assert (state.happened, state.moves, state.markers, state.misplays) == ((), 0, 0, 0)
    assert (state.over, state.pending, state.beaten) == (None, None, False)
    assert state.placed == (0,) * 6
    assert not state.discard
    assert not state.witches_revealed


def test_the_next_card_is_the_topmost_that_was_not_dealt() -> None:
    by = rules()
    state = begin(by, dealt(by, by.deck, by.witches, 0))

    assert play(state, Discard(1)).hands[0] == (0, 8, 12, 16)


HEADS = ["homura-4", "mami-4", "kyoko-4", "sayaka-4", "madoka-4", "homura-4"]


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize(("heads", "again"), [(2, False), (3, True), (4, True)])
def test_three_heads_in_one_hand_mean_another_deal(
    players: int, seat: int, heads: int, again: bool
) -> None:
    by = rules(players)
    hand = [*HEADS[:heads], *["mami-1"] * (by.hand - heads)]
    others = ["all", "all", *["kyoko-1"] * (by.hand - 2)]
    hands = [hand if each == seat else others for each in range(players)]
    girls = [NUMBERS[name] for cards in zip(*hands, strict=True) for name in cards]

    assert must_deal_again(by, girls) is again
    assert must_deal_again(by, [*girls, *(NUMBERS[each] for each in HEADS)]) is again


def test_wild_cards_are_no_heads_and_heads_of_qb_are() -> None:
    plain = [NUMBERS["mami-1"]] * 3
    wild = [each for _ in range(3) for each in (NUMBERS["all"], *plain)]
    heads = ["homura-4", "qb-4", "mami-4"]
    qb = [each for name in heads for each in (NUMBERS[name], *plain)]

    assert not must_deal_again(rules(), [*wild, *plain, *plain])
    assert must_deal_again(rules(qb=True), [*qb, *plain, *plain])


def test_how_many_heads_are_too_many_is_data() -> None:
    girls = [NUMBERS[name] for name in (*HEADS[:2] * 6,)]

    assert must_deal_again(changed("[numbers]\nredeal_heads = 6\n", 2), girls)
    assert not must_deal_again(changed("[numbers]\nredeal_heads = 7\n", 2), girls)


def test_a_practice_deal_is_taken_as_it_is_written() -> None:
    by = rules(2)
    girls = [*HEADS, *["mami-1"] * 3, *["all"] * 3]
    deal = practice(by, {"girls": girls, "witches": list(by.witches[::-1]), "first": 1})

    assert deal == Deal(tuple(NUMBERS[name] for name in girls), (8, 7, 6, 5, 4, 3, 2, 1), 1, ())
    assert begin(by, deal).deck_left == 0


def test_a_practice_deal_may_leave_the_witches_and_the_first_seat_out() -> None:
    by = rules(2)
    deal = practice(by, {"girls": list(by.deck)})

    assert (deal.witches, deal.first) == ((1, 2, 3, 4, 5, 6, 7, 8), 0)


GIRLS = list(rules(2).deck)
WITCHES = list(rules(2).witches)


@pytest.mark.parametrize(
    ("said", "rule", "pointer"),
    [
        ({}, "required", "/girls"),
        ({"girls": GIRLS, "gilrs": []}, "unknown", "/gilrs"),
        ({"girls": "mami-1"}, "not_list", "/girls"),
        ({"girls": [1]}, "not_text", "/girls/0"),
        ({"girls": GIRLS[:11]}, "too_short", "/girls"),
        ({"girls": [*GIRLS[:12], "mami-5"]}, "not_a_choice", "/girls/12"),
        ({"girls": [*GIRLS[:12], "qb-1"]}, "not_a_choice", "/girls/12"),
        ({"girls": [*GIRLS, "madoka-4"]}, "no_more", "/girls/43"),
        ({"girls": GIRLS, "witches": WITCHES[1:]}, "each_once", "/witches"),
        ({"girls": GIRLS, "witches": [*WITCHES, "walpurgisnacht"]}, "each_once", "/witches"),
        ({"girls": GIRLS, "witches": [*WITCHES[1:], WITCHES[1]]}, "each_once", "/witches"),
        ({"girls": GIRLS, "witches": None}, "not_list", "/witches"),
        ({"girls": GIRLS, "first": 2}, "too_large", "/first"),
        ({"girls": GIRLS, "first": -1}, "too_small", "/first"),
        ({"girls": GIRLS, "first": True}, "not_integer", "/first"),
    ],
)
def test_a_practice_deal_that_cannot_be_is_refused(
    said: dict[str, Any], rule: str, pointer: str
) -> None:
    with pytest.raises(RuleError) as refused:
        practice(rules(2), said)

    assert isinstance(refused.value, InvalidValue | UnknownField)
    assert (refused.value.rule, refused.value.pointer) == (rule, pointer)


def test_spare_orders_name_all_eight_witches() -> None:
    by = rules(2)

    assert dealt(by, by.deck, by.witches, 0, [by.witches]).orders == ((1, 2, 3, 4, 5, 6, 7, 8),)
    with pytest.raises(InvalidValue) as refused:
        dealt(by, by.deck, by.witches, 0, [by.witches, by.witches[1:]])
    assert refused.value.pointer == "/orders/1"


def test_a_deal_tells_nothing_of_itself() -> None:
    by = rules()
    deal = dealt(by, by.deck, by.witches, 1, [by.witches])

    assert repr(deal) == "Deal()"
    assert "deal" not in repr(begin(by, deal)).lower()


def test_the_deck_lists_the_printed_cards() -> None:
    assert Counter(name.partition("-")[0] for name in rules().deck) == {
        "homura": 10, "mami": 10, "kyoko": 9, "sayaka": 6, "madoka": 5, "all": 3,
    }  # fmt: skip
    assert Counter(rules(qb=True).deck) - Counter(rules().deck) == {
        "qb-1": 2, "qb-2": 2, "qb-3": 1, "qb-4": 1,
    }  # fmt: skip
    assert rules().deck[:4] == ("homura-1", "homura-1", "homura-1", "homura-2")
    assert rules().deck[-3:] == ("all", "all", "all")
