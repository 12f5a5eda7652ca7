"""Takes the turn of a bot: an ordinary move, in an ordinary commit."""

import asyncio
from concurrent.futures import Executor

from majokko_cards.bots import store
from majokko_cards.bots.minds import Minds
from majokko_cards.sessions import store as sessions_store
from majokko_cards.sessions.committing import Committing
from majokko_cards.sessions.service import Held, Sessions
from majokko_cards.table.folds import Folds
from majokko_kit.database import Database


class Turns:
    def __init__(
        self,
        database: Database,
        sessions: Sessions,
        folds: Folds,
        committing: Committing,
        minds: Minds,
    ) -> None:
        self._database = database
        self._sessions = sessions
        self._folds = folds
        self._committing = committing
        self._minds = minds

    async def take(self, session: str, tenant: str, thinking: Executor) -> None:
        """Act for the bot that is awaited; nothing happens if none is, or if somebody was faster.

        Raises DependencyAway.
        """
        async with self._database.reading() as sql:
            kept = await sessions_store.one(sql, session, tenant)
            name = None if kept is None else await store.awaited(sql, kept)
            if kept is None or name is None:
                return
            state = await self._folds.now(sql, kept)
        loop = asyncio.get_running_loop()
        action = await loop.run_in_executor(thinking, self._minds.choose, kept, name, state)

        async def act(held: Held) -> None:
            self._committing.move(held, state, action, "bot")

        await self._sessions.alone(session, tenant, kept.version, act)
