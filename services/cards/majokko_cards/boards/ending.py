"""What becomes of the games on a board that is released."""

from majokko_cards.boards import store
from majokko_cards.boards.records import Kept
from majokko_cards.records import ANYBODY
from majokko_cards.sessions import store as sessions
from majokko_cards.sessions.service import Effect, Held, Sessions
from majokko_kit.bus.outside import Bus, Outside
from majokko_kit.database import Work
from majokko_kit.refusals import SessionsRunning

PORTION = 25
"""Games that are ended in one transaction; the others on their board go on meanwhile."""


class TooMany(Exception):
    """More games have to be ended than one transaction should; `end_some` ends some of them."""


class Ending:
    def __init__(self, held: Sessions, abandon: Effect[None], bus: Bus) -> None:
        self._sessions = held
        self._abandon = abandon
        self._bus = bus

    async def end_all(self, work: Work, board: Kept, *, abandon: bool) -> None:
        """End the games on a board that are not over, if that is what its host wants.

        Raises SessionsRunning, TooMany.
        """
        count = await store.count_not_over(work.sql, board)
        if count and not abandon:
            raise SessionsRunning("running", count=count)
        if count > PORTION:
            raise TooMany
        await self.end_some(work, board)

    async def end_some(self, work: Work, board: Kept) -> None:
        """End a portion of the games on a board that are not over."""
        for each in await store.not_over(work.sql, board, PORTION):
            await self._end(work, each, board.tenant)

    async def _end(self, work: Work, name: str, tenant: str) -> None:
        before = await sessions.locked(work.sql, name, tenant)
        if before is None or before.over:  # it ended while this waited for its row
            return
        held = Held(work, before, ANYBODY, Outside(self._bus))
        await self._abandon(held)
        self._sessions.settle(held)
