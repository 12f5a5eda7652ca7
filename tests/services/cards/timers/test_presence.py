"""Processes that come and go, as the database remembers them."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from sqlalchemy import select, update

from majokko_cards.main import service
from majokko_cards.tables import PROCESSES
from majokko_cards.timers.presence import Presence
from majokko_kit.database import Database, opened
from tests.support.databases import Changes
from tests.support.serving import settings_in

HOUR = 3_600_000


@pytest.fixture
async def kept(tmp_path: Path, database: Changes) -> AsyncIterator[Database]:
    async with opened(settings_in(tmp_path, **database), service()) as found:
        assert found is not None
        yield found


async def rows(kept: Database) -> int:
    async with kept.reading() as sql:
        return len((await sql.execute(select(PROCESSES.c.id))).all())


async def grow_old(kept: Database, **values: object) -> None:
    """Change what all processes wrote down."""
    async with kept.work() as work:
        await work.sql.execute(update(PROCESSES).values(**values))


async def test_the_first_finds_nothing_to_make_up_for(kept: Database) -> None:
    assert await Presence(kept).arrive() == []


async def test_after_one_has_left_nobody_was_there(kept: Database) -> None:
    before = Presence(kept)
    await before.arrive()
    await before.leave()
    (span,) = await Presence(kept).arrive()

    assert span[0] < span[1]


async def test_while_another_is_there_nobody_is_missed(kept: Database) -> None:
    one, two = Presence(kept), Presence(kept)
    await one.arrive()
    await two.arrive()
    await one.leave()

    assert await Presence(kept).arrive() == []


async def test_all_who_arrive_are_told_until_it_is_made_up_for(kept: Database) -> None:
    before, one, two = Presence(kept), Presence(kept), Presence(kept)
    await before.arrive()
    await before.leave()
    (first,) = await one.arrive()
    (second,) = await two.arrive()
    await one.settled()
    await two.settled()

    assert second == first
    assert await rows(kept) == 2
    assert await Presence(kept).arrive() == []


async def test_one_that_has_been_silent_for_long_finds_that_out_itself(kept: Database) -> None:
    one = Presence(kept)
    await one.arrive()
    async with kept.work() as work:
        past = work.at - HOUR
    await grow_old(kept, since=past - HOUR, seen=past)
    (span,) = await one.arrive()
    await one.settled()

    assert span[0] == past
    assert await rows(kept) == 1


async def test_one_that_others_thought_gone_arrives_again(kept: Database) -> None:
    quiet, other = Presence(kept), Presence(kept)
    await quiet.arrive()
    await grow_old(kept, gone=True)
    await other.arrive()
    await other.settled()

    assert not await quiet.beat()
    assert await other.beat()
