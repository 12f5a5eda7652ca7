"""Logs are one JSON object a line, whoever writes them and whatever they quote."""

import json
import subprocess
import sys
from collections.abc import Mapping

import pytest

from majokko_kit.telemetry import Names

PROGRAM = """
import logging, structlog
from majokko_kit import telemetry
telemetry.configure(dev={dev})
structlog.get_logger("majokko.test").warning("asked", path="/a\\n{{}}\\r\\u2028b", tea=3)
logging.getLogger("elsewhere").error("broken\\nline %s", "x")
"""


def _logged(*, dev: bool) -> list[str]:
    program = [sys.executable, "-c", PROGRAM.format(dev=dev)]
    told = subprocess.run(program, capture_output=True, text=True, check=True)  # noqa: S603
    assert told.stdout == ""
    return told.stderr.removesuffix("\n").split("\n")


def test_a_line_break_in_a_value_stays_within_its_record() -> None:
    asked, broken = (json.loads(line) for line in _logged(dev=False))

    assert _without_time(asked) == {
        "event": "asked",
        "level": "warning",
        "path": "/a\n{}\r\u2028b",
        "tea": 3,
    }
    assert _without_time(broken) == {"event": "broken\nline x", "level": "error"}


def _without_time(record: Mapping[str, object]) -> dict[str, object]:
    assert str(record["timestamp"]).endswith("Z")
    return {name: value for name, value in record.items() if name != "timestamp"}


def test_people_who_work_on_majokko_read_text() -> None:
    with pytest.raises(json.JSONDecodeError):
        json.loads(_logged(dev=True)[0])


def test_names_do_not_repeat() -> None:
    names = Names()
    drawn = [names.span() for _ in range(20_000)]

    assert len(set(drawn)) == len(drawn)
    assert {len(name) for name in drawn} == {16}
