"""PostgreSQL, for any number of processes.

The URL goes to the driver as it is, so it means what it means to `psql`: several hosts,
`sslmode`, a socket. No other part of the program knows it, so none can show its password.
"""

import asyncio
from collections.abc import Awaitable

import asyncpg
from sqlalchemy import event
from sqlalchemy.exc import DisconnectionError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.pool import ConnectionPoolEntry

from majokko_kit.database.faults import Unusable
from majokko_kit.database.options import JSON, PATIENCE

_RECYCLE_SECONDS = 600  # firewalls forget connections that were silent for long
_SESSION = {
    "application_name": "majokko",
    # milliseconds; each is shorter than what contains it, so that the server speaks first
    "lock_timeout": "5000",
    "statement_timeout": "6000",
    "idle_in_transaction_session_timeout": "10000",
}


def engine(url: str, connections: int) -> AsyncEngine:
    """Return an engine for `postgresql://…`."""

    async def connect() -> asyncpg.Connection:
        try:
            return await _to_its_end(
                asyncpg.connect(url, timeout=PATIENCE, server_settings=_SESSION)
            )
        except OSError as error:  # also a TimeoutError: no errors of a driver
            raise asyncpg.ConnectionFailureError(str(error)) from error
        except ValueError:  # may quote a password
            raise Unusable("MAJOKKO_DATABASE_URL: not a URL of PostgreSQL") from None

    made = create_async_engine(
        "postgresql+asyncpg://",
        async_creator=connect,
        pool_size=connections,
        max_overflow=-1,  # whoever takes a connection has waited for a turn before
        pool_recycle=_RECYCLE_SECONDS,
        hide_parameters=True,
        **JSON,
    )

    @event.listens_for(made.sync_engine, "checkout")
    def alive(_: object, entry: ConnectionPoolEntry, __: object) -> None:
        """Let the pool replace a connection whose server went away while it lay idle."""
        driver = entry.driver_connection
        if driver is not None and driver.is_closed():
            raise DisconnectionError

    return made


def reading(engine: AsyncEngine) -> AsyncEngine:
    """Return a view of an engine that sees one point in time, and changes nothing."""
    return engine.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)


async def _to_its_end(connecting: Awaitable[asyncpg.Connection]) -> asyncpg.Connection:
    """Connect even if the caller is cancelled: half a handshake is not cleaned up by the driver.

    A connection that nobody wants any more is closed.
    """
    task = asyncio.ensure_future(connecting)
    try:
        return await asyncio.shield(task)
    except asyncio.CancelledError:
        task.add_done_callback(_unwanted)
        raise


def _unwanted(task: asyncio.Future[asyncpg.Connection]) -> None:
    if not task.cancelled() and not task.exception():
        task.result().terminate()
