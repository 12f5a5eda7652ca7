"""What becomes of the games on a board that is released."""

from majokko_cards.boards import store
from majokko_cards.boards.records import Kept
from majokko_cards.records import ANYBODY
from majokko_cards.sessions import store as sessions
from majokko_cards.sessions.committing import end
from majokko_cards.sessions.service import Held, Sessions
from majokko_cards.showing import outcomes
from majokko_cards.table.folds import Folds
from majokko_kit.bus.outside import Bus, Outside
from majokko_kit.database import Work
from majokko_kit.refusals import SessionsRunning

ABANDONED = "abandoned"


class Ending:
    def __init__(self, held: Sessions, folds: Folds, bus: Bus) -> None:
        self._sessions = held
        self._folds = folds
        self._bus = bus

    async def end_all(self, work: Work, board: Kept, *, abandon: bool) -> None:
        """End the games on a board that are not over, if that is what its host wants.

        Raises SessionsRunning.
        """
        found = await store.not_over(work.sql, board)
        if found and not abandon:
            raise SessionsRunning("running", count=len(found))
        for each in found:
            await self._end(work, each, board.tenant)

    async def _end(self, work: Work, name: str, tenant: str) -> None:
        before = await sessions.locked(work.sql, name, tenant)
        if before is None or before.over:  # it ended while this waited for its row
            return
        held = Held(work, before, ANYBODY, Outside(self._bus))
        misplays = 0
        if before.started_at is not None:
            misplays = (await self._folds.now(work.sql, before)).misplays
        end(held, dict(outcomes.stopped("ended", ABANDONED)), misplays)
        self._sessions.settle(held)
