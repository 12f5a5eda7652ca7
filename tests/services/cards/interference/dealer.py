"""Plays the dice service, which deals what a story says, and the port that opens cards.

What is a function of hidden cards (roots, heads, commitments, salts, paths) is counted here, and
so it is the same in two worlds.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from redis.asyncio import Redis

from majokko_cards.fairness import CardOpening, Pf1Fairness
from majokko_cards.records import Dealt
from majokko_contracts.deals import (
    ORDERS,
    SEATS,
    BeginStream,
    CardsDealt,
    DealCards,
    DrawMade,
    SeedGiven,
    StreamBegun,
)
from majokko_contracts.throws import CloseStream, StreamEnded
from majokko_kit.bus import Served, Worker
from majokko_kit.sealed import DealSeals, HiddenDeal, HiddenDeck, Place
from majokko_kit.secret import Secret
from majokko_rules.cards.magion import Deal, Rules
from majokko_rules.cards.magion.cards import NAMES
from tests.support.serving import SECRET


def number(count: int) -> str:
    """Return a hash that counts."""
    return f"{count:064x}"


class CountedFairness(Pf1Fairness):
    """The port, but salts and paths are numbers. Which cards are opened is what it is asked."""

    def openings(
        self, dealt: Dealt, deck: HiddenDeck, positions: Sequence[int]
    ) -> Sequence[CardOpening]:
        return [
            CardOpening(
                position=position,
                card=deck.order[position],
                deck=deck.id,
                size=len(deck.order),
                salt=number(place),
                path=(number(place),),
                root=number(0),
            )
            for place, position in enumerate(positions if dealt.dealt else ())
        ]


@dataclass(frozen=True)
class Cards:
    """What is to be dealt; `before` are girls with three heads in a hand, which are dealt again."""

    rules: Rules
    deal: Deal
    before: Sequence[Sequence[int]] = ()


class Dealer:
    """Deals the `next` cards to whoever asks, for every game of a telling."""

    def __init__(self) -> None:
        self.next: Cards | None = None
        self._seals = DealSeals(Secret.of(SECRET))

    def worker(self, redis: Redis) -> Worker:
        served = [
            Served(BeginStream, self._begin),
            Served(DealCards, self._deal),
            Served(CloseStream, self._close),
        ]
        return Worker(redis, "dice", served)

    async def _begin(self, asked: BeginStream, _: str) -> StreamBegun:
        receipt = {"of": asked.reference}
        return StreamBegun(
            stream=_stream(asked.reference), index=0, commitment=number(1), receipt=receipt
        )

    async def _close(self, asked: CloseStream, _: str) -> StreamEnded:
        proof = f"/v1/fairness/streams/{asked.stream}/0/proof"
        return StreamEnded(stream=asked.stream, index=0, draws=0, closing=number(3), proof=proof)

    async def _deal(self, asked: DealCards, _: str) -> CardsDealt:
        cards = self.next
        assert cards, "a story says what is dealt before anybody asks"
        again = int(asked.decks[0].id.rpartition("-")[2])
        deal = _hidden(cards, asked, again)
        return CardsDealt(
            stream=asked.stream,
            index=0,
            client_seed_source="client",
            client_seeds=tuple(
                SeedGiven(label=each.label, seed=each.seed) for each in asked.contributions
            ),
            genesis=number(2),
            draws=tuple(_draws(asked, cards.deal.first, 10 * again)),
            first=cards.deal.first if asked.first else None,
            sealed=self._seals.seal(deal, Place(asked.tenant, asked.stream, asked.reference)),
            receipt={"of": asked.reference},
        )


def _stream(reference: str) -> str:
    return "str" + reference[3:]


def _hidden(cards: Cards, asked: DealCards, again: int) -> HiddenDeal:
    girls = [*cards.before, cards.deal.girls][again]
    orders = {
        asked.decks[0].id: [NAMES[kind] for kind in girls],
        "witches": _keys(cards.rules, cards.deal.witches),
    }
    decks = [
        HiddenDeck(each.id, orders[each.id], [bytes(32)] * len(each.cards)) for each in asked.decks
    ]
    spare = [_keys(cards.rules, order) for order in cards.deal.orders] if asked.orders else ()
    return HiddenDeal(decks, spare)


def _keys(rules: Rules, witches: Sequence[int]) -> list[str]:
    return [rules.witch_keys[each - 1] for each in witches]


def _draws(asked: DealCards, first: int, nonce: int) -> Iterator[DrawMade]:
    for deck in asked.decks:
        nonce += 1
        yield _draw(nonce, "deck", deck=deck.id, root=number(nonce))
    if asked.orders:
        yield _draw(nonce + 1, ORDERS)
    if asked.first:
        yield _draw(nonce + 2, SEATS, values=(first + 1,))


def _draw(nonce: int, purpose: str, **more: Any) -> DrawMade:  # noqa: ANN401 - members of a draw
    return DrawMade(
        **{
            "nonce": nonce,
            "purpose": purpose,
            "request": number(nonce),
            "values": (),
            "head": number(nonce),
            **more,
        }
    )
