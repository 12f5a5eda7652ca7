"""Plays the service of card games: it begins streams for games, and has cards dealt from them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from majokko_contracts.deals import BeginStream, CardsDealt, DealCards, DrawMade, StreamBegun
from majokko_contracts.throws import CloseStream, StreamEnded
from majokko_kit.bus import Bus
from majokko_kit.ids import new_id
from majokko_kit.sealed import DealSeals, HiddenDeal, Place
from majokko_kit.secret import Secret
from majokko_rules.fairness.drawing import openings
from majokko_rules.fairness.verifying import Saved, ShownCard, card_was_there
from tests.services.dice.rooms.table import House

PATIENCE = 40
PARTS = (f"{girl}-{part}" for girl in ("homura", "mami", "kyoko") for part in (1, 1, 2, 3))
GIRLS = (*PARTS, "all", "all")
WITCHES = ("gertrud", "charlotte", "kirsten", "gisela", "elsa_maria", "oktavia", "izabel")
ORDERS = {"count": 3, "of": WITCHES}
SEEDS = ({"label": "seat-0", "seed": "my-cat.7"}, {"label": "seat-1", "seed": "tea~"})

Json = dict[str, Any]


def deck(name: str = "girls", cards: Sequence[str] = GIRLS) -> Json:
    return {"id": name, "cards": tuple(cards)}


def asks(stream: str, reference: str, /, **changes: Any) -> DealCards:  # noqa: ANN401 - any members
    """Ask for two decks; `changes` says what else, or otherwise."""
    asked = {
        "tenant": "default",
        "stream": stream,
        "reference": reference,
        "decks": (deck(), deck("witches", WITCHES)),
    }
    return DealCards.model_validate({**asked, **changes})


@dataclass(frozen=True)
class Game:
    """A game, and the stream that was begun for it."""

    bus: Bus
    begun: StreamBegun
    reference: str

    @property
    def place(self) -> Place:
        return Place("default", self.begun.stream, self.reference)

    async def deal(self, key: str | None = None, **changes: Any) -> CardsDealt:  # noqa: ANN401
        asked = asks(self.begun.stream, self.reference, **changes)
        return await self.bus.ask(asked, timeout=PATIENCE, key=key or new_id("req"))

    async def begin(self) -> CardsDealt:
        """Deal all that a game begins with."""
        return await self.deal(contributions=SEEDS, orders=ORDERS, first=4)

    async def close(self) -> StreamEnded:
        asked = CloseStream(tenant="default", stream=self.begun.stream, reference=self.reference)
        return await self.bus.ask(asked, timeout=PATIENCE)


async def game(bus: Bus, reference: str | None = None) -> Game:
    reference = reference or new_id("ses")
    asked = BeginStream(tenant="default", reference=reference)
    return Game(bus, await bus.ask(asked, timeout=PATIENCE), reference)


def opened(secret: Secret, game: Game, dealt: CardsDealt) -> HiddenDeal:
    return DealSeals(secret).open(dealt.sealed, game.place)


def lay_there(dealt: CardsDealt, hidden: HiddenDeal) -> bool:
    """Tell whether every card of every deck lies where the roots say, as a player checks it."""
    roots = {draw.deck: draw.root for draw in dealt.draws if draw.deck}
    return all(
        card_was_there(
            bytes.fromhex(str(roots[each.id])),
            len(each.order),
            ShownCard(each.id, shown.position, shown.card, shown.salt, shown.path),
        )
        for each in hidden.decks
        for shown in openings(each.id, each.order, each.salts)
    )


def saved(begun: StreamBegun, dealt: Iterable[CardsDealt], ended: StreamEnded) -> Saved:
    """Return all that players could write down of a game."""
    seeds = {each.label: each.seed for one in dealt for each in one.client_seeds}
    heads = {draw.nonce: draw.head for draw in draws(dealt)}
    return Saved(begun.commitment, seeds=seeds, heads=heads, closing=ended.closing)


def draws(dealt: Iterable[CardsDealt]) -> Sequence[DrawMade]:
    return [draw for one in dealt for draw in one.draws]


async def proof_of(house: House, ended: StreamEnded) -> Json:
    answer = await house.get(ended.proof)
    assert answer.status_code == 200, answer.text
    proof: Json = answer.json()
    return proof
