"""Shows how games went that are over, and checks what others say of theirs."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

from majokko_cards.fairness import Fairness
from majokko_cards.games import Games
from majokko_cards.records import Session
from majokko_cards.replays import views
from majokko_cards.replays.making import replay_of
from majokko_cards.replays.shapes import VerifyIn
from majokko_cards.sessions import store
from majokko_cards.sessions.service import Look, Sessions
from majokko_cards.sessions.viewing import may_watch
from majokko_cards.table import store as tables
from majokko_cards.table.deals import Deals, Table
from majokko_kit import problems
from majokko_kit.operations import Asked, Nothing
from majokko_kit.refusals import ReplayLocked
from majokko_rules.cards.replays import Replay, Unreadable, decode, encode, read, verify
from majokko_rules.errors import InvalidValue, RuleError

AT_ONCE = 2
"""Replays that are checked at the same time; those who come later wait."""


@dataclass(frozen=True, slots=True)
class Past:
    """A game that is over, and that nobody plays on with these cards."""

    session: Session
    table: Table
    replay: Replay


class Replays:
    def __init__(self, sessions: Sessions, deals: Deals, games: Games, fairness: Fairness) -> None:
        self._sessions = sessions
        self._deals = deals
        self._games = games
        self._fairness = fairness
        self._checking = asyncio.Semaphore(AT_ONCE)

    async def show(self, asked: Asked[Nothing]) -> views.SessionReplay:
        """Raises ReplayLocked, Forbidden, NotFound, TokenMissing."""
        async with self._sessions.looking(asked) as look:
            past = await self.past(look)
            seats = await store.seats(look.sql, past.session.id)
        return views.SessionReplay(
            session=past.session.id,
            replay=views.document(past.replay),
            code=encode(past.replay),
            seats=[each.name for each in seats],
            proof=self._proof(past.table),
        )

    async def past(self, look: Look) -> Past:
        """Return a game whose cards may be shown to whoever looks.

        Raises ReplayLocked, Forbidden.
        """
        session = look.session
        if not session.over or session.started_at is None:
            raise ReplayLocked("running")
        if look.locked:
            raise ReplayLocked("board")
        may_watch(look)
        table = await self._deals.of(look.sql, session)
        moves = await tables.moves(look.sql, session.id)
        return Past(session, table, replay_of(session, self._deals, table, moves))

    async def verify(self, asked: Asked[VerifyIn]) -> views.ReplayVerified:
        """Play a replay again, beside the event loop, so that others are served meanwhile.

        Raises InvalidValue where there is none.
        """
        async with self._checking:
            return await asyncio.to_thread(self._verified, asked.body, asked.locale)

    def _verified(self, body: VerifyIn, locale: str) -> views.ReplayVerified:
        """Whatever is wrong with a replay is told, not refused."""
        try:
            replay = self._read(body)
        except Unreadable as unreadable:
            faults = [_below(each, body) for each in unreadable.faults]
            return _verified(faults, locale)
        proof = () if body.proof is None else (body.proof,)
        verdict = verify(replay, *proof)
        return views.ReplayVerified(
            valid=verdict.valid,
            faults=_faults([_under_replay(each) for each in verdict.faults], locale),
            result=views.result(verdict.result),
            replay=views.document(replay),
            code=encode(replay) if verdict.valid else None,
        )

    def _read(self, body: VerifyIn) -> Replay:
        rulesets = self._games.shelf.rulesets
        match body.replay, body.code:
            case None, str(code):
                return decode(code, rulesets)
            case dict(document), None:
                return read(document, rulesets)
            case _:
                raise InvalidValue("exactly_one_of", names="replay, code")

    def _proof(self, table: Table) -> str | None:
        deal = self._fairness.deal(table.dealt)
        if deal is None:
            return None
        return f"/v1/fairness/streams/{deal.stream}/{deal.index}/proof"


def _below(fault: RuleError, body: VerifyIn) -> RuleError:
    """Point to where something unreadable was said; nothing inside of a code has a place."""
    if body.code is None:
        return fault.under("/replay")
    fault.pointer = "/code"
    return fault


def _under_replay(fault: RuleError) -> RuleError:
    return fault if fault.pointer.startswith("/proof") else fault.under("/replay")


def _verified(faults: Sequence[RuleError], locale: str) -> views.ReplayVerified:
    return views.ReplayVerified(
        valid=False, faults=_faults(faults, locale), result=None, replay=None, code=None
    )


def _faults(found: Sequence[RuleError], locale: str) -> list[views.ReplayFault]:
    return [
        views.ReplayFault(
            pointer=each.pointer,
            code=each.code,
            rule=each.rule,
            detail=problems.told(each, locale)[1],
        )
        for each in found
    ]
