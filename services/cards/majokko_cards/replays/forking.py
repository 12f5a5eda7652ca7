"""Lets a game go on from any move of one that is over: with the same cards, for practice."""

from collections.abc import Sequence
from dataclasses import replace

from majokko_cards.ports import Surroundings
from majokko_cards.records import Session
from majokko_cards.replays.service import Past, Replays
from majokko_cards.replays.shapes import ForkIn
from majokko_cards.sessions import views
from majokko_cards.sessions.beginnings import Beginnings, Begun, Wish
from majokko_cards.sessions.doors import Doors
from majokko_cards.sessions.service import Sessions
from majokko_cards.sessions.shapes import SessionIn
from majokko_cards.table.deals import WITCHES, Deals, Table, girls_deck
from majokko_kit.bus.outside import Bus, Outside
from majokko_kit.database import Commands, Work
from majokko_kit.operations import Asked, Done
from majokko_kit.sealed import HiddenDeal, HiddenDeck, Place
from majokko_rules.cards import magion
from majokko_rules.cards.replays import played
from majokko_rules.errors import InvalidValue, ReplayWrong


class Forking:
    def __init__(  # noqa: PLR0913, PLR0917 - what sessions are made with
        self,
        sessions: Sessions,
        replays: Replays,
        commands: Commands,
        doors: Doors,
        beginnings: Beginnings,
        deals: Deals,
        bus: Bus,
        surroundings: Surroundings,
    ) -> None:
        self._sessions = sessions
        self._replays = replays
        self._commands = commands
        self._doors = doors
        self._beginnings = beginnings
        self._deals = deals
        self._bus = bus
        self._surroundings = surroundings

    async def fork(self, asked: Asked[ForkIn]) -> Done[views.SessionCreated]:
        """Make a session that begins where another one stood; whoever does is its host.

        Raises ReplayLocked, InvalidValue, ReplayWrong, Forbidden, NotFound, TokenMissing.
        """
        async with self._sessions.looking(asked) as look:
            past = await self._replays.past(look)
        moves = _moves(past, asked.query.at)

        async def fork(work: Work) -> views.SessionCreated:
            return await self._doors.add(work, self._begun(asked, past, moves, work.at))

        return await self._commands.run(asked, views.SessionCreated, fork)

    def _begun(
        self, asked: Asked[ForkIn], past: Past, moves: Sequence[magion.Action], at: int
    ) -> Begun:
        name = self._surroundings.new_id("ses")
        wish = Wish(name, asked.tenant, _said(asked.body, past), None, at)
        begun = self._beginnings.begin(wish, Outside(self._bus))
        if begun.session.digest != past.session.digest:
            raise ReplayWrong("other_ruleset", ruleset=past.session.ruleset)
        assert begun.dealt is not None, "a fork is practice"
        sealed = self._deals.sealed(Place(asked.tenant, "", name), _cards(past.table))
        written = [magion.write(each) for each in moves]
        return Begun(
            _descended(begun.session, past, len(moves)),
            begun.seats,
            replace(begun.dealt, sealed=sealed, moves=written),
        )


def _moves(past: Past, at: int) -> Sequence[magion.Action]:
    """Return the moves that are taken over; something has to be left to do after them.

    Raises InvalidValue.
    """
    actions = past.replay.actions
    most = len(actions) - (played(past.replay).over is not None)
    if at > most:
        raise InvalidValue("too_large", pointer="/at", limit=most)
    return actions[:at]


def _said(body: ForkIn, past: Past) -> SessionIn:
    """Return what somebody would have said to be dealt the same cards for practice."""
    table, session = past.table, past.session
    return SessionIn(
        game=session.ruleset,
        players=session.players,
        options=session.options,
        seats=body.seats,
        clock=body.clock,
        deal={
            "girls": [*table.girls.order],
            "witches": [*table.witches.order],
            "first": table.deal.first,
        },
        table=body.table,
        name=body.name,
    )


def _cards(table: Table) -> HiddenDeal:
    """Return the cards with all spare orders of the witches, as whoever dealt them laid aside."""
    keys = table.rules.witch_keys
    orders = [[keys[number - 1] for number in order] for order in table.deal.orders]
    decks = [HiddenDeck(girls_deck(0), table.girls.order), HiddenDeck(WITCHES, table.witches.order)]
    return HiddenDeal(decks, orders)


def _descended(session: Session, past: Past, moves: int) -> Session:
    return replace(session, forked_from=past.session.id, forked_at=moves)
