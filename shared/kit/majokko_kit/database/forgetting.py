"""Forgets the answers of commands once nobody may ask for them again."""

import asyncio
from contextlib import suppress

from sqlalchemy import Table, delete, select

from majokko_kit.clock import SECOND
from majokko_kit.database.engines import Database
from majokko_kit.refusals import DependencyAway

KEPT_MS = 24 * 60 * 60 * SECOND
"""For how long a command that is asked again is answered as it was."""

_ROUND_SECONDS = 600
_PORTION = 500  # few enough that nobody has to wait for us


async def forgetting(database: Database, answers: Table) -> None:
    """Forget old answers, again and again."""
    while True:
        with suppress(DependencyAway):  # they are still there in the next round
            await forgotten(database, answers)
        await asyncio.sleep(_ROUND_SECONDS)


async def forgotten(database: Database, answers: Table) -> int:
    """Forget the answers that are too old, in portions; return how many there were."""
    gone = 0
    while part := await _portion(database, answers):
        gone += part
    return gone


async def _portion(database: Database, answers: Table) -> int:
    async with database.work() as work:
        old = select(answers.c.scope).where(answers.c.at < work.at - KEPT_MS).limit(_PORTION)
        found = await work.sql.execute(delete(answers).where(answers.c.scope.in_(old)))
    return found.rowcount
