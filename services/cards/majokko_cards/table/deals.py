"""Deals, opened in memory: the one place where the order of a deck is known before it is played."""

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, field

from sqlalchemy.ext.asyncio import AsyncConnection

from majokko_cards.games import Games
from majokko_cards.records import Dealt, Session
from majokko_cards.table import store
from majokko_kit.sealed import DealSeals, HiddenDeal, HiddenDeck, Place
from majokko_rules.cards import magion

WITCHES = "witches"
_REMEMBERED = 512


def girls_deck(number: int) -> str:
    """Return what the girl deck of a deal is called; it is dealt again as `girls-1`, `girls-2` …"""
    return f"girls-{number}"


@dataclass(frozen=True, slots=True)
class Table:
    """The cards that a session is played with. No repr of it shows any."""

    rules: magion.Rules
    deal: magion.Deal
    dealt: Sequence[Dealt]
    """Every deal there was; the last one is played."""
    girls: HiddenDeck
    witches: HiddenDeck
    before: Sequence[magion.Action]
    """Moves of another game that lead to where this one begins."""

    @property
    def played(self) -> Dealt:
        return self.dealt[-1]

    def begin(self) -> magion.State:
        """Return the game before the first move of its own."""
        state = magion.begin(self.rules, self.deal)
        for action in self.before:
            state = magion.play(state, action)
        return state


@dataclass(frozen=True, slots=True)
class Deals:
    """Opens deals, and remembers those that are played with."""

    games: Games
    seals: DealSeals
    _known: OrderedDict[str, Table] = field(default_factory=OrderedDict, repr=False)

    async def of(self, sql: AsyncConnection, session: Session) -> Table:
        """Return the cards of a session that has begun."""
        found = self._known.get(session.id)
        if found is None:
            found = self.opened(session, await store.deals(sql, session.deal))
        self.remember(session.id, found)
        return found

    def opened(self, session: Session, dealt: Sequence[Dealt]) -> Table:
        rules = self.games.kept(session.ruleset, session.digest, session.players, session.options)
        return self.table(session.tenant, rules, dealt)

    def table(self, tenant: str, rules: magion.Rules, dealt: Sequence[Dealt]) -> Table:
        """Open what was dealt: the girls of the last deal, the witches of the first."""
        first, last = self._open(tenant, dealt[0]), dealt[-1]
        girls = (first if last is dealt[0] else self._open(tenant, last)).deck(last.deck)
        witches = first.deck(WITCHES)
        deal = magion.dealt(rules, girls.order, witches.order, last.first, first.orders)
        before = tuple(magion.read(each) for each in last.moves)
        return Table(rules, deal, dealt, girls, witches, before)

    def sealed(self, place: Place, deal: HiddenDeal) -> str:
        """Seal a deal that no dice gave, as those that they gave are."""
        return self.seals.seal(deal, place)

    def remember(self, session: str, table: Table) -> None:
        self._known[session] = table
        self._known.move_to_end(session)
        if len(self._known) > _REMEMBERED:
            self._known.popitem(last=False)

    def _open(self, tenant: str, dealt: Dealt) -> HiddenDeal:
        return self.seals.open(dealt.sealed, Place(tenant, dealt.stream, dealt.owner))


def of_words(girls: Sequence[str], witches: Sequence[str]) -> HiddenDeal:
    """Return a deal that somebody wrote down; without salts, for nobody committed to it."""
    return HiddenDeal([HiddenDeck(girls_deck(0), girls), HiddenDeck(WITCHES, witches)])
