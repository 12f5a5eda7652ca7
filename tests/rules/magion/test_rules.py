"""A ruleset, options and players, compiled to what a game is played by."""

import pytest

from majokko_rules.cards.magion import Rules
from majokko_rules.cards.magion.cards import NAMES, members
from majokko_rules.errors import RuleError
from tests.rules.magion.table import MAGION, changed, rules

PATRICIA = '[tables.witches.patricia]\nnumber = 8\ngoes = "stays"\neffects = [{}]\n'
GERTRUD = '[tables.witches.gertrud]\nnumber = 1\ngoes = "stays"\neffects = [{}]\n'
SHUFFLES = '{ shuffles = "witches" }'


@pytest.mark.parametrize(("players", "hand"), [(2, 6), (3, 5), (4, 4)])
def test_the_fewer_play_the_more_cards_they_hold(players: int, hand: int) -> None:
    assert (rules(players).players, rules(players).hand) == (players, hand)


def test_rules_name_their_ruleset() -> None:
    by = rules()

    assert by.ruleset_name == "magion@1"
    assert by.ruleset_hash == MAGION.hash
    assert by.options == {
        "qb": False,
        "ask_instead_of_tell": False,
        "walpurgis_locks_all": False,
        "fatal_hint": True,
        "empty_hint": False,
    }


@pytest.mark.parametrize(
    ("players", "options", "rule", "pointer"),
    [
        (1, {}, "too_small", "/players"),
        (5, {}, "too_large", "/players"),
        ("4", {}, "not_integer", "/players"),
        (True, {}, "not_integer", "/players"),
        (4, {"bq": True}, "unknown", "/options/bq"),
        (4, {"qb": 1}, "not_boolean", "/options/qb"),
    ],
)
def test_what_nobody_can_play_by_is_refused(
    players: object, options: dict[str, object], rule: str, pointer: str
) -> None:
    with pytest.raises(RuleError) as refused:
        Rules.of(MAGION, players, options)

    assert (refused.value.rule, refused.value.pointer) == (rule, pointer)


def test_qb_brings_cards_but_need_not_be_complete() -> None:
    plain, advanced = rules(), rules(qb=True)

    assert (len(plain.deck), len(advanced.deck)) == (43, 49)
    assert (plain.girls, advanced.girls) == ((0, 1, 2, 3, 4), (0, 1, 2, 3, 4, 5))
    assert plain.wanted == advanced.wanted == (0, 1, 2, 3, 4)
    assert (plain.signs.bit_count(), advanced.signs.bit_count()) == (10, 11)


def test_the_deck_and_the_counts_agree() -> None:
    for by in (rules(), rules(qb=True)):
        assert [by.deck.count(name) for name in NAMES] == list(by.counts)
        assert [NAMES[each] for each in members(by.kinds)] == list(dict.fromkeys(by.deck))


def test_without_wild_cards_nobody_hints_at_them() -> None:
    by = changed("[tables.wilds.all]\ncount = 0\n")

    assert by.signs.bit_count() == 9
    assert "all" not in by.deck


@pytest.mark.parametrize(
    ("players", "qb", "orders"),
    [(2, False, 32), (3, False, 29), (4, False, 28), (2, True, 38), (4, True, 34)],
)
def test_a_deal_brings_an_order_for_every_shuffle_there_can_be(
    players: int, qb: bool, orders: int
) -> None:
    """One when Patricia first comes, and one for each card that may return her."""
    assert rules(players, qb=qb).orders == orders


@pytest.mark.parametrize(
    ("rows", "orders"),
    [
        (PATRICIA.format(""), 0),
        (PATRICIA.format(f"{SHUFFLES}, {SHUFFLES}"), 2 * 28),
        (GERTRUD.format(SHUFFLES), 2 + 27 + 5),
        (GERTRUD.format(f"{SHUFFLES}, {SHUFFLES}"), 2 * (2 + 27 + 5)),
    ],
)
def test_other_witches_who_shuffle_need_other_orders(rows: str, orders: int) -> None:
    assert changed(rows).orders == orders


def test_a_file_may_change_the_numbers() -> None:
    by = changed("[numbers]\nmarkers = 5\ncleanse_most = 3\npoints_head = 5\n")

    assert (by.markers, by.cleanse, by.head_points) == (5, 3, 5)
