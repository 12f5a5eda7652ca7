"""What a command writes without waiting: there as soon as anybody asks, and all or nothing."""

import pytest
from sqlalchemy import (
    Column,
    ForeignKey,
    Integer,
    MetaData,
    String,
    Table,
    bindparam,
    event,
    func,
    select,
)

from majokko_kit.database import Database, Write

METADATA = MetaData()
POTS = Table(
    "test_pots",
    METADATA,
    Column("name", String, primary_key=True),
    Column("poured", Integer, nullable=False),
)
CUPS = Table(
    "test_cups",
    METADATA,
    Column("pot", String, ForeignKey("test_pots.name"), primary_key=True),
    Column("number", Integer, primary_key=True),
)
POT, CUP = Write.insert(POTS), Write.insert(CUPS)
POUR = Write(
    POTS.update().where(POTS.c.name == bindparam("pot")).values(poured=bindparam("now")),
    exact=True,
)


@pytest.fixture
async def pots(tea: Database) -> Database:
    async with tea.work() as work:
        await work.sql.run_sync(METADATA.create_all)
        work.sql.later(POT, {"name": "blue", "poured": 0})
    return tea


async def _kept(database: Database) -> tuple[dict[str, int], int]:
    """Return what was poured from each pot, and how many cups there are."""
    async with database.reading() as sql:
        poured = {pot.name: pot.poured for pot in await sql.execute(select(POTS))}
        cups = (await sql.execute(select(func.count()).select_from(CUPS))).scalar_one()
    return poured, cups


async def test_what_was_written_without_waiting_is_committed(pots: Database) -> None:
    async with pots.work() as work:
        work.sql.later(CUP, {"pot": "blue", "number": 1})
        work.sql.later(POUR, {"pot": "blue", "now": 1})

    assert await _kept(pots) == ({"blue": 1}, 1)


async def test_whoever_asks_in_the_same_transaction_sees_it(pots: Database) -> None:
    async with pots.work() as work:
        work.sql.later(POUR, {"pot": "blue", "now": 7})
        seen = (await work.sql.execute(select(POTS.c.poured))).scalar_one()

    assert seen == 7


async def test_rows_may_lean_on_each_other(pots: Database) -> None:
    async with pots.work() as work:
        work.sql.later(POT, {"name": "red", "poured": 0})
        work.sql.later(CUP, {"pot": "red", "number": 1})

    assert await _kept(pots) == ({"blue": 0, "red": 0}, 1)


async def test_what_is_changed_twice_is_changed_in_order(pots: Database) -> None:
    async with pots.work() as work:
        work.sql.later(POT, {"name": "red", "poured": 0})
        for number in range(1, 21):
            work.sql.later(CUP, {"pot": "red", "number": number})
            work.sql.later(POUR, {"pot": "red", "now": number})

    assert await _kept(pots) == ({"blue": 0, "red": 20}, 20)


async def test_a_row_that_should_be_there_and_is_not_undoes_everything(pots: Database) -> None:
    async def pour() -> None:
        async with pots.work() as work:
            work.sql.later(CUP, {"pot": "blue", "number": 1})
            work.sql.later(POUR, {"pot": "green", "now": 1})

    with pytest.raises(AssertionError):
        await pour()

    assert await _kept(pots) == ({"blue": 0}, 0)


async def test_a_command_that_fails_writes_nothing(pots: Database) -> None:
    async def spill() -> None:
        async with pots.work() as work:
            work.sql.later(CUP, {"pot": "blue", "number": 1})
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await spill()

    assert await _kept(pots) == ({"blue": 0}, 0)


async def test_postgresql_takes_several_rows_in_one_statement(pots: Database) -> None:
    said: list[str] = []
    event.listen(
        pots.engine.sync_engine,
        "before_cursor_execute",
        lambda _connection, _cursor, statement, *_: said.append(statement),
    )
    async with pots.work() as work:
        for number in (1, 2, 3):
            work.sql.later(CUP, {"pot": "blue", "number": number})
        work.sql.later(POUR, {"pot": "blue", "now": 3})

    assert len(said) == (1 if pots.dialect == "postgresql" else 4)
    assert await _kept(pots) == ({"blue": 3}, 3)
