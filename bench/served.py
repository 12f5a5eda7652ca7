"""A Magic Collapse check with two bonus dice over HTTP, against Starlette serving the same body.

The reference answers POST with the very bodies that Majokko answered before the race began. Each
server has a core of its own for as long as it is loaded; the client has the other one.
"""

import json
import os
import sys
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from bench.load import Target
from bench.race import interleave
from bench.report import Row
from bench.server import Served, Server, free_port, on_core, press, serving

SECTION = "A check over HTTP: static / majokko, higher is better"
STRETCH = 1.5
"""Seconds of load per server and round."""

CONNECTIONS = 32
CORES = sorted(os.sched_getaffinity(0))
SERVER_CORE, CLIENT_CORE = CORES[0], CORES[-1]

CHECK = {"system": "collapse", "value": 50, "bonus": 2}
QUERY = Path(__file__).with_name("roll.graphql").read_text()
SIGNED = QUERY.replace("source\n", "source\n      receipt\n")
VARIABLES = {"input": {"check": CHECK}}

REQUESTS: Mapping[str, tuple[str, object]] = {
    "rest": ("/v1/rolls", {"check": CHECK, "receipt": False}),
    "rest, receipt": ("/v1/rolls", {"check": CHECK}),
    "graphql": ("/graphql/dice", {"query": QUERY, "variables": VARIABLES}),
    "graphql, receipt": ("/graphql/dice", {"query": SIGNED, "variables": VARIABLES}),
}


@dataclass(frozen=True, slots=True)
class Contender:
    """A server and what it is asked; every stretch of load is kept."""

    server: Server
    target: Target
    stretches: list[Served] = field(default_factory=list)

    def press(self) -> float:
        served = press(self.server, self.target, seconds=STRETCH, connections=CONNECTIONS)
        self.stretches.append(served)
        return served.micros


def measure(rounds: int) -> list[Row]:
    with ExitStack() as stack:
        ours = stack.enter_context(majokko(SERVER_CORE))
        targets = {name: aim(ours, *request) for name, request in REQUESTS.items()}
        bodies = {f"/{index}": ask(target) for index, target in enumerate(targets.values())}
        static = stack.enter_context(_static(bodies))
        stack.enter_context(on_core(CLIENT_CORE))
        return [
            _row(name, rounds, Contender(ours, target), _reference(static, path, target))
            for (name, target), path in zip(targets.items(), bodies, strict=True)
        ]


def _reference(static: Server, path: str, target: Target) -> Contender:
    return Contender(static, Target(static.port, path, target.body))


def aim(server: Server, path: str, body: object) -> Target:
    return Target(server.port, path, json.dumps(body).encode())


def ask(target: Target) -> object:
    """Send the request once and return the answer, refusing to measure a refusal."""
    url = f"http://127.0.0.1:{target.port}{target.path}"
    request = urllib.request.Request(url, target.body, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request) as answer:  # noqa: S310 - our own server, by http
        body: dict[str, object] = json.load(answer)
    if "errors" in body or "Problem" in str(body):
        raise RuntimeError(f"nothing to measure: {body}")
    return body


def _row(name: str, rounds: int, ours: Contender, static: Contender) -> Row:
    interleave(rounds, {"majokko": ours.press, "static": static.press})
    pairs = list(zip(ours.stretches, static.stretches, strict=True))
    return Row(
        SECTION,
        name,
        _medians("majokko", ours) | _medians("static", static),
        {
            "CPU static/majokko": median(s.micros / o.micros for o, s in pairs),
            "req/s majokko/static": median(o.per_second / s.per_second for o, s in pairs),
        },
    )


def _medians(name: str, contender: Contender) -> dict[str, float]:
    return {
        f"{name} CPU µs": median(served.micros for served in contender.stretches),
        f"{name} req/s": median(served.per_second for served in contender.stretches),
    }


@contextmanager
def majokko(core: int, service: str = "dice", **environment: str) -> Iterator[Server]:
    """Serve one service on one core, with files and settings of its own."""
    port = free_port()
    command = [str(Path(sys.executable).with_name("majokko")), "serve", service]
    with TemporaryDirectory() as var:
        settings = {"MAJOKKO_PORT": str(port), "MAJOKKO_VAR": var, **environment}
        with serving(command, port, core=core, environment=settings) as server:
            yield server


def _static(bodies: Mapping[str, object]) -> AbstractContextManager[Server]:
    port = free_port()
    command = [sys.executable, "-m", "bench.static_server", str(port)]
    return serving(command, port, core=SERVER_CORE, stdin=json.dumps(bodies).encode())
