"""`majokko rulesets`, and a start with files that are wrong."""

import subprocess
from pathlib import Path

import pytest

from majokko_rules.rulesets.shelf import known
from tests.support.processes import COMMAND, environment

BASE = "infinite@1"
HEAD = f'id = "home"\nversion = 1\nextends = "{BASE}"\n'
WRONG = HEAD + "[settings]\nsugar = 1\n"


def majokko(
    *arguments: str, var: Path, rulesets: Path | None = None
) -> subprocess.CompletedProcess[str]:
    more = {"LANG": "C"} | ({"MAJOKKO_RULESETS": str(rulesets)} if rulesets else {})
    return subprocess.run(  # noqa: S603 - our own command
        [COMMAND, *arguments],
        env=environment(var, more),
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "rulesets"
    made.mkdir()
    return made


def test_built_in_rulesets_are_listed_with_their_hashes(tmp_path: Path) -> None:
    run = majokko("rulesets", var=tmp_path)

    assert (run.returncode, run.stderr) == (0, "")
    for line, ruleset in zip(run.stdout.splitlines(), known().values(), strict=True):
        name, digest, origin, title = line.split(maxsplit=3)
        assert (name, ruleset.hash.startswith(digest)) == (ruleset.name, True)
        assert (origin, title) == ("built-in", ruleset.names.title("en", ""))


@pytest.mark.parametrize("by", ["argument", "setting"])
def test_files_are_listed_in_the_asked_language(tmp_path: Path, folder: Path, by: str) -> None:
    own = HEAD.replace("home", "infinite") + '[settings]\nedition = "v2_35"\n'
    (folder / "home.toml").write_text(HEAD + 'name = {en = "At home", ja = "うち"}\n', "utf-8")
    (folder / "own.toml").write_text(own, "utf-8")
    told = ("--lang", "ja")
    run = (
        majokko("rulesets", str(folder), *told, var=tmp_path)
        if by == "argument"
        else majokko("rulesets", *told, var=tmp_path, rulesets=folder)
    )

    lines = {line.split()[0]: line.split(maxsplit=2)[2] for line in run.stdout.splitlines()}
    assert (run.returncode, run.stderr) == (0, "")
    assert lines["home@1"].split() == ["file", "うち"]
    assert lines[BASE].startswith("replaced")


def test_every_wrong_file_is_named_with_its_line(tmp_path: Path, folder: Path) -> None:
    (folder / "a.toml").write_text(WRONG, "utf-8")
    (folder / "b.toml").write_text("[\n", "utf-8")
    (folder / "c.toml").write_text(HEAD.replace("home", "other"), "utf-8")
    run = majokko("rulesets", str(folder), var=tmp_path)

    assert run.returncode == 1
    assert "other@1" in run.stdout
    assert [line.split(" ")[0] for line in run.stderr.splitlines()] == [
        f"{folder / 'b.toml'}:1:",
        f"{folder / 'a.toml'}:5:",
    ]


def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    run = majokko("rulesets", str(tmp_path / "nowhere"), var=tmp_path)

    assert (run.returncode, run.stdout) == (1, "")
    assert run.stderr == f"{tmp_path / 'nowhere'}: No such file or directory\n"


def test_nothing_starts_with_a_wrong_file(tmp_path: Path, folder: Path) -> None:
    (folder / "home.toml").write_text(WRONG, "utf-8")
    run = majokko("serve", var=tmp_path, rulesets=folder)

    told = f"MAJOKKO_RULESETS: {folder / 'home.toml'}:5: settings.sugar: "
    assert (run.returncode, run.stdout) == (2, "")
    assert (run.stderr.count("\n"), run.stderr.startswith(told)) == (1, True)
