"""A history of tables: every step, both ways, once, whoever else is at it."""

import asyncio
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path

import pytest
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncEngine

from majokko_kit.database.migrating import (
    BASE,
    History,
    Moved,
    Standing,
    differences,
    moved,
    standing,
)
from majokko_kit.database.opening import connected
from majokko_kit.settings import Settings
from tests.kit.database.teahouse import METADATA, POTS, Teahouse
from tests.support.databases import Changes, Databases

STEPS = Path(__file__).parent / "steps"
HISTORY = History("tea", METADATA, STEPS)
HOUSE = Teahouse(migrations=STEPS)


@pytest.fixture
async def bare(tmp_path: Path, database: Changes) -> AsyncIterator[AsyncEngine]:
    """A database without any table."""
    settings = Settings.model_validate({"var": tmp_path, **database})
    async with connected(settings, HOUSE) as connection:
        yield connection.engine


async def test_steps_lead_up_and_down_and_up_again(bare: AsyncEngine) -> None:
    moves = [await moved(bare, HISTORY, to) for to in ("head", BASE, "head", "0001", "head")]

    assert moves == [
        Moved(None, "0002"),
        Moved("0002", None),
        Moved(None, "0002"),
        Moved("0002", "0001"),
        Moved("0001", "0002"),
    ]


async def test_whoever_is_at_the_end_stays_there(bare: AsyncEngine) -> None:
    await moved(bare, HISTORY)

    assert await moved(bare, HISTORY) == Moved("0002", "0002")


async def test_the_steps_lead_to_the_tables_that_the_code_describes(bare: AsyncEngine) -> None:
    await moved(bare, HISTORY, "0001")
    before = await differences(bare, HISTORY)
    await moved(bare, HISTORY)

    assert before
    assert await differences(bare, HISTORY) == []


async def test_rows_and_references_outlive_a_table_that_is_made_anew(bare: AsyncEngine) -> None:
    await moved(bare, HISTORY, "0001")
    async with bare.begin() as sql:
        await sql.execute(text("INSERT INTO tea_pots (id) VALUES (7)"))
        await sql.execute(text("INSERT INTO tea_cups (id, pot) VALUES (1, 7)"))

    await moved(bare, HISTORY)
    async with bare.connect() as sql:
        pots = (await sql.execute(text("SELECT id, leaves FROM tea_pots"))).all()
        cups = (await sql.execute(text("SELECT id, pot, guest FROM tea_cups"))).all()

    assert (pots, cups) == ([(7, "sencha")], [(1, 7, None)])


async def test_references_hold_again_after_the_steps(bare: AsyncEngine) -> None:
    await moved(bare, HISTORY)
    with pytest.raises(Exception, match=r"(?i)foreign key"):
        async with bare.begin() as sql:
            await sql.execute(text("INSERT INTO tea_cups (id, pot) VALUES (1, 7)"))


async def test_a_step_that_fails_takes_none_before_it(bare: AsyncEngine) -> None:
    async with bare.begin() as sql:  # in the way of the second step
        await sql.execute(text("CREATE TABLE tea_idempotency (id INTEGER)"))
    with pytest.raises(Exception, match="already exists"):
        await moved(bare, HISTORY)
    async with bare.connect() as sql:
        reached = await standing(sql, HISTORY)
        with pytest.raises(Exception, match=r"no such table|does not exist"):
            await sql.execute(POTS.select())

    assert reached is Standing.BEHIND


@pytest.fixture
def postgres_urls(postgres: Databases) -> Iterator[Sequence[str]]:
    with ExitStack() as stack:
        yield [stack.enter_context(postgres.fresh()) for _ in range(4)]


async def test_several_databases_of_a_process_take_their_steps_at_once(
    postgres_urls: Sequence[str], tmp_path: Path
) -> None:
    """Alembic keeps in globals what it is doing, and PostgreSQL lets others go on meanwhile."""

    async def start(url: str) -> Moved:
        settings = Settings.model_validate({"var": tmp_path, "database_url": url})
        async with connected(settings, HOUSE) as database:
            return await moved(database.engine, HISTORY)

    moves = await asyncio.gather(*map(start, postgres_urls))

    assert moves == [Moved(None, "0002")] * 4


async def test_of_many_who_start_at_once_one_takes_the_steps(
    postgres_url: str, tmp_path: Path
) -> None:
    settings = Settings.model_validate({"var": tmp_path, "database_url": postgres_url})

    async def start() -> Moved:
        async with connected(settings, HOUSE) as database:
            return await moved(database.engine, HISTORY)

    moves = await asyncio.gather(*(start() for _ in range(8)))

    assert sorted(moves, key=str) == [Moved("0002", "0002")] * 7 + [Moved(None, "0002")]
