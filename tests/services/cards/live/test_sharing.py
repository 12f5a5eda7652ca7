"""Those who follow a session in one process share one reading of its log, and nothing else."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, contextmanager
from pathlib import Path

import httpx
import pytest
from sqlalchemy import event

from majokko_cards.main import service
from majokko_kit import app
from majokko_kit.database import Database
from tests.services.cards.live.stage import Sitter, Stage, numbers, types
from tests.support.databases import Changes
from tests.support.following import PATIENCE_SECONDS, Followed
from tests.support.listening import listening
from tests.support.serving import settings_in

PLAYS = 12


@contextmanager
def _asked(database: Database) -> Iterator[list[str]]:
    """Note what is asked of a database."""
    asked: list[str] = []

    def note(_: object, __: object, statement: str, *___: object) -> None:
        asked.append(statement)

    engines = {database.engine.sync_engine, database._reader.sync_engine}  # noqa: SLF001
    for engine in engines:
        event.listen(engine, "before_cursor_execute", note)
    yield asked
    for engine in engines:
        event.remove(engine, "before_cursor_execute", note)


@pytest.fixture
async def alone(tmp_path: Path, database: Changes) -> AsyncIterator[Stage]:
    """A stage on which nobody else plays."""
    async with (
        listening([service()], settings_in(tmp_path, **database)) as server,
        httpx.AsyncClient(base_url=server.base) as client,
    ):
        yield Stage(client, server)


def _built(stage: Stage) -> app.Application:
    assert stage.server is not None
    built = stage.server.config.app
    assert isinstance(built, app.Application)
    return built


def _database(stage: Stage) -> Database:
    found = _built(stage).api.state.databases["cards"]
    assert isinstance(found, Database)
    return found


async def _followed(stack: AsyncExitStack, *people: Sitter) -> list[Followed]:
    streams = [await stack.enter_async_context(person.follow()) for person in people]
    for stream in streams:
        await stream.next()
    return streams


async def test_what_happens_here_is_told_to_four_without_reading_it_four_times(
    alone: Stage,
) -> None:
    host, one, two = await alone.game(table={"delay": 0})
    async with AsyncExitStack() as stack:
        streams = await _followed(stack, one, two, host, host.watcher)
        with _asked(_database(alone)) as asked:
            await alone.play(*([one, two] * (PLAYS // 2)))
            told = [await stream.some(2 * PLAYS) for stream in streams]

    read = [each for each in asked if "FROM cards_events" in each]
    assert all(types(items) == ["card.played", "card.drawn"] * PLAYS for items in told)
    assert len({tuple(numbers(items)) for items in told}) == 1
    assert len(read) < PLAYS  # and not four times as many


async def test_nothing_is_kept_of_a_session_that_nobody_follows(alone: Stage) -> None:
    logs = _built(alone).api.state.cards.live.logs
    host, one, two = await alone.game()
    async with AsyncExitStack() as stack:
        await _followed(stack, one, two, host)
        during = len(logs)
    async with asyncio.timeout(PATIENCE_SECONDS):
        while len(logs):  # noqa: ASYNC110 - of a server that knows no tests
            await asyncio.sleep(0.01)  # until the server has noticed that they are gone

    assert during == 1


async def test_one_who_stops_reading_holds_nobody_up(alone: Stage) -> None:
    assert alone.server is not None
    host, one, two = await alone.game()
    reader, writer = await asyncio.open_connection("127.0.0.1", alone.server.port, limit=1)
    writer.write(
        f"GET {one.path} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer {one.token}\r\n\r\n".encode()
    )
    async with two.follow() as stream:
        await stream.next()
        await alone.play(*([one, two] * (PLAYS // 2)))
        told = await stream.some(2 * PLAYS)
    writer.close()

    assert types(told) == ["card.played", "card.drawn"] * PLAYS
    assert not reader.at_eof()
    assert (await host.look(""))["status"] == "running"
