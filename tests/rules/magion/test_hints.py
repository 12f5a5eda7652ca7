"""What hints show, and what everybody knows of a card afterwards."""

import pytest

from majokko_rules.cards.magion import (
    Ask,
    Cleanse,
    Discard,
    Hint,
    Play,
    State,
    is_fatal,
    legal,
    play,
)
from majokko_rules.cards.magion.cards import NAMES, mask, members
from tests.rules.magion.table import happened, names, rules, sign, table

HAND = ["mami-1", "all", "kyoko-1", "mami-3"]


def left(state: State, seat: int) -> list[set[str]]:
    """What hints leave possible of each card of a hand."""
    return [{NAMES[kind] for kind in members(kinds)} for kinds in state.allowed[seat]]


@pytest.mark.parametrize(
    ("named", "slots"),
    [("mami", (0, 3)), ("1", (0, 2)), ("3", (3,)), ("kyoko", (2,)), ("all", (1,))],
)
def test_a_hint_shows_all_cards_that_bear_it(named: str, slots: tuple[int, ...]) -> None:
    state = table(rules(), others={1: HAND})
    after = play(state, Hint(1, sign(named)))
    positions = tuple(state.hands[1][slot] for slot in slots)

    assert happened(after) == [
        ("hint.given", 0, 1, sign(named), slots, positions),
        ("gem.changed", 1),
    ]
    assert after.told[1] == tuple(1 << sign(named) if slot in slots else 0 for slot in range(4))
    assert after.turn == 1
    assert after.hands == state.hands


def test_a_colour_leaves_its_girl_and_takes_her_from_the_others() -> None:
    after = play(table(rules(), others={1: HAND}), Hint(1, sign("mami")))
    hers = {"mami-1", "mami-2", "mami-3", "mami-4"}

    assert left(after, 1)[0] == left(after, 1)[3] == hers
    assert left(after, 1)[1] == left(after, 1)[2] == set(rules().deck) - hers
    assert left(after, 2) == [set(rules().deck)] * 4


def test_a_wild_card_has_neither_colour_nor_number() -> None:
    state = play(table(rules(), others={1: HAND, 2: ["all"]}), Hint(1, sign("1")))
    after = play(play(state, Hint(2, sign("all"))), Cleanse(1))

    assert "all" in left(state, 1)[1]
    assert not left(state, 1)[1] & {"mami-1", "kyoko-1"}
    assert left(after, 2)[0] == {"all"}


def test_hints_about_a_card_add_up() -> None:
    state = table(rules(2), others={1: HAND})
    after = play(play(play(state, Hint(1, sign("mami"))), Cleanse(1)), Hint(1, sign("3")))

    assert left(after, 1)[3] == {"mami-3"}
    assert left(after, 1)[0] == {"mami-1", "mami-2", "mami-4"}
    assert after.told[1][3] == mask([sign("mami"), sign("3")])


@pytest.mark.parametrize("action", [Play(2), Discard(2)])
def test_what_is_known_goes_with_the_card_and_a_drawn_one_is_unknown(
    action: Play | Discard,
) -> None:
    known = play(table(rules(2), others={1: HAND}), Hint(1, sign("mami")))
    after = play(known, action)

    assert len(set(known.allowed[1])) == 2
    assert after.allowed[1][:-1] == known.allowed[1][:2] + known.allowed[1][3:]
    assert after.told[1][:-1] == known.told[1][:2] + known.told[1][3:]
    assert after.hands[1][:-1] == known.hands[1][:2] + known.hands[1][3:]
    assert (after.allowed[1][-1], after.told[1][-1]) == (rules(2).kinds, 0)


@pytest.mark.parametrize(("qb", "kinds"), [(False, 21), (True, 25)])
def test_nothing_is_possible_that_is_not_in_the_deck(qb: bool, kinds: int) -> None:
    state = table(rules(qb=qb))

    assert {frozenset(each) for seat in range(4) for each in left(state, seat)} == {
        frozenset(rules(qb=qb).deck)
    }
    assert len(left(state, 0)[0]) == kinds


def test_only_what_a_hand_bears_may_be_hinted() -> None:
    state = table(rules(2), others={1: [*HAND, "mami-1", "mami-2"]})
    offered = {each.sign for each in legal(state) if isinstance(each, Hint)}

    assert offered == {sign(each) for each in ("mami", "kyoko", "1", "2", "3", "all")}


def test_an_empty_hint_is_an_option() -> None:
    state = table(rules(empty_hint=True), others={1: HAND})
    after = play(state, Hint(1, sign("homura")))

    assert happened(after)[0] == ("hint.given", 0, 1, sign("homura"), (), ())
    assert after.markers == 1
    assert all("homura-1" not in each for each in left(after, 1))
    assert sum(isinstance(each, Hint) for each in legal(state)) == 3 * 10


@pytest.mark.parametrize(
    ("markers", "fatal_hint", "allowed", "fatal"),
    [
        (1, True, True, False),
        (2, True, True, True),
        (1, False, True, False),
        (2, False, False, True),
    ],
)
def test_the_hint_that_loses_is_legal_unless_forbidden(
    markers: int, fatal_hint: bool, allowed: bool, fatal: bool
) -> None:
    state = table(rules(fatal_hint=fatal_hint), others={1: HAND}, markers=markers)
    hint = Hint(1, sign("mami"))

    assert (hint in legal(state)) is allowed
    assert is_fatal(state, hint) is fatal
    assert not is_fatal(state, Play(0))


def test_a_third_marker_by_a_hint_loses_the_game() -> None:
    after = play(table(rules(), others={1: HAND}, markers=2), Hint(1, sign("mami")))

    assert names(after) == ["hint.given", "gem.changed", "game.ended"]
    assert after.over == ("lost", "third_marker")
    assert after.turn == 0


def test_one_asks_instead_of_telling() -> None:
    state = table(rules(ask_instead_of_tell=True), HAND)
    after = play(state, Ask(sign("1")))
    positions = (state.hands[0][0], state.hands[0][2])

    assert happened(after) == [
        ("hint.asked", 0, sign("1"), (0, 2), positions),
        ("gem.changed", 1),
    ]
    assert left(after, 0)[1] == {card for card in rules().deck if not card.endswith("-1")}
    assert after.turn == 1


def test_none_is_an_answer_to_whoever_asks() -> None:
    state = table(rules(ask_instead_of_tell=True), HAND)
    after = play(state, Ask(sign("madoka")))

    assert happened(after)[0] == ("hint.asked", 0, sign("madoka"), (), ())
    assert all("madoka-1" not in each for each in left(after, 0))


def test_whoever_asks_has_every_sign_whatever_is_in_the_hand() -> None:
    state = table(rules(ask_instead_of_tell=True, qb=True), HAND)
    asked = [each.sign for each in legal(state) if isinstance(each, Ask)]

    assert asked == list(range(11))
    assert not any(isinstance(each, Hint) for each in legal(state))
