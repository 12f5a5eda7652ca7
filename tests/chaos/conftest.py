"""What chaos needs: an installation to be killed, and a seed to do it once more."""

import os
import secrets
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from majokko_kit import redis_server
from tests.chaos.installation import Installation, installed
from tests.support.postgres_servers import PostgresServer, programs
from tests.support.redis_servers import RedisServer

SEED = "MAJOKKO_CHAOS_SEED"
"""Repeats the choices of a run, though not its moments."""


@pytest.fixture
def seed(request: pytest.FixtureRequest) -> str:
    """Told with a failure."""
    seed = os.environ.get(SEED) or secrets.token_hex(4)
    request.node.add_report_section("setup", "seed", f"{SEED}={seed}")
    return seed


@pytest.fixture
def folder() -> Iterator[Path]:
    """A directory with a path short enough for a socket."""
    with TemporaryDirectory(prefix="mjk") as path:
        yield Path(path)


@pytest.fixture(params=["sqlite", "postgres"])
def installation(request: pytest.FixtureRequest, folder: Path) -> Iterator[Installation]:
    """One process over SQLite, or two over PostgreSQL."""
    program = redis_server.program()
    assert program
    with ExitStack() as stack:
        redis = stack.enter_context(RedisServer(program, folder)).start()
        postgres = None
        if request.param == "postgres":
            postgres = stack.enter_context(PostgresServer(programs()))
        yield stack.enter_context(installed(folder, redis, postgres))
