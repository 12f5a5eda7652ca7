"""What chaos needs: a seed that a failure can be repeated with."""

import random
import secrets
from collections.abc import Iterator

import pytest

from tests.support.postgres_servers import PostgresServer, programs


@pytest.fixture
def fate(request: pytest.FixtureRequest) -> random.Random:
    """Chance of the trouble; its seed is told with a failure."""
    seed = secrets.randbits(32)
    request.node.add_report_section("setup", "seed", str(seed))
    return random.Random(seed)


@pytest.fixture(params=["sqlite", "postgres"])
def postgres(request: pytest.FixtureRequest) -> Iterator[PostgresServer | None]:
    """A server that may be killed, or none: then each process has files of its own."""
    if request.param == "sqlite":
        yield None
        return
    with PostgresServer(programs()) as server:
        yield server
