"""Forgets what nobody wants any more, again and again, in portions for which nobody has to wait.

A draft in which nothing happens for 30 days is given up, and 30 days later it is forgotten. So is a
character 30 days after she was deleted. Finished drafts stay: they show where the dice stand.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import replace

from majokko_characters.drafts import store as drafts
from majokko_characters.drafts.records import Kept
from majokko_characters.sheets import store as sheets
from majokko_characters.sheets.service import RESTORABLE_MS
from majokko_contracts.throws import CloseStream
from majokko_kit.bus.outside import PATIENCE_SECONDS, Bus
from majokko_kit.database import Database
from majokko_kit.refusals import DependencyAway, Refusal

IDLE_MS = RESTORABLE_MS
_PORTION = 100
_FIRST_SECONDS = 60
_ROUND_SECONDS = 3600

log = logging.getLogger(__name__)


class Forgetting:
    def __init__(self, database: Database, bus: Bus) -> None:
        self._database = database
        self._bus = bus

    async def forever(self) -> None:
        """Forget in rounds; what is away now will be there in the next one.

        Whoever starts has other things to do first.
        """
        await asyncio.sleep(_FIRST_SECONDS)
        while True:
            for step in (self.give_up, self.forget_drafts, self.forget_characters):
                await _patiently(step)
            await asyncio.sleep(_ROUND_SECONDS)

    async def give_up(self) -> int:
        """Give up drafts in which nothing has happened for long; return how many.

        One whose stream cannot be closed now is left for the next round.
        """
        done = 0
        for kept in await self._idle("open"):
            if await self._closed(kept) and await self._abandoned(kept):
                done += 1
        return done

    async def forget_drafts(self) -> int:
        """Forget drafts that were given up long ago; return how many."""
        gone = 0
        while found := await self._idle("abandoned"):
            async with self._database.work() as work:
                for kept in found:
                    await drafts.forget(work.sql, kept.id)
            gone += len(found)
        return gone

    async def forget_characters(self) -> int:
        """Forget characters that were deleted long ago, with their history; return how many."""
        gone = 0
        while True:
            async with self._database.work() as work:
                found = await sheets.forget(work.sql, work.at - RESTORABLE_MS, _PORTION)
            gone += len(found)
            if not found:
                return gone

    async def _idle(self, state: str) -> list[Kept]:
        async with self._database.work() as work:
            return list(await drafts.idle(work.sql, state, work.at - IDLE_MS, _PORTION))

    async def _closed(self, kept: Kept) -> bool:
        if kept.stream is None:
            return True
        request = CloseStream(tenant=kept.tenant, stream=kept.stream, reference=kept.id)
        try:
            await self._bus.ask(request, timeout=PATIENCE_SECONDS)
        except DependencyAway:
            return False
        except Refusal as refusal:  # the dice service knows it no more
            log.warning("the stream of %s was not closed: %s", kept.id, refusal)
        return True

    async def _abandoned(self, kept: Kept) -> bool:
        """Tell whether it was given up; somebody may have come back to it."""
        async with self._database.work() as work:
            after = replace(kept, state="abandoned", version=kept.version + 1, changed_at=work.at)
            return await drafts.change(work.sql, kept, after)


async def _patiently(step: Callable[[], Awaitable[int]]) -> None:
    try:
        await step()
    except DependencyAway as error:
        log.debug("nothing was forgotten now: %s", error)
