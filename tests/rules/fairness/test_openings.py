"""What can be checked while a game goes on, before its seed is out."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from majokko_rules.fairness.drawing import Committed, Dealt, Deck, StreamName, merkle, openings
from majokko_rules.fairness.verifying import (
    ShownCard,
    card_was_there,
    roll_was_made,
    stream_is_listed,
)
from tests.rules.fairness.samples import V5, V7, V8

ROOT = bytes.fromhex(V5["deck_root"])


def shown(position: int) -> ShownCard:
    opened = V5[f"open_position_{position}"]
    path = tuple(map(bytes.fromhex, opened["path"]))
    return ShownCard(V5["deck_id"], position, opened["card"], bytes.fromhex(opened["salt"]), path)


@pytest.mark.parametrize("position", [0, 49])
def test_a_card_of_the_vectors_was_there(position: int) -> None:
    card = shown(position)

    assert card_was_there(ROOT, V5["size"], card)
    assert not card_was_there(bytes(32), V5["size"], card)
    assert not card_was_there(ROOT, V5["size"] + 40, card)


@pytest.mark.parametrize("position", [0, 49])
@pytest.mark.parametrize(
    "lie",
    [
        {"card": "R5"},
        {"card": "\ud800"},
        {"deck_id": "game-0002/deck"},
        {"salt": bytes(32)},
        {"position": 1},
        {"position": -1},
        {"position": 50},
        {"position": 2**32},
        {"path": ()},
        {"path": (bytes(32),) * 6},
        {"path": (bytes(32),) * 70},
    ],
)
def test_no_other_card_was_there(position: int, lie: dict[str, Any]) -> None:
    assert not card_was_there(ROOT, V5["size"], replace(shown(position), **lie))


def dealt_of(cards: int) -> Dealt:
    opened = Committed(StreamName("t", "s", 0), bytes(32)).open()
    return opened.deal(Deck("deck", tuple(map(str, range(cards)))))[1]


@given(st.integers(1, 40), st.data())
def test_every_card_of_any_deck_is_shown_and_lies_nowhere_else(
    size: int, data: st.DataObject
) -> None:
    dealt = dealt_of(size)
    at, other = (data.draw(st.integers(0, size - 1)) for _ in range(2))
    opening = dealt.open(at)
    card = ShownCard("deck", at, opening.card, opening.salt, opening.path)

    assert card_was_there(dealt.root, size, card)
    assert card_was_there(dealt.root, size, replace(card, position=other)) == (at == other)
    assert not card_was_there(dealt.root, size, replace(card, path=(*card.path, bytes(32))))
    assert not card.path or not card_was_there(dealt.root, size, replace(card, path=card.path[:-1]))


@given(st.integers(1, 40))
def test_all_cards_of_a_deck_are_opened_together(size: int) -> None:
    dealt = dealt_of(size)
    opened = openings("deck", dealt.order, dealt.salts)

    assert list(opened) == [dealt.open(at) for at in range(size)]
    assert [each.position for each in opened] == list(range(size))
    for each in opened:
        card = ShownCard("deck", each.position, each.card, each.salt, each.path)
        assert card_was_there(dealt.root, size, card)
        assert repr(each) == f"Opening(position={each.position})"


def test_a_secret_roll_is_the_one_that_was_made() -> None:
    linked, request, values = V8["linked_request"], V8["request"], V8["values"]
    salt = bytes.fromhex(V8["salt"])

    assert roll_was_made(linked, request, values, salt)
    assert not roll_was_made(linked, "1d20", values, salt)
    assert not roll_was_made(linked, "\ud800", values, salt)
    assert not roll_was_made(linked, request, [6], salt)
    assert not roll_was_made(linked, request, [-1], salt)
    assert not roll_was_made(linked, request, [2**32], salt)
    assert not roll_was_made(linked, request, [], salt)
    assert not roll_was_made(linked, request, values, bytes(32))
    assert not roll_was_made(V8["commitment"], request, values, salt)


@pytest.mark.parametrize("index", range(5))
def test_every_stream_of_a_day_is_listed(index: int) -> None:
    commitments = [bytes.fromhex(each) for each in V7["commitments"]]
    path = merkle.path([merkle.epoch_leaf(each) for each in commitments], index)
    root = bytes.fromhex(V7["root"])

    for other, commitment in enumerate(commitments):
        assert stream_is_listed(root, 5, index, commitment, path) == (other == index)
    assert not stream_is_listed(root, 5, (index + 1) % 5, commitments[index], path)
