"""Proofs of card games: an honest one, and those of servers that would have it otherwise."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from majokko_rules.fairness.drawing import (
    Committed,
    Contribution,
    Dealt,
    Deck,
    Drawn,
    Open,
    StreamName,
)
from majokko_rules.fairness.drawing.transcript import link, link_secret, secret_commitment

STREAM = "str_01KB9Q1V5S3V9D0QH3S3YB8N4G"
REFERENCE = '"reference":"ses_01KB9Q1V5S3V9D0QH3S3YB8N4J"'
GIRLS = (*(f"{girl}-{part}" for girl in ("homura", "mami") for part in (1, 1, 2, 3)), "all")
WITCHES = ("gertrud", "charlotte", "kirsten")
ORDERS = f'{{"count":2,"of":["gertrud","charlotte","kirsten"],{REFERENCE}}}'
SEATS = f'{{"first_of":4,{REFERENCE}}}'
SEEDS = (Contribution("seat-0", "my-cat.7"), Contribution("seat-1", "tea~"))

Proof = dict[str, Any]
Change = Callable[[Dealt], Dealt]
Draw = Callable[[Open], Drawn]


def begun() -> Open:
    committed = Committed(StreamName("default", STREAM, 0), bytes(range(32)))
    for each in SEEDS:
        committed = committed.contribute(each)
    return committed.open()


def unchanged(dealt: Dealt) -> Dealt:
    return dealt


def deck(name: str, cards: Sequence[str], change: Change = unchanged) -> Draw:
    """Deal a deck; a server that cheats publishes the root of another one."""

    def draw(stream: Open) -> Drawn:
        drawn, dealt = stream.deal(Deck(name, tuple(cards)))
        request = change(dealt).request
        return replace(
            drawn, request=request, head=link(stream.head, stream.nonce, "deck", request, ())
        )

    return draw


def thrown(purpose: str, request: str, bounds: Sequence[int], *, secret: bool = False) -> Draw:
    def draw(stream: Open) -> Drawn:
        turn = stream.turn(purpose)
        for bound in bounds:
            turn.chance.throw(1, bound)
        return (stream.record_secret if secret else stream.record)(turn, request)

    return draw


WITCHES_DECK = deck("witches", WITCHES)
SPARE = thrown("orders", ORDERS, [3, 2] * 2, secret=True)
FIRST = thrown("seats", SEATS, [4])
AGAIN = deck("girls-1", GIRLS)


def proof(*draws: Draw) -> Proof:
    """Return the proof of a game with these draws; it agrees with itself in all but them."""
    stream, log = begun(), list[Drawn]()
    for draw in draws:
        log.append(draw(stream))
        stream = stream.after(log[-1])
    return dict(stream.close(log).proof())


TRUE = proof(deck("girls-0", GIRLS), WITCHES_DECK, SPARE, FIRST, AGAIN)


def other_order(dealt: Dealt) -> Dealt:
    """Put another card on the top."""
    first, second, *rest = dealt.order
    assert first != second
    return replace(dealt, order=(second, first, *rest))


def other_salt(dealt: Dealt) -> Dealt:
    return replace(dealt, salts=(*dealt.salts[:-1], bytes(32)))


def other_deck(dealt: Dealt) -> Dealt:
    """Shuffle a deck with another card in it."""
    swapped = tuple("qb-1" if card == "all" else card for card in dealt.order)
    return replace(dealt, order=swapped)


def first(change: Change) -> Proof:
    return proof(deck("girls-0", GIRLS, change), WITCHES_DECK, SPARE, FIRST, AGAIN)


def salted(stream: Open) -> Drawn:
    """Hide orders behind a salt that was chosen for them."""
    drawn, salt = SPARE(stream), bytes(32)
    hidden = secret_commitment(salt, ORDERS, drawn.values)
    head = link_secret(stream.head, stream.nonce, "orders", hidden)
    return replace(drawn, salt=salt, head=head)


def sealed(stream: Open) -> Drawn:
    """Pass a secret draw off as an open one that asked for nothing."""
    request = f"secret:{'ab' * 32}"
    head = link(stream.head, stream.nonce, "orders", request, ())
    return Drawn(stream.nonce, "orders", request, (), (), head)


FALSE: Mapping[str, Proof] = {
    "other order": first(other_order),
    "other salt": first(other_salt),
    "other deck": first(other_deck),
    "orders of another salt": proof(deck("girls-0", GIRLS), salted),
    "orders never opened": proof(deck("girls-0", GIRLS), sealed),
}
"""Games in which the root is not that of the deck, or a draw stays hidden for ever."""

UNSAVED: Mapping[str, Proof] = {
    "dropped redeal": proof(deck("girls-0", GIRLS), WITCHES_DECK, SPARE, FIRST),
    "redealt once more": proof(
        *(deck("girls-0", GIRLS), WITCHES_DECK, SPARE, FIRST, AGAIN, deck("girls-2", GIRLS))
    ),
    "dealt later": proof(WITCHES_DECK, deck("girls-0", GIRLS), SPARE, FIRST, AGAIN),
    "orders drawn again": proof(deck("girls-0", GIRLS), WITCHES_DECK, FIRST, SPARE, AGAIN),
}
"""Other pasts, each true in itself: only what players saved can tell."""
