"""Databases of their own for tests: a file each in SQLite, one each of a PostgreSQL server."""

import os
import secrets
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from tests.support.postgres_servers import PostgresServer, execute, programs

KINDS = ("sqlite", "postgres")
GIVEN = "MAJOKKO_TEST_POSTGRES_URL"
"""A server to use instead of one of our own; its user may create databases."""

Url = str
Changes = Mapping[str, object]
"""Settings that say where the database is."""


class Databases:
    """A server that hands out empty databases."""

    def __init__(self, url: Url) -> None:
        self._url = url

    @contextmanager
    def fresh(self) -> Iterator[Url]:
        """Give the URL of a database that is gone afterwards, whoever still uses it."""
        name = f"majokko_{secrets.token_hex(6)}"
        execute(self._url, f"CREATE DATABASE {name} TEMPLATE template0")
        try:
            yield self._of(name)
        finally:
            execute(self._url, f"DROP DATABASE {name} WITH (FORCE)")

    def _of(self, name: str) -> Url:
        before, _, query = self._url.partition("?")
        base = before.rpartition("/")[0]
        return f"{base}/{name}?{query}" if query else f"{base}/{name}"


@contextmanager
def served() -> Iterator[Databases]:
    """Use the server we were given, or start one."""
    if given := os.environ.get(GIVEN):
        yield Databases(given)
        return
    with PostgresServer(programs(), shared=True) as server:
        yield Databases(server.url())
