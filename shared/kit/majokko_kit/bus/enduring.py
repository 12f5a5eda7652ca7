"""Background work that goes on, whatever comes: others rely on it that it never stops."""

import asyncio
import logging
from collections.abc import Awaitable, Callable

from redis.exceptions import RedisError

from majokko_kit.refusals import DependencyAway

AGAIN_SECONDS = 0.3

log = logging.getLogger(__name__)


async def forever(step: Callable[[], Awaitable[None]]) -> None:
    """Take one step after the other, with a pause between them."""
    while True:
        try:
            await step()
        except (RedisError, DependencyAway) as error:
            log.debug("waiting for what is away: %r", error)
        except Exception:
            log.exception("a surprise; trying again")
        await asyncio.sleep(AGAIN_SECONDS)
