"""Boards: made, dealt, shown, and released."""

from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import TypeVar

from majokko_cards.boards import store, views
from majokko_cards.boards.ending import Ending, TooMany
from majokko_cards.boards.making import Making
from majokko_cards.boards.records import Kept
from majokko_cards.boards.shapes import BoardDealIn, BoardIn, BoardQuery, ReleaseIn
from majokko_cards.fairness import Fairness
from majokko_cards.records import Dealt, Session
from majokko_cards.table import store as tables
from majokko_cards.tokens import stranger
from majokko_kit import auth
from majokko_kit.bus.outside import Bus, Outside
from majokko_kit.cursors import Cursors
from majokko_kit.database import Commands, Database, Work
from majokko_kit.operations import Asked, Done, Nothing
from majokko_kit.refusals import BoardReleased, NotFound, NotRunning

Body = TypeVar("Body")
Out = TypeVar("Out")


class Boards:
    def __init__(  # noqa: PLR0913, PLR0917 - what boards are made and read with
        self,
        database: Database,
        commands: Commands,
        making: Making,
        ending: Ending,
        fairness: Fairness,
        cursors: Cursors,
        bus: Bus,
        released: Callable[[], None],
    ) -> None:
        """`released` hears that a stream is to be closed."""
        self._database = database
        self._commands = commands
        self._making = making
        self._ending = ending
        self._fairness = fairness
        self._cursors = cursors
        self._bus = bus
        self._released = released

    async def create(self, asked: Asked[BoardIn]) -> Done[views.BoardCreated]:
        """Commit to a deck, and deal it unless that is to be done later.

        Raises InvalidValue, UnknownField, DependencyAway.
        """
        fresh = self._making.fresh()

        async def create(work: Work, outside: Outside) -> views.BoardCreated:
            name = await self._making.name(work, asked) if asked.key else fresh
            kept = self._making.committed(name, asked, work.at, outside)
            dealt: Sequence[Dealt] = ()
            if not asked.body.deal_later:
                kept, dealt = self._making.dealt(kept, asked.body.contribution, work.at, outside)
            token = auth.new_token("board")
            await store.add(work.sql, kept, auth.hashed(token))
            _add_deals(work, dealt)
            return views.created(kept, self._seen(kept, dealt), token)

        return await self._run(asked, views.BoardCreated, create)

    async def deal(self, asked: Asked[BoardDealIn]) -> Done[views.BoardFacts]:
        """Deal a deck that was only committed to.

        Raises NotRunning, BoardReleased, NotFound, TokenMissing, DependencyAway.
        """

        async def deal(work: Work, outside: Outside) -> views.BoardFacts:
            before = await self._locked(work, asked)
            if before.state == "released":
                raise BoardReleased("released")
            if before.state == "open":
                raise NotRunning("started")
            given = asked.body.contribution
            kept, dealt = self._making.dealt(before, given, work.at, outside)
            await store.change(work.sql, kept)
            _add_deals(work, dealt)
            return views.facts(kept, self._seen(kept, dealt))

        return await self._run(asked, views.BoardFacts, deal)

    async def one(self, asked: Asked[Nothing]) -> views.Board:
        """Show a board and its sessions to anybody.

        Raises NotFound, and InvalidValue for a cursor that leads nowhere.
        """
        query: BoardQuery = asked.query
        listed = ("board", asked.tenant, asked.path["board"])
        before = self._cursors.place(query.cursor, *listed) if query.cursor else None
        async with self._database.reading() as sql:
            kept = await store.one(sql, asked.path["board"], asked.tenant)
            if kept is None:
                raise NotFound("thing")
            dealt = await tables.deals(sql, kept.id)
            found = await store.sessions(sql, kept, before, query.limit + 1)
        page = self._cursors.page(found, query.limit, _place, *listed)
        return views.board(kept, self._seen(kept, dealt), page)

    async def release(self, asked: Asked[ReleaseIn]) -> Done[views.BoardFacts]:
        """Let everybody know a deck; done again, it is told again.

        Where many games are abandoned, some are ended before the others, each portion for good: if
        that is cut short, the board stays as it was, and the next try goes on from there.
        Raises SessionsRunning, NotFound, TokenMissing.
        """

        async def release(work: Work, _: Outside) -> views.BoardFacts:
            kept = await self._locked(work, asked)
            if kept.state != "released":
                await self._ending.end_all(work, kept, abandon=asked.body.abandon)
                kept = replace(kept, state="released", closing="due", released_at=work.at)
                await store.change(work.sql, kept)
                work.once_true(self._released)
            return views.facts(kept, self._seen(kept, await tables.deals(work.sql, kept.id)))

        while True:
            with suppress(TooMany):
                return await self._run(asked, views.BoardFacts, release)
            async with self._database.work() as work:
                await self._ending.end_some(work, await self._locked(work, asked))

    async def _run(
        self,
        asked: Asked[Body],
        kind: type[Out],
        effect: Callable[[Work, Outside], Awaitable[Out]],
    ) -> Done[Out]:
        outside = Outside(self._bus)

        async def do(work: Work) -> Out:
            return await effect(work, outside)

        return await outside.run(partial(self._commands.run, asked, kind, do))

    async def _locked(self, work: Work, asked: Asked[Body]) -> Kept:
        token = auth.required(asked.token)
        found = await store.locked(work.sql, asked.path["board"], asked.tenant, token)
        if found is None:
            raise await stranger(work.sql, token)
        return found

    def _seen(self, kept: Kept, dealt: Sequence[Dealt]) -> views.Seen:
        return views.Seen(self._fairness.promise(kept), self._fairness.deal(dealt))


def _add_deals(work: Work, dealt: Sequence[Dealt]) -> None:
    for each in dealt:
        tables.add_deal(work.sql, each)


def _place(session: Session) -> tuple[int, str]:
    return session.created_at, session.id
