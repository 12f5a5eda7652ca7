"""A ticket opens one thing, once, and not for long."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from sqlalchemy import MetaData, func, select

from majokko_kit.database import Database
from majokko_kit.live.tickets import Tickets, ticket_table
from majokko_kit.refusals import TokenMissing
from tests.kit.database.teahouse import Teahouse, open_teahouse
from tests.support.databases import Changes

METADATA = MetaData()
TICKETS = ticket_table("tea", METADATA)
TOKEN = bytes(range(32))


@pytest.fixture
async def kept(tmp_path: Path, database: Changes) -> AsyncIterator[Database]:
    async with open_teahouse(tmp_path, database, Teahouse(tables=METADATA)) as kept:
        yield kept


@pytest.fixture
def tickets(kept: Database) -> Tickets:
    return Tickets(kept, TICKETS)


async def _issued(kept: Database, tickets: Tickets, subject: str = "table 1") -> str:
    async with kept.work() as work:
        return await tickets.issue(work, subject, TOKEN)


async def test_a_ticket_stands_for_the_token_it_was_made_with(
    kept: Database, tickets: Tickets
) -> None:
    assert await tickets.redeem("table 1", await _issued(kept, tickets)) == TOKEN


async def test_of_many_who_show_a_ticket_at_once_one_comes_in(
    kept: Database, tickets: Tickets
) -> None:
    ticket = await _issued(kept, tickets)
    shown = await asyncio.gather(
        *(tickets.redeem("table 1", ticket) for _ in range(20)), return_exceptions=True
    )

    assert shown.count(TOKEN) == 1
    assert [type(one) for one in shown].count(TokenMissing) == 19


@pytest.mark.parametrize("shown", ["mjk_ticket_" + "0" * 43, "", "'; --", "票"])
async def test_what_is_no_ticket_opens_nothing(tickets: Tickets, shown: str) -> None:
    with pytest.raises(TokenMissing):
        await tickets.redeem("table 1", shown)


async def test_a_ticket_to_another_table_is_not_spent_by_being_shown(
    kept: Database, tickets: Tickets
) -> None:
    ticket = await _issued(kept, tickets)
    with pytest.raises(TokenMissing):
        await tickets.redeem("table 2", ticket)

    assert await tickets.redeem("table 1", ticket) == TOKEN


async def test_an_old_ticket_opens_nothing_and_is_forgotten_with_the_next(
    kept: Database, tickets: Tickets
) -> None:
    old = [await _issued(kept, tickets) for _ in range(3)]
    async with kept.work() as work:
        await work.sql.execute(TICKETS.update().values(until=TICKETS.c.until - 30_001))
    with pytest.raises(TokenMissing):
        await tickets.redeem("table 1", old[0])
    await _issued(kept, tickets)
    async with kept.reading() as sql:
        left = (await sql.execute(select(func.count()).select_from(TICKETS))).scalar_one()

    assert left == 1


async def test_a_ticket_that_is_still_young_opens(kept: Database, tickets: Tickets) -> None:
    ticket = await _issued(kept, tickets)
    async with kept.work() as work:
        await work.sql.execute(TICKETS.update().values(until=TICKETS.c.until - 20_000))

    assert await tickets.redeem("table 1", ticket) == TOKEN


async def test_neither_tickets_nor_tokens_are_kept_readable(
    kept: Database, tickets: Tickets
) -> None:
    ticket = await _issued(kept, tickets)
    async with kept.reading() as sql:
        (row,) = (await sql.execute(TICKETS.select())).all()

    assert ticket.encode() not in row.ticket + row.token
