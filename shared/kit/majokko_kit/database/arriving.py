"""Makes a database ready: waits until it answers, and brings its tables up to date."""

import asyncio
import logging

from majokko_kit.database.engines import Database
from majokko_kit.database.faults import Unusable, is_refused, origin
from majokko_kit.database.migrating import History, Moved, Standing, moved, standing
from majokko_kit.refusals import DependencyAway

_AGAIN_SECONDS = 1.0

log = logging.getLogger(__name__)


async def brought_up(database: Database) -> Moved:
    """Take the steps that a database lacks.

    Raises Unusable when it has taken some that we do not know, or refuses us; DependencyAway.
    """
    history = database.history
    _agree(history, await _standing(database), may_be_behind=True)
    move = await moved(database.engine, history)
    if move.before != move.after:
        log.info("%s: tables of %s brought to %s", history.service, move.before, move.after)
    return move


async def checked(database: Database) -> None:
    """Raises Unusable unless a database has taken exactly the steps that we know."""
    _agree(database.history, await _standing(database), may_be_behind=False)


async def _standing(database: Database) -> Standing:
    try:
        async with database.engine.connect() as sql:
            return await standing(sql, database.history)
    except DependencyAway as error:
        if is_refused(cause := origin(error)):
            name, why = database.history.service, type(cause).__name__
            raise Unusable(f"{name}: the database refuses us ({why})") from error
        raise


def _agree(history: History, found: Standing, *, may_be_behind: bool) -> None:
    if found is Standing.AHEAD:
        raise Unusable(f"{history.service}: the tables are those of a newer Majokko")
    if found is Standing.BEHIND and not may_be_behind:
        raise Unusable(f"{history.service}: the tables are old; bring them up by: majokko migrate")


class Arrival:
    """The arrival of one database; `check` leaves its tables alone."""

    def __init__(self, database: Database, *, check: bool) -> None:
        self._database = database
        self._check = check
        self._said = ""

    async def greet(self) -> None:
        """Make the database ready if it is there.

        Raises Unusable when waiting would not help.
        """
        try:
            await (checked if self._check else brought_up)(self._database)
        except DependencyAway as error:
            name, cause = self._database.history.service, type(origin(error)).__name__
            self._say(f"the database of {name} is away ({cause}); going on without it")
        else:
            self._database.ready = True

    async def wait(self) -> None:
        """Make the database ready once it is there."""
        while not self._database.ready:
            await asyncio.sleep(_AGAIN_SECONDS)
            try:
                await self.greet()
            except Unusable as error:
                self._say(str(error))

    def _say(self, what: str) -> None:
        if what != self._said:
            log.error("%s", what)
        self._said = what
