"""`majokko replay verify`: whole games, played again offline."""

import json
import subprocess
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from tests.rules.magion.golden import FOLDER
from tests.rules.magion.test_replays import of
from tests.support.processes import COMMAND, environment

GOLDEN = of(FOLDER / "magion@1" / "hundred-points.json")


def verify(
    var: Path, *arguments: str, given: str = "", lang: str = "C"
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(  # noqa: S603 - our own command
        [COMMAND, "replay", "verify", *arguments],
        env=environment(var, {"LANG": lang}),
        input=given,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def written(folder: Path, name: str, document: object) -> str:
    file = folder / name
    file.write_text(json.dumps(document), "utf-8")
    return str(file)


def test_a_true_replay_is_told_with_what_came_of_it(tmp_path: Path) -> None:
    replay = written(tmp_path, "replay.json", GOLDEN["replay"])
    proof = written(tmp_path, "proof.json", GOLDEN["proof"])
    run = verify(tmp_path, replay, "--proof", proof)

    assert run.stdout == "valid: magion@1, won (all_complete), 100, Homura\n"
    assert (run.returncode, run.stderr) == (0, "")


def test_an_answer_of_the_server_a_code_and_stdin_are_read_as_well(tmp_path: Path) -> None:
    answer = {"session": "ses_1", "replay": GOLDEN["replay"], "code": GOLDEN["code"]}
    runs = [
        verify(tmp_path, written(tmp_path, "answer.json", answer)),
        verify(tmp_path, GOLDEN["code"]),
        verify(tmp_path, "-", given=f"{GOLDEN['code']}\n"),
        verify(tmp_path, "-", given=json.dumps(GOLDEN["replay"])),
    ]

    assert {run.stdout for run in runs} == {"valid: magion@1, won (all_complete), 100, Homura\n"}
    assert {run.returncode for run in runs} == {0}


def test_the_rank_is_told_in_ones_language(tmp_path: Path) -> None:
    run = verify(tmp_path, GOLDEN["code"], "--lang", "ja")

    assert run.stdout == "valid: magion@1, won (all_complete), 100, ほむら\n"


def _with(*change: Any) -> dict[str, Any]:  # noqa: ANN401 - steps, and a value
    replay: dict[str, Any] = deepcopy(GOLDEN["replay"])
    *steps, last, value = change
    at: Any = replay
    for step in steps:
        at = at[step]
    at[last] = value
    return replay


@pytest.mark.parametrize(
    ("replay", "place"),
    [
        (_with("result", "score", 90), "(other_result at /result/score)"),
        (_with("deal", "girls", 3, "cake"), "(not_a_choice at /deal/girls/3)"),
        (_with("ruleset_hash", "00" * 32), "(other_ruleset at /ruleset_hash)"),
        ([], "(not_object at /)"),
    ],
)
def test_every_fault_is_told_with_its_place(tmp_path: Path, replay: object, place: str) -> None:
    run = verify(tmp_path, written(tmp_path, "replay.json", replay))

    assert run.returncode == 1
    assert run.stdout.startswith("invalid: ")
    assert place in run.stdout


def test_a_proof_of_other_cards_is_told(tmp_path: Path) -> None:
    other = of(FOLDER / "magion@1" / "by-chance.json")
    proof = written(tmp_path, "proof.json", other["proof"])
    run = verify(tmp_path, GOLDEN["code"], "--proof", proof)

    assert run.returncode == 1
    assert "other_card at /deal/girls/" in run.stdout


def test_a_file_that_says_things_to_the_terminal_is_told_plainly(tmp_path: Path) -> None:
    run = verify(tmp_path, written(tmp_path, "replay.json", {"\x1b[31m": 1}))

    assert run.returncode == 1
    assert "\x1b" not in run.stdout


@pytest.mark.parametrize(("name", "said"), [("nowhere.json", None), ("broken.json", "{")])
def test_what_cannot_be_read_is_told(tmp_path: Path, name: str, said: str | None) -> None:
    if said is not None:
        (tmp_path / name).write_text(said, "utf-8")
    run = verify(tmp_path, str(tmp_path / name))

    assert (run.returncode, run.stdout) == (2, "")
    assert run.stderr.startswith(str(tmp_path / name))
