"""A transaction: all of it or nothing, one after another, and never a connection lost."""

import asyncio
from pathlib import Path

import pytest
from sqlalchemy import func, select, text, update
from sqlalchemy.exc import DBAPIError, IntegrityError

from majokko_kit.database import Database
from majokko_kit.refusals import DependencyAway
from tests.kit.database.teahouse import CUPS, POTS, cups, open_teahouse, pour
from tests.support.databases import Changes

FULL = RuntimeError("the cup is full")


async def test_what_is_done_in_one_transaction_is_there_afterwards(tea: Database) -> None:
    await pour(tea, 1, 2)

    assert await cups(tea) == [1, 2]


async def test_what_fails_leaves_nothing_behind(tea: Database) -> None:
    async def spill() -> None:
        async with tea.work() as work:
            await work.sql.execute(CUPS.insert(), {"id": 1})
            raise FULL

    with pytest.raises(RuntimeError, match="full"):
        await spill()

    assert await cups(tea) == []


async def test_bells_ring_after_the_transaction_and_only_if_it_comes_true(tea: Database) -> None:
    heard: list[str] = []
    tea.bell = heard.append
    async with tea.work() as work:
        work.ring("table 1")
        await work.sql.execute(CUPS.insert(), {"id": 1})
        before = list(heard)

    assert (before, heard) == ([], ["table 1"])


async def test_what_is_to_follow_is_called_once_when_the_transaction_is_over(
    tea: Database,
) -> None:
    served: list[str] = []

    def serve() -> None:
        served.append("cake")

    async with tea.work() as work:
        work.afterwards(serve)
        work.afterwards(serve)
        await work.sql.execute(CUPS.insert(), {"id": 1})
        before = list(served)

    assert (before, served) == ([], ["cake"])


async def test_nothing_can_be_changed_while_reading(tea: Database) -> None:
    with pytest.raises((DBAPIError, DependencyAway)):
        async with tea.reading() as sql:
            await sql.execute(CUPS.insert(), {"id": 1})

    assert await cups(tea) == []


async def test_a_reader_sees_one_point_in_time(tea: Database) -> None:
    async with tea.reading() as sql:
        before = (await sql.execute(select(func.count()).select_from(CUPS))).scalar_one()
        await asyncio.create_task(pour(tea, 1))
        after = (await sql.execute(select(func.count()).select_from(CUPS))).scalar_one()

    assert (before, after) == (0, 0)
    assert await cups(tea) == [1]


async def test_a_broken_constraint_is_a_mistake_and_no_lack_of_a_database(tea: Database) -> None:
    with pytest.raises(IntegrityError):
        await pour(tea, 1, 1)


async def test_references_hold(tea: Database) -> None:
    with pytest.raises(IntegrityError):
        async with tea.work() as work:
            await work.sql.execute(CUPS.insert(), {"id": 1, "pot": 7})


async def test_an_error_does_not_quote_what_was_written(tea: Database) -> None:
    with pytest.raises(DBAPIError) as raised:
        async with tea.work() as work:
            await work.sql.execute(text("INSERT INTO nowhere VALUES (:a)"), {"a": "geheim"})

    assert "geheim" not in str(raised.value)


async def test_many_who_count_at_once_do_not_lose_a_number(tea: Database) -> None:
    async with tea.work() as work:
        await work.sql.execute(POTS.insert(), {"id": 0})
        await work.sql.execute(CUPS.insert(), {"id": 0, "guest": "0"})

    async def count() -> None:
        async with tea.work() as work:
            await work.sql.execute(select(POTS).with_for_update())
            number = int((await work.sql.execute(select(CUPS.c.guest))).scalar_one())
            await work.sql.execute(update(CUPS).values(guest=str(number + 1)))

    await asyncio.gather(*(count() for _ in range(50)))
    async with tea.reading() as sql:
        counted = (await sql.execute(select(CUPS.c.guest))).scalar_one()

    assert counted == "50"


async def test_nobody_holds_two_connections(tea: Database) -> None:
    with pytest.raises(AssertionError, match="its own connection"):
        async with tea.work(), tea.reading():
            pass

    await pour(tea, 1)


async def test_one_connection_serves_fifty(tmp_path: Path, database: Changes) -> None:
    async with open_teahouse(tmp_path, {**database, "database_connections": 1}) as tea:
        await asyncio.gather(*(pour(tea, number) for number in range(50)))

        assert await cups(tea) == list(range(50))


async def test_whoever_waits_for_a_connection_comes_before_whoever_comes_back(
    tea: Database,
) -> None:
    entered: list[str] = []

    async def visit(guest: str, times: int) -> None:
        for _ in range(times):
            async with tea.work() as work:
                entered.append(guest)
                await work.sql.execute(select(1))

    regulars = [asyncio.create_task(visit(f"regular {n}", 20)) for n in range(12)]
    await asyncio.sleep(0)
    await visit("stranger", 1)
    before = len(entered)
    await asyncio.gather(*regulars)

    assert before < 60  # of 241: nobody was let in three times before her
