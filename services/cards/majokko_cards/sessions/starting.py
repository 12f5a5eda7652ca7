"""How games begin: contributions are frozen, dice deal, and the first seat is awaited.

Dice are asked outside of any transaction, by keys that follow from the session, and deal once for
each. So a start that was cut short anywhere, and is tried again, is of the same cards.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from majokko_cards import clocks
from majokko_cards.games import Games
from majokko_cards.records import Awaited, Dealt, Seat, Session
from majokko_cards.sessions import store, views
from majokko_cards.sessions.service import Effect, Held, Sessions
from majokko_cards.table import store as tables
from majokko_cards.table.dealing import Wanted, dealt, is_hopeless
from majokko_cards.table.deals import Deals, Table
from majokko_cards.table.folds import Folds
from majokko_kit.operations import Asked, Done, Nothing
from majokko_kit.refusals import NotRunning, StreamClosed
from majokko_rules.errors import GameOver


class _Unfrozen(Exception):
    """Contributions have to be frozen before dice are asked for cards."""


class Starting:
    def __init__(
        self,
        sessions: Sessions,
        games: Games,
        deals: Deals,
        folds: Folds,
        abandon: Effect[None],
    ) -> None:
        """`abandon` ends what can never begin."""
        self._sessions = sessions
        self._games = games
        self._deals = deals
        self._folds = folds
        self._abandon = abandon

    async def start(self, asked: Asked[Nothing]) -> Done[views.Session]:
        """Begin a game whose seats are all taken. One that can never be dealt is over.

        Raises StreamClosed, NotRunning, GameOver, Forbidden, NotFound, TokenMissing,
        DependencyAway.
        """
        try:
            return await self._started(asked)
        except (StreamClosed, NotRunning) as refusal:
            if is_hopeless(refusal):
                await self._give_up(asked)
            raise

    async def _started(self, asked: Asked[Nothing]) -> Done[views.Session]:
        try:
            return await self._sessions.held(asked, views.Session, self._begin)
        except _Unfrozen:
            await self._freeze(asked)
        return await self._sessions.held(asked, views.Session, self._begin)

    async def _freeze(self, asked: Asked[Nothing]) -> None:
        """Let nobody change what she contributes any more; others see nothing of it."""

        async def freeze(held: Held) -> None:
            _may_begin(held.before, await store.seats(held.work.sql, held.before.id))
            held.become(dealing=True)

        await self._sessions.held(without_key(asked), type(None), freeze)

    async def _give_up(self, asked: Asked[Nothing]) -> None:
        """End a game that can never be dealt, unless somebody has ended it already."""

        async def stop(held: Held) -> None:
            if held.before.over:
                raise GameOver("ended")
            await self._abandon(held)

        await self._sessions.held(without_key(asked), type(None), stop)

    async def _begin(self, held: Held) -> views.Session:
        session = held.before
        seats = await store.seats(held.work.sql, session.id)
        _may_begin(session, seats)
        deals = await tables.deals(held.work.sql, session.deal)
        if not deals:
            if not session.dealing:
                raise _Unfrozen
            deals = self._dealt(held, seats)
            for each in deals:
                tables.add_deal(held.work.sql, each)
        self._start(held, self._deals.opened(session, deals))
        self._sessions.settle(held)
        return views.session(held.now, seats)

    def _start(self, held: Held, table: Table) -> None:
        state = table.begin()
        at, turn = held.work.at, state.turn
        held.become(
            status="running",
            dealing=False,
            turn=turn,
            awaits=awaited(held.now, turn),
            started_at=at,
            began=held.before.version + 1,
            **clocks.begun(held.now, turn, at),
        )
        hands = [list(hand) for hand in state.hands]
        held.tell("session.started", first=turn, hands=hands, **clocks.told(held.now))
        held.work.once_true(lambda: self._folds.begun(held.before.id, table, state))

    def _dealt(self, held: Held, seats: Sequence[Seat]) -> Sequence[Dealt]:
        """Raises Lacking."""
        session = held.before
        assert session.stream is not None, "practice is dealt when it is made"
        rules = self._games.kept(session.ruleset, session.digest, session.players, session.options)
        wanted = Wanted(
            owner=session.id,
            tenant=session.tenant,
            stream=session.stream,
            rules=rules,
            contributions=[
                (f"seat-{each.number}", each.contribution) for each in seats if each.contribution
            ],
            at=held.work.at,
        )
        return dealt(wanted, self._deals, held.outside)


def awaited(session: Session, turn: int) -> Awaited:
    return "bot" if turn in session.bots else "human"


def without_key(asked: Asked[Any]) -> Asked[Any]:
    """Return a request as a step of itself, which is not remembered."""
    return replace(asked, key=None)


def _may_begin(session: Session, seats: Sequence[Seat]) -> None:
    if session.over:
        raise GameOver("ended")
    if session.started_at is not None:
        raise NotRunning("started")
    taken = {each.number for each in seats}
    if free := [str(each) for each in range(session.players) if each not in taken]:
        raise NotRunning("seats_open", seats=", ".join(free))
