"""What goes wrong while time is kept: nobody is served less for it, and nobody pays for it."""

import asyncio
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, create_engine

from majokko_cards.sessions.service import Sessions
from majokko_cards.tables import PROCESSES, SESSIONS
from tests.services.cards.parlour import Game, Parlour, open_parlour, stacked
from tests.services.cards.timers.test_timeouts import PATIENCE_SECONDS, clock, over, until
from tests.support.postgres_servers import PostgresServer

LONG, PAST = 600_000, 101
ROWS = 20


@contextmanager
def writing(var: Path) -> Iterator[Connection]:
    engine = create_engine(f"sqlite:///{var / 'cards.db'}", connect_args={"timeout": 10})
    with engine.begin() as sql:
        yield sql
    engine.dispose()


def contradict(var: Path, session: str) -> None:
    """Write down sessions whose time is up by their deadline, but not by their clock."""
    with writing(var) as sql:
        row = sql.execute(SESSIONS.select().where(SESSIONS.c.id == session)).mappings().one()
        own = [{"id": f"ses_{number}", "host": bytes([number])} for number in range(ROWS)]
        sql.execute(SESSIONS.insert(), [{**row, "deadline": PAST, **each} for each in own])


def set_deadlines(var: Path, deadline: int | None) -> None:
    with writing(var) as sql:
        ours = SESSIONS.c.id.in_([f"ses_{number}" for number in range(ROWS)])
        sql.execute(SESSIONS.update().where(ours).values(deadline=deadline))


async def look(parlour: Parlour) -> None:
    """Let the timers look for deadlines, and wait until they have."""
    game: Game = await parlour.practice(stacked([]), clock=clock("forfeit"))
    await over(game.seats[0])


async def test_a_session_that_contradicts_itself_is_not_tried_all_the_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried: list[str] = []
    alone = Sessions.alone

    async def counted(self: Sessions, session: str, *more: Any) -> bool:  # noqa: ANN401
        tried.append(session)
        return await alone(self, session, *more)

    monkeypatch.setattr(Sessions, "alone", counted)
    async with open_parlour(tmp_path, {}, with_dice=False) as parlour:
        game = await parlour.practice(stacked([]), clock=clock("forfeit", bank_ms=LONG))
        contradict(tmp_path, game.host.id)
        await look(parlour)
        await asyncio.sleep(0.3)

    assert sorted(each for each in tried if len(each) < 10) == sorted(
        f"ses_{number}" for number in range(ROWS)
    )


async def test_what_was_stuck_is_forgotten_with_its_game(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """What is remembered is reported only once."""
    reported: list[int] = []
    async with open_parlour(tmp_path, {}, with_dice=False) as parlour:
        game = await parlour.practice(stacked([]), clock=clock("forfeit", bank_ms=LONG))
        contradict(tmp_path, game.host.id)
        for deadline in (PAST, PAST, None, PAST):
            set_deadlines(tmp_path, deadline)
            await look(parlour)
            reported.append(sum("is stuck" in each.message for each in caplog.records))

    assert reported == [ROWS, ROWS, ROWS, 2 * ROWS]


async def test_whatever_keeps_us_from_making_up_keeps_nobody_from_being_served(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with open_parlour(tmp_path, {}, with_dice=False) as parlour:
        game = await parlour.practice(stacked([]))
    row = {"id": "x", "host": "elsewhere", "pid": 1, "since": 1, "seen": 2, "gone": True}
    with writing(tmp_path) as sql:
        sql.execute(PROCESSES.insert(), [row])
        sql.exec_driver_sql("UPDATE cards_processes SET since = 'yesterday' WHERE id = 'x'")
    async with open_parlour(tmp_path, {}, with_dice=False) as parlour:
        seen = await parlour.get(f"{game.host.path}/view")

    assert seen.status_code == 200
    assert [each for each in caplog.records if each.levelno == logging.ERROR]


async def test_a_database_that_was_away_for_moments_costs_nobody_time(
    tmp_path: Path, postgres_server: PostgresServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("majokko_cards.timers.timers.BEAT", 50)
    monkeypatch.setattr("majokko_cards.timers.timers.LOST", 250)
    at = {"database_url": postgres_server.url()}
    async with open_parlour(tmp_path, at, with_dice=False) as parlour:
        game = await parlour.practice(stacked([]), clock=clock("forfeit", bank_ms=LONG))
        seat, before = game.seats[0], game.view["clock"]["deadline"]
        await asyncio.to_thread(postgres_server.kill)
        await asyncio.sleep(0.4)
        await asyncio.to_thread(postgres_server.start)
        async with asyncio.timeout(PATIENCE_SECONDS):
            while (await seat.get("/view")).status_code == 503:  # noqa: ASYNC110
                await asyncio.sleep(0.05)
        after = await until(seat, lambda view: view["version"] > game.version)

    assert after["clock"]["deadline"] > before
    assert after["clock"]["left_ms"][0] > LONG
