"""Ends background tasks for good."""

import asyncio
from collections.abc import Iterable
from typing import Any

_AGAIN_SECONDS = 0.1


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
