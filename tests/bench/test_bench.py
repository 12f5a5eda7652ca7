"""The measuring itself, not what it finds: a wrong instrument would praise anything."""

import json
import os
import sys
from collections.abc import Iterator

import pytest

from bench.load import LoadError, Target, load
from bench.race import interleave, ratio, typical
from bench.report import Row, as_table
from bench.server import Server, free_port, press, serving

BODY = {"text": "é" * 3000, "dice": [1, 2, 3]}  # more than fits one packet of the loopback


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    port = free_port()
    core = min(os.sched_getaffinity(0))
    command = [sys.executable, "-m", "bench.static_server", str(port)]
    with serving(command, port, core=core, stdin=json.dumps({"/body": BODY}).encode()) as server:
        yield server


def test_load_counts_answers_and_their_cost(server: Server) -> None:
    served = press(server, Target(server.port, "/body", b"{}"), seconds=0.5, connections=4)

    assert served.answers > 4
    assert 0 < served.cpu <= served.seconds
    assert served.per_second == served.answers / served.seconds


def test_every_connection_gets_its_answer_even_when_there_is_no_time(server: Server) -> None:
    assert load(Target(server.port, "/body", b"{}"), seconds=0, connections=3) == 3


def test_load_refuses_to_measure_refusals(server: Server) -> None:
    with pytest.raises(LoadError, match="404"):
        load(Target(server.port, "/elsewhere", b"{}"), seconds=0.1, connections=1)


def test_a_server_stays_on_its_core(server: Server) -> None:
    assert os.sched_getaffinity(server.pid) == {min(os.sched_getaffinity(0))}


def test_everyone_runs_once_a_round() -> None:
    runs: list[str] = []

    def run(name: str, value: float) -> float:
        runs.append(name)
        return value

    rounds = interleave(6, {"a": lambda: run("a", 6), "b": lambda: run("b", 2)})

    assert [sorted(runs[i : i + 2]) for i in range(0, 12, 2)] == [["a", "b"]] * 6
    assert len({tuple(runs[i : i + 2]) for i in range(0, 12, 2)}) == 2
    assert (typical(rounds, "a"), ratio(rounds, "a", "b")) == (6, 3)


def test_ratios_are_taken_inside_a_round() -> None:
    rounds = [{"a": 10.0, "b": 5.0}, {"a": 100.0, "b": 50.0}, {"a": 3.0, "b": 1.0}]

    assert ratio(rounds, "a", "b") == 2


def test_a_table_has_a_column_for_each_contender() -> None:
    rows = [
        Row("Speed", "3d6", {"a": 1500.0, "b": 2.5}, {"a/b": 600.0}),
        Row("Speed", "d6", {}, {}),
    ]

    assert as_table(rows).splitlines() == [
        "Speed",
        "         a    b   a/b",
        "3d6  1,500  2.5  ×600",
        "d6       -    -     -",
    ]
