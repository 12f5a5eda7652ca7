"""What the README tells a stranger to type works as written."""

import json
import re
import shlex
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.processes import Served, serving
from tests.support.programs import require

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text("utf-8")
_BLOCK = re.compile(r"^```sh\n(.*?)^```", re.DOTALL | re.MULTILINE)
_HERE = "http://127.0.0.1:8000"

COMMANDS = [
    command
    for block in _BLOCK.findall(README)
    for command in re.split(r"\n(?=\S)", block.replace("\\\n", " ").strip())
]


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("var")) as served:
        yield served


def _run(command: str, folder: Path) -> str:
    done = subprocess.run(  # noqa: S603 - a command of our own README
        shlex.split(command), cwd=folder, capture_output=True, text=True, timeout=60, check=True
    )
    return done.stdout


CURLS = [command for command in COMMANDS if command.startswith("curl")]


@pytest.mark.parametrize("command", [c for c in CURLS if "chart" not in c])
def test_a_request_of_the_readme_is_answered(served: Served, tmp_path: Path, command: str) -> None:
    require("curl")

    answer = json.loads(_run(command.replace(_HERE, served.base), tmp_path))

    rolled = answer.get("data", {}).get("createRoll", answer)
    assert not {"results", "distribution", "commitment", "offers"}.isdisjoint(
        {*rolled, *(rolled.get("stream") or ())}
    )


def test_the_chart_of_the_readme_is_a_picture(served: Served, tmp_path: Path) -> None:
    require("curl")
    (command,) = [c for c in CURLS if "chart" in c]

    _run(command.replace(_HERE, served.base), tmp_path)

    assert "<svg" in (tmp_path / "chart.svg").read_text("utf-8")


@pytest.mark.parametrize("command", [c for c in COMMANDS if c.startswith(".venv/bin/majokko")])
def test_a_command_of_the_readme_prints_something(command: str) -> None:
    assert _run(command, ROOT).strip()


def test_the_readme_knows_the_two_commands() -> None:
    made = [command.split()[:2] for command in COMMANDS if command.startswith("make")]

    assert made == [["make", "run"], ["make", "test"]]


@pytest.mark.parametrize("path", sorted(set(re.findall(r"\]\(([\w/.-]+)\)", README))))
def test_a_link_of_the_readme_leads_somewhere(path: str) -> None:
    assert (ROOT / path).exists()
