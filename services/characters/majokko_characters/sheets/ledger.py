"""Writes down what becomes of characters: the row, a line of the history, and an event."""

from dataclasses import asdict, replace

from majokko_characters.sheets import facts, store
from majokko_characters.sheets.records import Author, Deed, Entry, Kept
from majokko_kit.database import EventLog, Work
from majokko_kit.refusals import StaleVersion


class Ledger:
    def __init__(self, events: EventLog) -> None:
        self._events = events

    async def bear(self, work: Work, kept: Kept, owner: bytes, deed: Deed) -> None:
        """Write down a character that there was not before."""
        await store.add(work.sql, kept, owner)
        await self._note(work, kept, deed)

    async def change(self, work: Work, before: Kept, after: Kept, deed: Deed) -> Kept:
        """Return the character as she stands afterwards.

        Raises StaleVersion where somebody was faster.
        """
        after = replace(after, version=before.version + 1, changed_at=work.at)
        if not await store.change(work.sql, before, after):
            raise StaleVersion("version", version=before.version)
        await self._note(work, after, deed)
        return after

    async def _note(self, work: Work, kept: Kept, deed: Deed) -> None:
        """Every version has one line and one event, which bear its number."""
        changes = [asdict(change) for change in deed.changes]
        me = deed.me
        role: Author = me.role if me else "room"
        name = me.name if me else None
        line = Entry(kept.version, deed.kind, role, name, deed.reason, changes, work.at)
        await store.note(work.sql, kept.id, line)
        await self._events.append(work, kept.id, kept.version - 1, [facts.of(deed, kept)])
