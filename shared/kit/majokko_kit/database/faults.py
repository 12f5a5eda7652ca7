"""Tells a database that is away from a mistake of ours, in one place for both kinds.

What waiting may mend becomes DependencyAway: no connection, a lock that others hold, a full disk.
A constraint that is broken or a table that is missing stays what it is: a surprise.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

import asyncpg
from sqlalchemy import event
from sqlalchemy.engine import ExceptionContext
from sqlalchemy.exc import TimeoutError as NoConnection
from sqlalchemy.ext.asyncio import AsyncEngine

from majokko_kit.refusals import DependencyAway

_PRIMARY_CODE = 0xFF  # extended codes of SQLite keep the primary one in their lowest byte
_SQLITE = frozenset({
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_LOCKED,
    sqlite3.SQLITE_NOMEM,
    sqlite3.SQLITE_PROTOCOL,
    sqlite3.SQLITE_READONLY,
})  # fmt: skip

_POSTGRES = (
    "08",  # the connection is lost, or none can be made
    "25006",  # a standby, which only reads
    "25P03",  # we were idle in a transaction for too long
    "40",  # rolled back for the sake of others: deadlock, serialization
    "53",  # out of disk, memory or connections
    "55P03",  # a lock was not to be had in time
    "57",  # the server shuts down, starts up, or a statement took too long
    "58",  # its disk or its system fails
)
_POSTGRES_GONE = ("08", "57")
_POSTGRES_KNOWS_BETTER = ("28", "3D")
"""It refuses us, or has no such database."""
_CLOSED = "connection is closed"  # what the driver says who has nobody to ask any more


class Unusable(Exception):
    """A database that waiting does not mend; the message is for whoever started us."""


def watch(engine: AsyncEngine) -> None:
    """Raise DependencyAway for whatever fails in `engine` because its database is away."""

    @event.listens_for(engine.sync_engine, "handle_error")
    def translate(context: ExceptionContext) -> None:
        error = context.original_exception
        if not isinstance(error, Exception):
            return  # cancelled: the connection is lost, but nobody has to hear of it
        if context.is_disconnect or is_away(error) or is_refused(error):
            raise DependencyAway("no_answer") from error


def is_away(error: BaseException) -> bool:
    """Tell whether waiting may mend what a driver has raised."""
    if isinstance(error, sqlite3.Error):
        return getattr(error, "sqlite_errorcode", 0) & _PRIMARY_CODE in _SQLITE
    is_closed = isinstance(error, asyncpg.InterfaceError) and _CLOSED in str(error)
    return is_closed or isinstance(error, OSError) or _sqlstate(error).startswith(_POSTGRES)


def is_refused(error: BaseException) -> bool:
    """Tell whether PostgreSQL answers, but will not let us in."""
    return _sqlstate(error).startswith(_POSTGRES_KNOWS_BETTER)


def is_lost(error: BaseException) -> bool:
    """Tell whether nobody heard the answer; other faults mean that nothing was done."""
    cause = origin(error)
    if isinstance(cause, sqlite3.Error):
        return False
    return not _sqlstate(cause) or _sqlstate(cause).startswith(_POSTGRES_GONE)


def origin(error: BaseException) -> BaseException:
    """Return what lies under a chain of errors."""
    while error.__cause__:
        error = error.__cause__
    return error


def _sqlstate(error: BaseException) -> str:
    return getattr(error, "sqlstate", None) or ""


@contextmanager
def patience() -> Iterator[None]:
    """Raise DependencyAway when no connection was free in time, or one was lost as soon as it was
    made: while it is prepared, no engine sees what goes wrong with it.
    """
    try:
        yield
    except NoConnection as error:
        raise DependencyAway("no_answer") from error
    except (asyncpg.InterfaceError, asyncpg.PostgresError) as error:
        if is_away(error):
            raise DependencyAway("no_answer") from error
        raise
