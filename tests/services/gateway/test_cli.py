"""The `majokko` command, run as a user runs it."""

import json
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import httpx
import pytest

from majokko_gateway.serving import port_of
from majokko_kit.settings import Settings
from tests.support.processes import COMMAND, environment, serving

_HALF = b"POST /v1/rolls HTTP/1.1\r\nHost: dice\r\nContent-Length: 100\r\n\r\n{"


def majokko(*arguments: str, var: Path, lang: str = "C") -> subprocess.CompletedProcess[str]:
    return subprocess.run(  # noqa: S603 - our own command
        [COMMAND, *arguments],
        env=environment(var, {"LANG": lang}),
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


WRONG = {"MAJOKKO_PORT": "eighty", "MAJOKKO_REDIS_URL": "hunter2", "MAJOKKO_SECRET": "hunter3"}


def test_a_setting_that_means_nothing_is_named_without_its_value(
    tmp_path: Path,
) -> None:
    environs = environment(tmp_path, WRONG)
    runs = [
        subprocess.run(  # noqa: S603 - our own command
            [COMMAND, command],
            env=environs,
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        for command in ("serve", "keys")
    ]

    for run in runs:
        assert (run.returncode, run.stdout) == (2, "")
        assert [line.partition(":")[0] for line in run.stderr.splitlines()] == [*WRONG]
        assert not any(value in run.stderr for value in WRONG.values())


def test_a_folder_that_cannot_be_used_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").touch()

    run = majokko("keys", var=tmp_path / "file" / "var")

    assert (run.returncode, run.stdout) == (2, "")
    assert run.stderr == "MAJOKKO_VAR: Not a directory\n"


def test_a_roll_is_told_in_one_line(tmp_path: Path) -> None:
    run = majokko("roll", "4d6kh3+2", "--faces", "6,5,5,2", var=tmp_path)

    assert (run.returncode, run.stderr) == (0, "")
    assert run.stdout == "4d6kh3+2: 6 5 5 (2) → 18\n"


def test_a_command_is_told_in_the_language_of_the_terminal(tmp_path: Path) -> None:
    run = majokko("roll", ".ra 困难侦查50", "--faces", "25", var=tmp_path, lang="zh_TW.UTF-8")

    assert "成功" in run.stdout


def test_repeats_give_a_line_each(tmp_path: Path) -> None:
    run = majokko("roll", "3#d6", var=tmp_path)

    assert len(run.stdout.splitlines()) == 3


def test_a_refusal_marks_the_place(tmp_path: Path) -> None:
    run = majokko("roll", "3d6+", var=tmp_path)

    assert run.returncode == 1
    sentence, notation, mark = run.stderr.splitlines()
    assert sentence
    assert mark.index("^") == notation.index("3d6+") + len("3d6+")


def test_the_mark_stands_right_behind_wide_characters(tmp_path: Path) -> None:
    run = majokko("roll", ".ra 困难 侦查", var=tmp_path)

    _, notation, mark = run.stderr.splitlines()
    assert mark.index("^") == len(notation) + len("困难侦查")


def test_a_refusal_sends_no_commands_to_the_terminal(tmp_path: Path) -> None:
    run = majokko("roll", "2d6\x1b[31m\u202e", var=tmp_path)

    assert run.returncode == 1
    assert not {"\x1b", "\u202e"} & set(run.stderr)


def test_faces_that_are_no_numbers_are_named_so(tmp_path: Path) -> None:
    run = majokko("roll", "2d6", "--faces", "one", var=tmp_path)

    assert run.returncode == 2
    assert run.stderr.endswith("argument --faces: whole numbers, such as 3,5,6\n")


def test_odds_are_a_chart_with_a_bar_for_each_value(tmp_path: Path) -> None:
    run = majokko("odds", "2d6", var=tmp_path)

    assert run.returncode == 0
    bars = [line for line in run.stdout.splitlines() if "█" in line or "▏" in line]
    assert len(bars) == 11


def test_exact_odds_are_fractions(tmp_path: Path) -> None:
    run = majokko("odds", "2d2", "--exact", var=tmp_path)

    assert run.stdout == "2 1/4\n3 1/2\n4 1/4\n"


def test_a_genuine_receipt_is_valid_and_a_changed_one_is_not(tmp_path: Path) -> None:
    with serving(tmp_path / "var") as served:
        roll = httpx.post(f"{served.base}/v1/rolls", json={"notation": "2d6"}).json()
        keys = httpx.get(f"{served.base}/v1/fairness/keys").text
    (tmp_path / "roll.json").write_text(json.dumps(roll))
    (tmp_path / "keys.json").write_text(keys)
    roll["receipt"]["results"][0]["total"] += 1
    (tmp_path / "forged.json").write_text(json.dumps(roll))

    genuine = _verify(tmp_path, "roll.json")
    forged = _verify(tmp_path, "forged.json")

    assert genuine.returncode == 0
    assert roll["receipt"]["id"] in genuine.stdout
    assert forged.returncode == 1
    assert "signature" in forged.stdout


@pytest.mark.parametrize("content", ["", "[]", "{}", '{"receipt": null}', "nonsense"])
def test_what_is_no_receipt_is_named_so(tmp_path: Path, content: str) -> None:
    (tmp_path / "roll.json").write_text(content)
    (tmp_path / "keys.json").write_text('{"keys": []}')

    run = _verify(tmp_path, "roll.json")

    assert run.returncode == 2
    assert "Traceback" not in run.stderr


def test_keys_can_be_rotated(tmp_path: Path) -> None:
    before = json.loads(majokko("keys", var=tmp_path).stdout)["keys"]
    new = json.loads(majokko("keys", "rotate", var=tmp_path).stdout)
    after = json.loads(majokko("keys", "list", var=tmp_path).stdout)["keys"]

    assert new["id"] not in {key["id"] for key in before}
    assert {key["id"] for key in before} | {new["id"]} <= {key["id"] for key in after}


def test_an_unknown_service_is_named(tmp_path: Path) -> None:
    run = majokko("serve", "tea", var=tmp_path)

    assert run.returncode == 2
    assert "tea" in run.stderr


def _verify(folder: Path, name: str) -> subprocess.CompletedProcess[str]:
    keys = str(folder / "keys.json")
    return majokko("verify", str(folder / name), "--keys", keys, var=folder / "elsewhere")


@pytest.mark.parametrize(("names", "port"), [((), 8000), (("dice",), 8001)])
def test_a_service_alone_has_a_port_of_its_own(names: tuple[str, ...], port: int) -> None:
    assert port_of(names, Settings.model_construct(port=None)) == port
    assert port_of(names, Settings.model_construct(port=0)) == 0


@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
def test_whoever_interrupts_the_start_sees_no_traceback(tmp_path: Path) -> None:
    started = subprocess.Popen(  # noqa: S603 - our own command
        [COMMAND, "serve"], env=environment(tmp_path, {}), stderr=subprocess.PIPE, text=True
    )
    maps = Path(f"/proc/{started.pid}/maps")
    until = time.monotonic() + 60
    while "pydantic_core" not in maps.read_text() and time.monotonic() < until:
        time.sleep(0.01)  # it is about to import what takes longest
    started.send_signal(signal.SIGINT)
    _, complaints = started.communicate(timeout=60)

    assert (started.returncode, complaints) == (130, "")


def test_the_end_waits_for_no_client_that_never_finishes(tmp_path: Path) -> None:
    with serving(tmp_path) as served:
        host, port = served.base.removeprefix("http://").split(":")
        clients = [socket.create_connection((host, int(port))) for _ in range(6)]
        for client, begins in zip(clients, (b"", b"GET /", _HALF) * 2, strict=True):
            client.sendall(begins)
        httpx.get(f"{served.base}/livez")  # by now the others have arrived, too
        served.process.terminate()
        ended = served.process.wait(timeout=20)
        for client in clients:
            client.close()

    assert ended == -signal.SIGTERM
