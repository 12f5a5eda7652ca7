"""What is particular to SQLite: statements run in the loop, waiting does not."""

import asyncio
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import text

from majokko_kit.database import Database
from majokko_kit.refusals import DependencyAway
from tests.kit.database.teahouse import cups, open_teahouse, pour


@pytest.fixture
def stranger(tmp_path: Path) -> Iterator[sqlite3.Connection]:
    """Somebody with the tool of SQLite, who has begun to write."""
    with closing(sqlite3.connect(tmp_path / "tea.db", isolation_level=None)) as connection:
        yield connection


async def test_whoever_waits_for_a_stranger_keeps_nobody_else_waiting(
    tmp_path: Path, stranger: sqlite3.Connection
) -> None:
    async with open_teahouse(tmp_path, {}) as tea:
        stranger.execute("BEGIN IMMEDIATE")
        pouring = asyncio.create_task(pour(tea, 1))
        turns = [await asyncio.sleep(0.01, result=pouring.done()) for _ in range(5)]
        before = await cups(tea)
        stranger.execute("COMMIT")
        await pouring

        assert turns == [False] * 5
        assert (before, await cups(tea)) == ([], [1])


async def test_a_stranger_is_not_waited_for_without_end(
    tmp_path: Path, stranger: sqlite3.Connection
) -> None:
    async with open_teahouse(tmp_path, {}) as tea:
        stranger.execute("BEGIN IMMEDIATE")
        with pytest.raises(DependencyAway):
            await pour(tea, 1)
        stranger.execute("COMMIT")
        await pour(tea, 2)

        assert await cups(tea) == [2]


async def test_a_success_outlives_the_power(tmp_path: Path) -> None:
    async with open_teahouse(tmp_path, {}) as tea:
        async with tea.work() as work:
            asked = {
                name: (await work.sql.execute(text(f"PRAGMA {name}"))).scalar_one()
                for name in ("synchronous", "journal_mode")
            }

        assert asked == {"synchronous": 2, "journal_mode": "wal"}


async def test_a_commit_is_finished_even_if_whoever_waits_for_it_is_gone(tmp_path: Path) -> None:
    """A rollback beside it would meet a connection that is in use."""

    async def hurried(tea: Database, number: int) -> None:
        async with tea.work() as work:
            await work.sql.execute(text("INSERT INTO tea_cups (id) VALUES (:id)"), {"id": number})
            task = asyncio.current_task()
            assert task
            asyncio.get_running_loop().call_soon(task.cancel)

    async with open_teahouse(tmp_path, {}) as tea:
        ends = await asyncio.gather(
            *(asyncio.create_task(hurried(tea, number)) for number in range(20)),
            return_exceptions=True,
        )
        kept = await cups(tea)
        await pour(tea, 100)

    assert {type(end) for end in ends} == {asyncio.CancelledError}
    assert kept == list(range(20))
