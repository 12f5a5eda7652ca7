"""Characters: looked at, changed, deleted and restored, with their history."""

from dataclasses import replace

from majokko_characters.sheets import store, views
from majokko_characters.sheets.changes import changed
from majokko_characters.sheets.doors import OWNER, Held
from majokko_characters.sheets.guard import Guard
from majokko_characters.sheets.ledger import Ledger
from majokko_characters.sheets.records import Deed
from majokko_characters.sheets.shapes import HistoryQuery, SheetChange
from majokko_kit.bus.outside import Outside
from majokko_kit.clock import SECOND
from majokko_kit.cursors import Cursors
from majokko_kit.database import Database, Work
from majokko_kit.operations import Asked, Done, Nothing, Page
from majokko_kit.refusals import NotFound

RESTORABLE_MS = 30 * 24 * 60 * 60 * SECOND
"""For how long a character that was deleted can be restored."""

_NEWEST = 2**31 - 1


class Sheets:
    def __init__(self, database: Database, guard: Guard, ledger: Ledger, cursors: Cursors) -> None:
        self._database = database
        self._guard = guard
        self._ledger = ledger
        self._cursors = cursors

    async def get(self, asked: Asked[Nothing]) -> Done[views.Character]:
        """Show what the one who asks may see.

        Raises NotFound.
        """
        at = await self._guard.look(asked)
        return Done(views.character(at.kept, at.me), etag=views.tag(at.kept, at.me))

    async def change(self, asked: Asked[SheetChange]) -> Done[views.Character]:
        """Raises InvalidValue, and what `Guard.run` raises."""
        reason = asked.body.reason

        async def change(work: Work, at: Held, _: Outside) -> views.Character:
            after, changes = changed(at.kept, asked.body, at.me, work.at)
            if changes:
                deed = Deed(at.me, "changed", changes, reason)
                after = await self._ledger.change(work, at.kept, after, deed)
            return views.character(after, at.me)

        return tagged(await self._guard.run(asked, views.Character, change))

    async def delete(self, asked: Asked[Nothing]) -> Done[None]:
        """Raises what `Guard.run` raises."""

        async def delete(work: Work, at: Held, _: Outside) -> None:
            after = replace(at.kept, deleted_at=work.at)
            await self._ledger.change(work, at.kept, after, Deed(at.me, "deleted"))

        return await self._guard.run(asked, type(None), delete, OWNER)

    async def restore(self, asked: Asked[Nothing]) -> Done[views.Character]:
        """Raises what `Guard.run` raises; NotFound also where it is too late."""

        async def restore(work: Work, at: Held, _: Outside) -> views.Character:
            if (at.kept.deleted_at or 0) < work.at - RESTORABLE_MS:
                raise NotFound("thing")
            after = replace(at.kept, deleted_at=None)
            after = await self._ledger.change(work, at.kept, after, Deed(at.me, "restored"))
            return views.character(after, at.me)

        return tagged(await self._guard.run(asked, views.Character, restore, OWNER, gone=True))

    async def history(self, asked: Asked[Nothing]) -> Page[views.HistoryEntry]:
        """Raises NotFound, TokenMissing, InvalidValue."""
        query: HistoryQuery = asked.query
        kept = (await self._guard.know(asked)).kept
        listed = ("history", kept.id)
        before = self._cursors.place(query.cursor, *listed) if query.cursor else _NEWEST
        assert isinstance(before, int)
        async with self._database.reading() as sql:
            found = await store.story(sql, kept.id, before, query.limit + 1)
        shown = [views.entry(each) for each in found]
        return self._cursors.page(shown, query.limit, lambda each: each.version, *listed)


def tagged(done: Done[views.Character]) -> Done[views.Character]:
    shown = done.answer
    return replace(done, etag=f"{shown.version}-{shown.role}")
