"""Where a process is to end by itself, as by a power cut: at a COMMIT that writes to a table.

Just before it, everything is decided and nothing is true. Just after it, all is true, and nobody
has been told: no client, no neighbour, no subscriber. Nothing of Majokko knows of this; it listens
to what SQLAlchemy says of its own work.
"""

import os
import signal
from dataclasses import dataclass
from weakref import WeakSet

from sqlalchemy import Connection, Engine, event
from sqlalchemy.pool import ConnectionPoolEntry, Pool

_DOOMED = "chaos doomed"


@dataclass(frozen=True)
class Doom:
    """At the `times`-th COMMIT that inserts into `table`: before it, or `after` it."""

    table: str
    after: bool
    times: int = 1

    @property
    def name(self) -> str:
        return f"{'after' if self.after else 'before'} the COMMIT of {self.table}"


def await_doom(doom: Doom) -> None:
    """Let this process end there. To be called before it opens a database."""
    left = doom.times
    writing: WeakSet[Connection] = WeakSet()
    inserts = f"INSERT INTO {doom.table} "

    @event.listens_for(Engine, "before_cursor_execute")
    def executes(connection: Connection, _cursor: object, statement: str, *_: object) -> None:
        if inserts in statement:
            writing.add(connection)

    @event.listens_for(Engine, "commit")
    def commits(connection: Connection) -> None:
        nonlocal left
        if connection in writing:
            writing.discard(connection)
            left -= 1
            if not left and not doom.after:
                _end()
            connection.info[_DOOMED] = not left

    @event.listens_for(Engine, "rollback")
    def rolls_back(connection: Connection) -> None:
        writing.discard(connection)

    @event.listens_for(Pool, "checkin")
    def returns(_: object, entry: ConnectionPoolEntry) -> None:
        """A connection is given back behind the COMMIT, before anybody hears of it."""
        if entry.info.get(_DOOMED):
            _end()


def _end() -> None:
    os.kill(os.getpid(), signal.SIGKILL)
