"""Background work reports its faults, and ends when it is told to."""

import asyncio
import logging

import pytest

from majokko_kit.tasks import background, ended


async def test_background_work_that_fails_says_so(caplog: pytest.LogCaptureFixture) -> None:
    async def broken() -> None:
        raise ZeroDivisionError

    with caplog.at_level(logging.CRITICAL):
        task = background(broken(), "some work")
        await asyncio.wait([task])
        await asyncio.sleep(0)

    assert "some work stopped working" in caplog.text


async def test_background_work_that_is_ended_is_no_fault(caplog: pytest.LogCaptureFixture) -> None:
    task = background(asyncio.sleep(60), "some work")
    await ended([task])

    assert task.cancelled()
    assert caplog.text == ""


async def test_work_that_swallows_a_cancellation_is_ended_all_the_same() -> None:
    swallowed = 0

    async def stubborn() -> None:
        nonlocal swallowed
        while swallowed < 3:
            try:
                await asyncio.sleep(60)
            except asyncio.CancelledError:
                swallowed += 1

    task = background(stubborn(), "stubborn work")
    await asyncio.sleep(0)
    await ended([task])

    assert task.done()
    assert swallowed == 3


async def test_ending_nothing_waits_for_nothing() -> None:
    await asyncio.wait_for(ended([]), 1)
