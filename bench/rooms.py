"""Rolls in rooms, written down before they are answered, against a bare INSERT and COMMIT.

Both use the same PostgreSQL in the same run, with fsync on, and one process. The room rolls travel
over HTTP; the inserts do nothing else. One client tells how long a roll takes, sixteen in as many
rooms how many one process carries.
"""

import json
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from statistics import median
from typing import Any
from urllib.request import Request, urlopen

from bench.load import Target, load_each
from bench.race import interleave, ratio, typical
from bench.report import Row
from bench.served import SERVER_CORE, majokko
from bench.server import Server
from tests.support.postgres_servers import PostgresServer, programs

SECTION = "Rolls in rooms: durable, answered after COMMIT"
STRETCH = 3.0
"""Seconds of load per contender and round."""

ROOMS = 16
BODY = json.dumps({"notation": "4d6kh3+2"}).encode()


@dataclass(frozen=True, slots=True)
class Rolling:
    """A server with rooms; each client rolls in a room of its own."""

    targets: Sequence[Target]
    seconds: list[float] = field(default_factory=list)

    def press(self) -> float:
        """Return rolls per second."""
        took = load_each(self.targets, seconds=STRETCH)
        self.seconds.append(median(took))
        return len(took) / STRETCH


@dataclass(frozen=True, slots=True)
class Inserting:
    url: str
    clients: int

    def press(self) -> float:
        """Return inserts per second."""
        command = [sys.executable, "-m", "bench.inserts", self.url, str(self.clients), str(STRETCH)]
        told = json.loads(subprocess.check_output(command))
        return float(told["inserts"] / told["seconds"])


def measure(rounds: int) -> list[Row]:
    with ExitStack() as stack:
        postgres = stack.enter_context(PostgresServer(programs()))
        on_postgres = stack.enter_context(_rooms(MAJOKKO_DATABASE_URL=postgres.url()))
        on_sqlite = stack.enter_context(_rooms())
        bare = "postgresql+asyncpg" + postgres.url().removeprefix("postgresql")
        return [
            _against_inserts(rounds, "16 clients, PostgreSQL", on_postgres, bare),
            _against_inserts(rounds, "1 client, PostgreSQL", on_postgres[:1], bare),
            _alone(rounds, "1 client, SQLite", on_sqlite[:1]),
        ]


def _against_inserts(rounds: int, name: str, targets: Sequence[Target], url: str) -> Row:
    rolling, inserting = Rolling(targets), Inserting(url, len(targets))
    found = interleave(rounds, {"rolls": rolling.press, "inserts": inserting.press})
    measured = {
        "rolls/s": typical(found, "rolls"),
        "inserts/s": typical(found, "inserts"),
        "roll p50 ms": median(rolling.seconds) * 1000,
    }
    return Row(SECTION, name, measured, {"rolls/inserts": ratio(found, "rolls", "inserts")})


def _alone(rounds: int, name: str, targets: Sequence[Target]) -> Row:
    rolling = Rolling(targets)
    found = interleave(rounds, {"rolls": rolling.press})
    measured = {
        "rolls/s": typical(found, "rolls"),
        "roll p50 ms": median(rolling.seconds) * 1000,
    }
    return Row(SECTION, name, measured, {})


@contextmanager
def _rooms(**environment: str) -> Iterator[list[Target]]:
    """Serve rooms on one core; yield a roll in each."""
    with majokko(SERVER_CORE, **environment) as server:
        yield [
            _roll_in(server, _post(server, "/v1/rooms", {"name": "bench"})) for _ in range(ROOMS)
        ]


def _roll_in(server: Server, room: Mapping[str, Any]) -> Target:
    headers = {"Authorization": f"Bearer {room['token']}"}
    return Target(server.port, f"/v1/rooms/{room['id']}/rolls", BODY, headers)


def _post(server: Server, path: str, body: object) -> Mapping[str, Any]:
    url = f"http://127.0.0.1:{server.port}{path}"
    asked = Request(url, json.dumps(body).encode(), {"Content-Type": "application/json"})
    with urlopen(asked) as answer:  # noqa: S310 - likewise
        told: Mapping[str, Any] = json.load(answer)
    return told
