"""What `majokko serve`, `majokko migrate` and /readyz make of their databases."""

import os
import subprocess
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import cast

import httpx
import pytest
from sqlalchemy import create_engine, inspect

from majokko_gateway import cli
from majokko_gateway.main import SERVICES
from majokko_kit.service import Service
from tests.support.databases import Changes
from tests.support.postgres_servers import PostgresServer
from tests.support.processes import COMMAND, environment, serving
from tests.support.redis_servers import eventually

AWAY = "postgresql://majokko:geheim@127.0.0.1:1/majokko"


def majokko(var: Path, *arguments: str, **changes: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(  # noqa: S603 - our own command
        [COMMAND, *arguments],
        env=environment(var, changes),
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def variables(changes: Changes) -> dict[str, str]:
    return {f"MAJOKKO_{name.upper()}": str(value) for name, value in changes.items()}


def tables(var: Path) -> list[str]:
    engine = create_engine(f"sqlite:///{var / 'dice.db'}")
    try:
        return inspect(engine).get_table_names()
    finally:
        engine.dispose()


def last_step(service: Service) -> str:
    assert service.migrations
    names = sorted(each.name for each in service.migrations.glob("step_*.py"))
    return names[-1].split("_")[1]


def test_a_second_process_on_the_same_file_says_so_and_ends(tmp_path: Path) -> None:
    with serving(tmp_path) as first:
        second = majokko(tmp_path, "serve")
        served = httpx.get(f"{first.base}/readyz")

    assert (second.returncode, second.stdout) == (2, "")
    assert second.stderr == (
        f"{tmp_path}/dice.db is in use by process {first.process.pid}; SQLite serves one process, "
        "several need PostgreSQL: MAJOKKO_DATABASE_URL\n"
    )
    databases = {f"database:{name}": [{"status": "pass"}] for name in SERVICES}
    assert served.json()["checks"] == {"redis": [{"status": "pass"}], **databases}


def test_a_process_that_was_killed_leaves_its_file_to_the_next(tmp_path: Path) -> None:
    with serving(tmp_path) as first:
        first.kill()
    with serving(tmp_path) as second:
        ready = httpx.get(f"{second.base}/readyz")

    assert ready.status_code == 200


def test_two_processes_share_a_postgres(tmp_path: Path, postgres_url: str) -> None:
    changes = {"MAJOKKO_DATABASE_URL": postgres_url}
    with serving(tmp_path, **changes) as one, serving(tmp_path, **changes) as other:
        ready = [httpx.get(f"{served.base}/readyz").json()["status"] for served in (one, other)]

    assert ready == ["pass", "pass"]


Migrate = Callable[..., tuple[int, str, str]]


@pytest.fixture
def migrate(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Migrate:
    """Run `majokko migrate` in this process, which has all that takes long to load."""
    for name in [name for name in os.environ if name.startswith("MAJOKKO_")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("MAJOKKO_VAR", str(tmp_path))

    def run(*arguments: str, **changes: str) -> tuple[int, str, str]:
        with monkeypatch.context() as context:
            for name, value in changes.items():
                context.setenv(name, value)
            status = cli.main(["migrate", *arguments])
        told = capsys.readouterr()
        return status, told.out, told.err

    return run


def test_tables_are_made_led_back_and_made_again(migrate: Migrate, database: Changes) -> None:
    places = variables(database)
    runs = [migrate(*arguments, **places) for arguments in ((), (), ("dice", "--to", "base"), ())]
    ends = {name: last_step(service) for name, service in SERVICES.items()}
    others = {name: end for name, end in ends.items() if name != "dice"}

    assert runs == [
        (0, "".join(f"{name}: no tables → {end}\n" for name, end in ends.items()), ""),
        (0, "".join(f"{name}: at {end}, nothing to do\n" for name, end in ends.items()), ""),
        (0, f"dice: {ends['dice']} → no tables\n", ""),
        (
            0,
            f"dice: no tables → {ends['dice']}\n"
            + "".join(f"{name}: at {end}, nothing to do\n" for name, end in others.items()),
            "",
        ),
    ]


def test_what_cannot_be_migrated_is_said_in_a_line(migrate: Migrate) -> None:
    assert migrate("tea") == (2, "", "no such service: tea\n")
    assert migrate("--to", "9999") == (2, "", "dice: no step 9999 of the tables is known\n")
    assert migrate(MAJOKKO_DATABASE_URL=AWAY) == (1, "", "the database does not answer\n")


def test_a_start_that_may_not_change_tables_waits_for_whoever_may(
    tmp_path: Path, migrate: Migrate
) -> None:
    refused = majokko(tmp_path, "serve", MAJOKKO_MIGRATE="check")
    before = tables(tmp_path)
    migrate()
    with serving(tmp_path, MAJOKKO_MIGRATE="check") as served:
        ready = httpx.get(f"{served.base}/readyz")

    assert (refused.returncode, before) == (2, [])
    assert refused.stderr == "dice: the tables are old; bring them up by: majokko migrate\n"
    assert ready.status_code == 200


def test_a_step_is_drafted_from_the_tables_of_the_code(
    tmp_path: Path, migrate: Migrate, monkeypatch: pytest.MonkeyPatch
) -> None:
    steps = tmp_path / "steps"
    steps.mkdir()
    drafting = replace(SERVICES["dice"], migrations=steps)
    monkeypatch.setitem(cast("dict[str, Service]", SERVICES), "dice", drafting)
    status, _, _ = migrate("dice", "--draft", "rooms")
    moved = migrate("dice")
    written = (steps / "step_0001_rooms.py").read_text()

    assert (status, moved) == (0, (0, "dice: no tables → 0001\n", ""))
    assert "create_table('dice_rooms'" in written
    assert "AutoString" not in written
    assert "dice_rooms" in tables(tmp_path)


def test_without_its_database_a_process_serves_what_needs_none(
    tmp_path: Path, postgres_server: PostgresServer
) -> None:
    postgres_server.kill()
    with serving(tmp_path, MAJOKKO_DATABASE_URL=postgres_server.url()) as served:
        away = httpx.get(f"{served.base}/readyz")
        roll = httpx.post(f"{served.base}/v1/rolls", json={"notation": "2d6"})
        room = httpx.post(f"{served.base}/v1/rooms", json={"name": "Mitakihara"})
        postgres_server.start()
        eventually(lambda: httpx.get(f"{served.base}/readyz").status_code == 200)
        later = httpx.post(f"{served.base}/v1/rooms", json={"name": "Mitakihara"})

    assert (away.status_code, away.json()["status"]) == (503, "fail")
    assert away.json()["checks"]["database:dice"] == [{"status": "fail"}]
    assert str(postgres_server.folder) not in away.text
    assert roll.status_code == 200
    assert (room.status_code, room.json()["code"]) == (503, "dependency_away")
    assert room.headers["retry-after"] == "1"
    assert later.status_code == 201
