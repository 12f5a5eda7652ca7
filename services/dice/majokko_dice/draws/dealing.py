"""Streams for games, and cards dealt from them: once for each request, however often it is asked.

A game's stream is drawn from by the game alone, and never replaced by another: its seed comes out
when the game says that it is over, and with it everything that lay hidden.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from majokko_contracts.deals import (
    ORDERS,
    SEATS,
    BeginStream,
    Contributing,
    DealCards,
    DeckAsked,
    OrdersAsked,
)
from majokko_dice.draws import requests, store
from majokko_dice.draws.own import own_of
from majokko_dice.draws.ports import Begun, Dealt, Hand, Linked
from majokko_dice.fairness import store as ledgers
from majokko_dice.fairness.ports import Contributed, Entry, Stream
from majokko_dice.fairness.ports import Linked as InChain
from majokko_dice.fairness.views import ClientSeed
from majokko_dice.ports import Sealer, Surroundings
from majokko_dice.rooms.streams import Drawing, Streams
from majokko_kit.clock import rfc3339
from majokko_kit.database import Commands, Work
from majokko_kit.refusals import NotFound, StreamClosed
from majokko_kit.sealed import DealSeals, HiddenDeal, HiddenDeck, Place
from majokko_rules.errors import InvalidValue
from majokko_rules.fairness.drawing import Deck, StreamName
from majokko_rules.fairness.drawing.proofs import DeckData
from majokko_rules.fairness.drawing.words import shuffled

_DECK = "deck"


class Games:
    """`commands` are remembered for ever; `streams` are those that nothing replaces."""

    def __init__(
        self,
        commands: Commands,
        streams: Streams,
        sealer: Sealer,
        seals: DealSeals,
        surroundings: Surroundings,
    ) -> None:
        self._commands = commands
        self._streams = streams
        self._sealer = sealer
        self._seals = seals
        self._new_id = surroundings.new_id

    async def begin(self, asked: BeginStream) -> Begun:
        """Commit to the stream of a game, which has one only: its id is the key."""

        async def commit(work: Work) -> Begun:
            name = StreamName(asked.tenant, self._new_id("str"), 0)
            begun = await self._streams.commit(work, name.stream, name)
            await store.add(work.sql, own_of(begun, asked.reference), token=None)
            assert begun.receipt is not None, "sealed as it begins"
            return Begun(begun.id, begun.index, begun.commitment, begun.receipt)

        command = requests.command(asked, asked.reference)
        return (await self._commands.run(command, Begun, commit)).answer

    async def deal(self, asked: DealCards, key: str) -> Dealt:
        """Deal; the same key and request are answered the same.

        Raises NotFound, StreamClosed, InvalidValue, IdempotencyKeyReused.
        """

        async def fall(work: Work) -> Dealt:
            stream = await self._ready(work, asked)
            drawing = await self._streams.current(Hand(work, stream.id), at_hand=stream)
            return await self._dealt(asked, Table(self._streams, drawing))

        return (await self._commands.run(requests.command(asked, key), Dealt, fall)).answer

    async def _ready(self, work: Work, asked: DealCards) -> Stream:
        """Lock a game's stream, and add what is contributed to it."""
        own = await store.begun_for(work.sql, asked.tenant, asked.stream, asked.reference)
        if own is None:
            raise NotFound("thing", pointer="/stream")
        stream = await ledgers.live(work.sql, own.id)
        if stream is None:
            raise StreamClosed("closed", pointer="/stream")
        before = await ledgers.decks(work.sql, stream)
        _named_once([each.id for each in asked.decks], "/decks/{}/id", before)
        _named_once(asked.orders.of if asked.orders else (), "/orders/of/{}")
        await _contribute(work, stream, asked.contributions)
        await store.use(work.sql, own.id, work.at)
        return stream

    async def _dealt(self, asked: DealCards, table: "Table") -> Dealt:
        decks = [await table.shuffle(each) for each in asked.decks]
        orders = await table.lay_aside(asked.orders, asked.reference) if asked.orders else []
        first = await table.choose(asked.first, asked.reference) if asked.first else None
        place = Place(asked.tenant, asked.stream, asked.reference)
        work, stream = table.drawing.seat.work, table.drawing.stream
        given = await ledgers.given(work.sql, stream)
        return Dealt(
            stream=stream.id,
            index=stream.index,
            client_seed_source=given[0].source,
            client_seeds=[ClientSeed(each.label, each.seed) for each in given],
            genesis=table.drawing.opened.genesis,
            draws=table.draws,
            first=first,
            sealed=self._seals.seal(HiddenDeal(decks, orders), place),
            receipt=await self._sealer.seal(self._statement(asked, table, work.at)),
        )

    def _statement(self, asked: DealCards, table: "Table", at: int) -> dict[str, object]:
        """What we swear to: the last head binds all before it."""
        last = table.draws[-1]
        return {
            "id": self._new_id("dea"),
            "tenant": asked.tenant,
            "reference": asked.reference,
            "source": "committed",
            "stream": asked.stream,
            "index": table.drawing.stream.index,
            "nonce": last.nonce,
            "head": last.head,
            "draws": [[each.nonce, each.purpose, each.request] for each in table.draws],
            "at": rfc3339(at),
        }


@dataclass(slots=True)
class Table:
    """Where one deal is made, draw by draw; what is hidden goes only to whoever asks for it."""

    streams: Streams
    drawing: Drawing
    draws: list[Linked] = field(default_factory=list)

    async def shuffle(self, asked: DeckAsked) -> HiddenDeck:
        """Shuffle a deck, of which the chain gets its root."""
        deck = Deck(asked.id, asked.cards)
        drawing, nonce = self.drawing, self.drawing.stream.nonce
        dealt = drawing.opened.deal(nonce, drawing.head, deck)
        cards: DeckData = {"id": deck.id, "cards": list(deck.cards)}
        entry = Entry(_DECK, dealt.request, (), (), cards)
        await self.streams.enter(drawing, entry, InChain(dealt.head))
        shown = Linked(nonce, _DECK, dealt.request, [], dealt.head, deck.id, dealt.root)
        self.draws.append(shown)
        return HiddenDeck(deck.id, dealt.order, dealt.salts)

    async def lay_aside(self, asked: OrdersAsked, reference: str) -> list[list[str]]:
        """Draw orders for later, of which the chain gets a hash, and the log nothing."""
        turn, request = self.drawing.turn(ORDERS), requests.orders_text(asked, reference)

        def choose(bound: int) -> int:
            return turn.chance.throw(1, bound)[0] - 1

        orders = [shuffled(asked.of, choose) for _ in range(asked.count)]
        nonce = self.drawing.stream.nonce
        linked = self.drawing.opened.link_secret(self.drawing.head, turn, request)
        entry = Entry(ORDERS, request, requests.orders_bounds(asked), None)
        await self.streams.enter(self.drawing, entry, linked)
        self.draws.append(Linked(nonce, ORDERS, f"secret:{linked.hidden}", [], linked.head))
        return orders

    async def choose(self, players: int, reference: str) -> int:
        """Choose who begins, counted from 0, for everybody to see."""
        turn, request = self.drawing.turn(SEATS), requests.seats_text(players, reference)
        values = list(turn.chance.throw(1, players))
        place = await self.drawing.record(turn, request)
        self.draws.append(Linked(place.nonce, SEATS, request, values, place.head))
        return values[0] - 1


def _named_once(names: Sequence[str], pointer: str, before: Sequence[str] = ()) -> None:
    """Refuse a name that was there before: salts follow from that of a deck."""
    seen = set(before)
    for at, name in enumerate(names):
        if name in seen:
            raise InvalidValue("named_before", pointer=pointer.format(at))
        seen.add(name)


async def _contribute(work: Work, stream: Stream, added: Sequence[Contributing]) -> None:
    if not added:
        return
    if stream.state != "committed":
        raise StreamClosed("already_open", pointer="/contributions")
    _named_once([each.label for each in added], "/contributions/{}/label")
    for at, each in enumerate(added):
        await ledgers.give(work.sql, stream, at, Contributed(each.label, each.seed, "client"))
