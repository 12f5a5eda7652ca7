"""Background tasks that neither fail in silence nor outlive their owner."""

import asyncio
import logging
from collections.abc import Coroutine, Iterable
from typing import Any

_AGAIN_SECONDS = 0.1

log = logging.getLogger(__name__)


def background(work: Coroutine[Any, Any, None], name: str) -> asyncio.Task[None]:
    """Start work that nobody awaits; its owner ends it with `ended`."""
    task = asyncio.create_task(work, name=name)
    task.add_done_callback(_report)
    return task


def _report(task: asyncio.Task[None]) -> None:
    if not task.cancelled() and (error := task.exception()):
        log.critical("%s stopped working", task.get_name(), exc_info=error)


async def ended(tasks: Iterable[asyncio.Task[Any]]) -> None:
    """Cancel the tasks and wait for their end.

    Up to Python 3.11 `asyncio.wait_for`, which redis-py sends with, swallows a cancellation that
    comes in the very moment it is done; so a task is cancelled until it ends.
    """
    pending = set(tasks)
    while pending:
        for task in pending:
            task.cancel()
        _, pending = await asyncio.wait(pending, timeout=_AGAIN_SECONDS)
