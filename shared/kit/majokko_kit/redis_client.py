"""Connects to Redis: to the server at a URL, or without one to the server at home.

A server that is away is no error here: commands fail until it is back.
"""

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from urllib.parse import quote

from redis.asyncio import BlockingConnectionPool, Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

from majokko_kit import redis_server

READ_SECONDS = 2.0
"""How long any answer may take; a command that waits for news must wait for less."""

_CONNECT_SECONDS = 2.0
_CONNECTIONS = 64

log = logging.getLogger(__name__)


@asynccontextmanager
async def connected(url: str | None, var: Path) -> AsyncIterator[Redis]:
    """Give a client of the Redis at `url`; without one, of the Redis at home in `var`."""
    if url is not None:
        async with client(url) as redis:
            await _greet(redis)
            yield redis
        return
    path = redis_server.socket_path(var)
    server = redis_server.at_home(path, redis_server.program())
    async with server, client(f"unix://{quote(str(path))}") as redis:
        yield redis


@asynccontextmanager
async def client(url: str) -> AsyncIterator[Redis]:
    """Give a client that waits its turn when all connections are busy, and never retries by
    itself: whoever asks knows whether asking twice is harmless.
    """
    pool = BlockingConnectionPool.from_url(
        url,
        max_connections=_CONNECTIONS,
        timeout=_CONNECT_SECONDS,
        socket_timeout=READ_SECONDS,
        socket_connect_timeout=_CONNECT_SECONDS,
        retry=Retry(NoBackoff(), 0),
        protocol=2,
    )
    try:
        yield Redis(connection_pool=pool)
    finally:
        await pool.disconnect()


async def _greet(redis: Redis) -> None:
    try:
        await redis.ping()
    except RedisError as error:  # the URL may hold a password, so it is never shown
        log.warning("Redis is away (%s); starting without it", type(error).__name__)
