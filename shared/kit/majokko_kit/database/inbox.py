"""What a subscriber has had of the events of others, kept in the transaction of their effects.

Of each subject it keeps the number of the last event, for events come to effect in their order; so
an event that comes again has no effect again, however often it comes.
"""

from collections.abc import Callable, Mapping
from typing import Any

from sqlalchemy import JSON, BigInteger, Column, Integer, MetaData, String, Table, Text, bindparam
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.sql.dml import ReturningInsert

from majokko_contracts.events import Event
from majokko_kit.database.engines import Work

Insert = sqlite.Insert | postgresql.Insert

_INSERTS: Mapping[str, Callable[[Table], Insert]] = {
    "sqlite": sqlite.insert,
    "postgresql": postgresql.insert,
}


def inbox_table(service: str, metadata: MetaData) -> Table:
    return Table(
        f"{service}_inbox",
        metadata,
        Column("source", String(32), primary_key=True),
        Column("subject", String(64), primary_key=True),
        Column("seq", Integer, nullable=False),
        Column("at", BigInteger, nullable=False),
    )


def troubles_table(service: str, metadata: MetaData) -> Table:
    """Events that this service failed at; `dead_at` is set once it tries no more."""
    return Table(
        f"{service}_troubles",
        metadata,
        Column("id", String(30), primary_key=True),
        Column("source", String(32), nullable=False),
        Column("event", JSON, nullable=False),
        Column("tries", Integer, nullable=False),
        Column("error", Text, nullable=False),
        Column("at", BigInteger, nullable=False),
        Column("dead_at", BigInteger, nullable=True),
    )


class Inbox:
    """The inbox of one service for the events of another, `source`."""

    def __init__(self, table: Table, troubles: Table, source: str) -> None:
        self.source = source
        self._hold = {name: _held(insert(table)) for name, insert in _INSERTS.items()}
        self._note = {name: _noted(insert(troubles)) for name, insert in _INSERTS.items()}
        self._pass = table.update().where(
            table.c.source == source, table.c.subject == bindparam("of")
        )
        self._mend = troubles.delete().where(troubles.c.id == bindparam("which"))
        self._bury = troubles.update().where(troubles.c.id == bindparam("which"))

    async def last(self, work: Work, subject: str) -> int:
        """Return the number of the last event of a subject that had its effect, 0 before the first.

        Nobody else handles this subject until the transaction ends.
        """
        mine = {"source": self.source, "subject": subject, "seq": 0, "at": work.at}
        found = await work.sql.execute(self._hold[work.sql.dialect.name], mine)
        seq: int = found.scalar_one()
        return seq

    async def pass_over(self, work: Work, event: Event) -> None:
        """Note that an event has had its effect. Whoever calls has asked for the `last` one."""
        await work.sql.execute(self._pass, {"of": event.subject, "seq": event.seq})

    async def note_try(self, work: Work, event: Event, error: str) -> int:
        """Note that an event was tried in vain, or is tried once more; return how often it was."""
        row = {
            "id": event.id,
            "source": self.source,
            "event": event.model_dump(),
            "tries": 1,
            "error": error,
            "at": work.at,
        }
        found = await work.sql.execute(self._note[work.sql.dialect.name], row)
        tries: int = found.scalar_one()
        return tries

    async def mend(self, work: Work, event: Event) -> None:
        """Forget that an event was tried in vain."""
        await work.sql.execute(self._mend, {"which": event.id})

    async def bury(self, work: Work, event: Event) -> None:
        """Note that an event is not tried any more."""
        await work.sql.execute(self._bury, {"which": event.id, "dead_at": work.at})


def _held(insert: Insert) -> ReturningInsert[Any]:
    """Lock a subject's row, which is made if need be."""
    columns = insert.table.c
    held = insert.on_conflict_do_update(
        index_elements=[columns.source, columns.subject], set_={"at": insert.excluded.at}
    )
    return held.returning(columns.seq)


def _noted(insert: Insert) -> ReturningInsert[Any]:
    columns = insert.table.c
    new = insert.excluded
    again = {"tries": columns.tries + 1, "error": new.error, "at": new.at}
    return insert.on_conflict_do_update(index_elements=[columns.id], set_=again).returning(
        columns.tries
    )
