"""Fixtures every test may use; what they are made of lives in tests/support."""

from collections.abc import Iterator

import pytest
from hypothesis import settings

from tests.support import databases
from tests.support.databases import Changes, Databases, Url
from tests.support.postgres_servers import PostgresServer, programs

# No property is about time: a busy machine makes none of them false.
settings.register_profile("patient", deadline=None)
settings.load_profile("patient")


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    """Run async tests and fixtures on asyncio, the loop the services run on."""
    return "asyncio"


@pytest.fixture(scope="session")
def postgres() -> Iterator[Databases]:
    """One server for all tests of this process, started for the first that asks."""
    with databases.served() as server:
        yield server


@pytest.fixture
def postgres_url(postgres: Databases) -> Iterator[Url]:
    """An empty database in PostgreSQL."""
    with postgres.fresh() as url:
        yield url


@pytest.fixture(params=databases.KINDS)
def database(request: pytest.FixtureRequest) -> Changes:
    """Runs a test twice, as settings: `settings_in(tmp_path, **database)`."""
    if request.param == "sqlite":
        return {}
    return {"database_url": request.getfixturevalue("postgres_url")}


@pytest.fixture
def postgres_server() -> Iterator[PostgresServer]:
    """A server that the test may kill, pause and start again."""
    with PostgresServer(programs()) as server:
        yield server
