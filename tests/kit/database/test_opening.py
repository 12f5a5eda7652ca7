"""What a start does about its database: one process a file, tables of our version, or a wait."""

import asyncio
import os
import signal
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from pydantic import ValidationError
from sqlalchemy import inspect, select

from majokko_kit.database import Database, Unusable, readiness
from majokko_kit.database.forgetting import KEPT_MS
from majokko_kit.database.migrating import BASE, History, moved
from majokko_kit.database.opening import connected
from majokko_kit.refusals import DependencyAway
from majokko_kit.settings import Settings
from tests.kit.database.teahouse import ANSWERS, METADATA, Teahouse, cups, open_teahouse, pour
from tests.support.databases import Changes
from tests.support.postgres_servers import PostgresServer, execute
from tests.support.redis_servers import eventually

STEPS = Path(__file__).parent / "steps"
HOUSE = Teahouse(migrations=STEPS)
HOLDER = """
import sys, time
from pathlib import Path
from majokko_kit.database import sqlite
with sqlite.owned(Path(sys.argv[1])):
    print("mine", flush=True)
    time.sleep(60)
"""


async def test_a_database_outlives_its_application(tmp_path: Path, database: Changes) -> None:
    async with open_teahouse(tmp_path, database, HOUSE) as tea:
        await pour(tea, 1)
    async with open_teahouse(tmp_path, database, HOUSE) as tea:
        kept = await cups(tea)

    assert kept == [1]


async def test_a_file_serves_one_at_a_time(tmp_path: Path) -> None:
    async with open_teahouse(tmp_path, {}):
        with pytest.raises(Unusable, match=rf"tea\.db is in use by process {os.getpid()};"):
            async with open_teahouse(tmp_path, {}):
                pass

    async with open_teahouse(tmp_path, {}) as tea:
        await pour(tea, 1)


async def test_a_process_that_is_killed_leaves_no_lock(tmp_path: Path) -> None:
    command = [sys.executable, "-c", HOLDER, str(tmp_path / "tea.db")]
    holder = subprocess.Popen(command, stdout=subprocess.PIPE)  # noqa: ASYNC220, S603
    assert holder.stdout
    holder.stdout.readline()
    with pytest.raises(Unusable, match=f"process {holder.pid};"):
        async with open_teahouse(tmp_path, {}):
            pass
    holder.send_signal(signal.SIGKILL)
    holder.wait()
    holder.stdout.close()

    async with open_teahouse(tmp_path, {}) as tea:
        await pour(tea, 1)


async def test_a_file_is_for_its_user_only(tmp_path: Path) -> None:
    async with open_teahouse(tmp_path, {}) as tea:
        await pour(tea, 1)
        modes = {
            file.name: stat.S_IMODE(file.stat().st_mode)
            for file in os.scandir(tmp_path)
            if file.name.startswith("tea.db")
        }

    assert modes == {"tea.db": 0o600, "tea.db-wal": 0o600, "tea.db-shm": 0o600}


async def test_tables_that_are_old_are_refused_where_they_are_only_checked(
    tmp_path: Path, database: Changes
) -> None:
    checking = {**database, "migrate": "check"}
    with pytest.raises(Unusable, match="tea: the tables are old"):
        async with open_teahouse(tmp_path, checking, HOUSE):
            pass
    async with open_teahouse(tmp_path, database, HOUSE):
        pass

    async with open_teahouse(tmp_path, checking, HOUSE) as tea:
        await pour(tea, 1)


@pytest.mark.parametrize("migrate", ["auto", "check"])
async def test_tables_of_a_newer_version_are_refused(
    tmp_path: Path, database: Changes, migrate: str
) -> None:
    older = Teahouse(migrations=_older(tmp_path))
    async with open_teahouse(tmp_path, database, HOUSE):
        pass

    with pytest.raises(Unusable, match="newer Majokko"):
        async with open_teahouse(tmp_path, {**database, "migrate": migrate}, older):
            pass


async def test_a_server_that_is_away_at_the_start_is_awaited(
    tmp_path: Path, postgres_server: PostgresServer
) -> None:
    postgres_server.kill()
    async with open_teahouse(tmp_path, {"database_url": postgres_server.url()}, HOUSE) as tea:
        with pytest.raises(DependencyAway):
            await pour(tea, 1)
        await asyncio.to_thread(postgres_server.start)
        await asyncio.to_thread(eventually, lambda: tea.ready)
        await pour(tea, 2)

        assert await cups(tea) == [2]


async def test_a_server_that_refuses_us_is_told_at_the_start(
    tmp_path: Path, postgres_url: str
) -> None:
    nowhere = postgres_url.replace("/majokko_", "/nowhere_")
    with pytest.raises(Unusable, match=r"tea: the database refuses us \(InvalidCatalogNameError\)"):
        async with open_teahouse(tmp_path, {"database_url": nowhere}, HOUSE):
            pass


async def test_services_share_a_database_without_touching_each_other(
    tmp_path: Path, postgres_url: str
) -> None:
    await asyncio.to_thread(execute, postgres_url, "CREATE TABLE other_things (id INTEGER)")
    settings = Settings.model_validate({"var": tmp_path, "database_url": postgres_url})
    async with connected(settings, HOUSE) as database:
        await moved(database.engine, database.history)
        await moved(database.engine, database.history, BASE)
        async with database.engine.connect() as sql:
            left = await sql.run_sync(lambda connection: inspect(connection).get_table_names())

    assert sorted(left) == ["alembic_version_tea", "other_things"]


async def test_readiness_tells_how_the_tables_stand(tmp_path: Path, database: Changes) -> None:
    older = Teahouse(migrations=_older(tmp_path))
    newer = History("tea", METADATA, STEPS)
    async with open_teahouse(tmp_path, database, older) as tea:
        level = await readiness(tea, 5)
        await moved(tea.engine, newer)
        ahead = await readiness(tea, 5)
        await moved(tea.engine, newer, BASE)
        behind = await readiness(tea, 5)

    assert (level, ahead, behind) == ("pass", "warn", "fail")


async def test_a_server_that_falls_silent_is_not_ready(
    tmp_path: Path, postgres_server: PostgresServer
) -> None:
    async with open_teahouse(tmp_path, {"database_url": postgres_server.url()}, HOUSE) as tea:
        before = await readiness(tea, 5)
        postgres_server.pause()
        silent = await readiness(tea, 0.2)
        postgres_server.resume()
        after = await readiness(tea, 5)

    assert (before, silent, after) == ("pass", "fail", "pass")


async def test_a_start_forgets_old_answers(tmp_path: Path, database: Changes) -> None:
    async with open_teahouse(tmp_path, database, HOUSE) as tea, tea.work() as work:
        row = {"scope": "s", "fingerprint": b"", "at": work.at - KEPT_MS - 1}
        await work.sql.execute(ANSWERS.insert(), [row, row | {"scope": "t", "at": work.at}])
    async with open_teahouse(tmp_path, database, HOUSE) as tea:
        while len(kept := await _scopes(tea)) > 1:  # noqa: ASYNC110 - another task is at it
            await asyncio.sleep(0.01)

    assert kept == ["t"]


async def _scopes(tea: Database) -> list[str]:
    async with tea.reading() as sql:
        return list((await sql.execute(select(ANSWERS.c.scope))).scalars())


def _older(folder: Path) -> Path:
    """Return a history that lacks the last step."""
    older, first = folder / "older", "step_0001_cups.py"
    older.mkdir()
    (older / first).write_text((STEPS / first).read_text())
    return older


@pytest.mark.parametrize(
    "url",
    [
        "mysql://majokko:geheim@db/majokko",
        "postgresql+asyncpg://majokko:geheim@db/majokko",
        "postgresql//majokko:geheim@db",
        "postgresql://majokko:ge heim@db",
        "",
    ],
)
def test_a_url_of_another_database_is_refused_without_its_password(url: str) -> None:
    with pytest.raises(ValidationError) as raised:
        Settings.model_validate({"database_url": url})

    assert "postgresql://user:password@host/database" in str(raised.value)
    assert "geheim" not in str(raised.value)


async def test_a_url_that_the_driver_does_not_understand_is_refused_without_its_password(
    tmp_path: Path,
) -> None:
    url = "postgresql://majokko:geheim@localhost:port/majokko"
    with pytest.raises(Unusable) as raised:
        async with open_teahouse(tmp_path, {"database_url": url}):
            pass

    assert str(raised.value) == "MAJOKKO_DATABASE_URL: not a URL of PostgreSQL"
    assert "geheim" not in repr(raised.value.__cause__)
