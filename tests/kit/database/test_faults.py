"""Databases that are away, stuck or full: refused in time, and used again once they can be."""

import asyncio
import random
from collections.abc import AsyncIterator
from pathlib import Path

import asyncpg
import pytest
from sqlalchemy import delete, text, update
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import AsyncAdaptedQueuePool

from majokko_kit.database import Database
from majokko_kit.refusals import DependencyAway
from tests.kit.database.teahouse import CUPS, cups, open_teahouse, pour
from tests.support.databases import Changes
from tests.support.postgres_servers import PostgresServer, execute


@pytest.fixture
async def postgres_tea(tmp_path: Path, postgres_url: str) -> AsyncIterator[Database]:
    async with open_teahouse(tmp_path, {"database_url": postgres_url}) as opened:
        yield opened


@pytest.fixture
async def mortal_tea(tmp_path: Path, postgres_server: PostgresServer) -> AsyncIterator[Database]:
    """The teahouse, on a server that the test may kill."""
    async with open_teahouse(tmp_path, {"database_url": postgres_server.url()}) as opened:
        yield opened


async def test_whoever_waits_too_long_for_the_writer_is_refused(tea: Database) -> None:
    release = asyncio.Event()

    async def dawdle() -> None:
        async with tea.work():
            await release.wait()

    holders = [asyncio.create_task(dawdle()) for _ in range(10)]
    await asyncio.sleep(0.1)
    with pytest.raises(DependencyAway):
        await pour(tea, 1)
    release.set()
    await asyncio.gather(*holders, return_exceptions=True)
    await pour(tea, 2)

    assert await cups(tea) == [2]


async def test_a_transaction_that_takes_too_long_is_given_up(tea: Database) -> None:
    tea.deadline = 0.2

    async def doze() -> None:
        async with tea.work() as work:
            await work.sql.execute(CUPS.insert(), {"id": 1})
            await asyncio.sleep(60)

    with pytest.raises(DependencyAway):
        await doze()
    await pour(tea, 2)

    assert await cups(tea) == [2]


async def test_the_patience_of_an_effect_is_its_own(tea: Database) -> None:
    async def hurry() -> None:
        async with tea.work(), asyncio.timeout(0.01):
            await asyncio.sleep(60)

    with pytest.raises(TimeoutError):
        await hurry()


async def test_a_file_that_is_not_there_is_no_lack_of_a_database(tea: Database) -> None:
    async def read() -> None:
        async with tea.work():
            raise FileNotFoundError

    with pytest.raises(FileNotFoundError):
        await read()


async def test_cancelled_callers_give_their_connections_back(
    tmp_path: Path, database: Changes
) -> None:
    """Known of servers that cancel a request when its client hangs up."""
    moments = random.Random(9)
    async with open_teahouse(tmp_path, {**database, "database_connections": 2}) as tea:
        for number in range(0, 300, 3):
            waiting = [asyncio.create_task(pour(tea, number + n)) for n in range(3)]
            await asyncio.sleep(moments.random() * 0.004)
            for task in waiting:
                task.cancel()
            await asyncio.gather(*waiting, return_exceptions=True)
        await asyncio.gather(*(pour(tea, 1000 + n) for n in range(20)))

        assert set(range(1000, 1020)) <= set(await cups(tea))
        assert isinstance(tea.engine.pool, AsyncAdaptedQueuePool)
        assert tea.engine.pool.checkedout() == 0


async def test_a_table_that_is_missing_is_a_mistake(tea: Database) -> None:
    async def look() -> None:
        async with tea.reading() as sql:
            await sql.execute(text("SELECT * FROM nowhere"))

    with pytest.raises(DBAPIError):
        await look()


async def test_a_full_disk_is_refused_and_what_was_there_stays(
    tmp_path: Path,
) -> None:
    async with open_teahouse(tmp_path, {}) as tea:
        await pour(tea, 1)

        async def flood() -> None:
            async with tea.work() as work:
                await work.sql.execute(text("PRAGMA max_page_count = 1"))  # as many as there are
                filler = [{"id": n, "guest": "x" * 50} for n in range(2, 3000)]
                await work.sql.execute(CUPS.insert(), filler)

        with pytest.raises(DependencyAway):
            await flood()

        assert await cups(tea) == [1]


END_ALL = (
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
    " WHERE application_name = 'majokko' AND datname = current_database()"
)
SQLSTATES = ("53100", "53200", "53300", "57P01", "58030", "40001", "25006")


@pytest.mark.parametrize("sqlstate", SQLSTATES)
async def test_what_ails_the_server_is_refused(postgres_tea: Database, sqlstate: str) -> None:
    trouble = f"DO $$ BEGIN RAISE EXCEPTION 'trouble' USING ERRCODE = '{sqlstate}'; END $$"

    async def meet() -> None:
        async with postgres_tea.work() as work:
            await work.sql.execute(text(trouble))

    with pytest.raises(DependencyAway):
        await meet()
    await pour(postgres_tea, 1)

    assert await cups(postgres_tea) == [1]


async def test_a_lock_that_is_not_to_be_had_is_refused(postgres_tea: Database) -> None:
    await pour(postgres_tea, 1)
    release = asyncio.Event()

    async def hold() -> None:
        async with postgres_tea.work() as work:
            await work.sql.execute(update(CUPS).values(guest="Miki"))
            await release.wait()

    async def want() -> None:
        async with postgres_tea.work() as work:
            await work.sql.execute(text("SET LOCAL lock_timeout = '50ms'"))
            await work.sql.execute(delete(CUPS))

    holder = asyncio.create_task(hold())
    await asyncio.sleep(0.1)
    with pytest.raises(DependencyAway):
        await want()
    release.set()
    await holder

    assert await cups(postgres_tea) == [1]


async def test_of_two_who_block_each_other_one_is_refused(postgres_tea: Database) -> None:
    await pour(postgres_tea, 1, 2)
    met = asyncio.Barrier(2)

    async def take(first: int, second: int) -> None:
        async with postgres_tea.work() as work:
            await work.sql.execute(update(CUPS).where(CUPS.c.id == first).values(guest="me"))
            await met.wait()
            await work.sql.execute(update(CUPS).where(CUPS.c.id == second).values(guest="me"))

    ends = await asyncio.gather(take(1, 2), take(2, 1), return_exceptions=True)

    assert [type(end) for end in ends if end] == [DependencyAway]


async def test_connections_that_broke_while_idle_are_replaced_unnoticed(
    postgres_tea: Database, postgres_url: str
) -> None:
    await pour(postgres_tea, 1)
    await asyncio.to_thread(execute, postgres_url, END_ALL)
    await asyncio.sleep(0.1)
    await pour(postgres_tea, 2)

    assert await cups(postgres_tea) == [1, 2]


async def test_a_server_that_dies_is_refused_until_it_is_back(
    mortal_tea: Database, postgres_server: PostgresServer
) -> None:
    await pour(mortal_tea, 1)

    async def interrupted() -> None:
        async with mortal_tea.work() as work:
            await work.sql.execute(CUPS.insert(), {"id": 2})
            await asyncio.to_thread(postgres_server.kill)
            await work.sql.execute(CUPS.insert(), {"id": 3})

    with pytest.raises(DependencyAway):
        await interrupted()
    with pytest.raises(DependencyAway):
        await pour(mortal_tea, 4)
    await asyncio.to_thread(postgres_server.start)
    await pour(mortal_tea, 5)

    assert await cups(mortal_tea) == [1, 5]


async def test_a_connection_that_is_lost_as_soon_as_it_is_made_is_refused(
    postgres_tea: Database, postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    connect = asyncpg.connect

    async def cut(*asked: object, **options: object) -> asyncpg.Connection:
        connection = await connect(*asked, **options)
        connection.terminate()
        await asyncio.sleep(0.01)  # until its socket is closed
        return connection

    await asyncio.to_thread(execute, postgres_url, END_ALL)
    await asyncio.sleep(0.1)
    with monkeypatch.context() as patched:
        patched.setattr(asyncpg, "connect", cut)
        with pytest.raises(DependencyAway):
            await pour(postgres_tea, 1)
        with pytest.raises(DependencyAway):
            await cups(postgres_tea)
    await pour(postgres_tea, 2)

    assert await cups(postgres_tea) == [2]


async def test_whoever_did_not_hear_of_the_commit_is_told_so(
    mortal_tea: Database, postgres_server: PostgresServer
) -> None:
    async def interrupted(number: int, *, done: bool) -> None:
        async with mortal_tea.work() as work:
            await work.sql.execute(CUPS.insert(), {"id": number})
            postgres_server.pause()
            if not done:
                await work.sql.execute(CUPS.insert(), {"id": -number})

    rules = []
    mortal_tea.deadline = 0.5
    for number, done in ((1, False), (2, True)):
        with pytest.raises(DependencyAway) as raised:
            await interrupted(number, done=done)
        rules.append(raised.value.rule)
        postgres_server.resume()

    assert rules == ["no_answer", "unclear"]


async def test_a_server_that_falls_silent_is_not_waited_for(
    mortal_tea: Database, postgres_server: PostgresServer
) -> None:
    mortal_tea.deadline = 0.5
    await pour(mortal_tea, 1)
    postgres_server.pause()
    try:
        with pytest.raises(DependencyAway):
            await asyncio.wait_for(pour(mortal_tea, 2), timeout=30)
    finally:
        postgres_server.resume()
    mortal_tea.deadline = 8
    await pour(mortal_tea, 3)

    assert 3 in await cups(mortal_tea)
