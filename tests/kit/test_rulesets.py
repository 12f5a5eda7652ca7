"""The ruleset files of an installation: all of a folder, or one line on what is wrong."""

from pathlib import Path

import pytest

from majokko_kit.rulesets import Unreadable, look, shelf
from majokko_rules.rulesets.shelf import known

BASE = next(iter(known()))


def write(folder: Path, name: str, body: str = "", *, version: int = 1) -> Path:
    file = folder / f"{name}.toml"
    file.write_text(f'id = "{name}"\nversion = {version}\nextends = "{BASE}"\n{body}', "utf-8")
    return file


def test_without_a_folder_there_are_the_built_in_ones() -> None:
    assert shelf(None).known == known()


def test_every_toml_file_of_a_folder_is_a_ruleset(tmp_path: Path) -> None:
    write(tmp_path, "home")
    write(tmp_path, "club", 'name = {ja = "部活"}', version=3)
    (tmp_path / "notes.txt").write_text("not a ruleset", "utf-8")

    assert list(shelf(tmp_path).known) == [*known(), "club@3", "home@1"]


def test_a_byte_order_mark_does_no_harm(tmp_path: Path) -> None:
    file = write(tmp_path, "home")
    file.write_bytes(b"\xef\xbb\xbf" + file.read_bytes())

    assert "home@1" in shelf(tmp_path).known


def test_what_is_wrong_is_said_in_a_line(tmp_path: Path) -> None:
    file = write(tmp_path, "home", "\n\n[settings]\nsugar = 1")

    with pytest.raises(Unreadable) as refused:
        shelf(tmp_path)

    assert str(refused.value) == f"{file}:7: settings.sugar: There is no field “sugar” here."


def test_of_many_wrong_files_the_first_is_told_and_the_others_counted(tmp_path: Path) -> None:
    for name in ("a", "b", "c"):
        (tmp_path / f"{name}.toml").write_text("\nid =", "utf-8")

    with pytest.raises(Unreadable) as refused:
        shelf(tmp_path)

    assert str(refused.value) == f"{tmp_path / 'a.toml'}:2: Invalid value. (and 2 more)"


def test_files_that_cannot_be_read_are_named(tmp_path: Path) -> None:
    write(tmp_path, "home")
    (tmp_path / "latin.toml").write_bytes(b"id = 'x'\n# \xe9\n")
    (tmp_path / "folder.toml").mkdir()

    found, refused = look(tmp_path)

    assert "home@1" in found.known
    assert [(Path(why.file).name, why.line, why.why) for why in refused] == [
        ("folder.toml", None, "Is a directory"),
        ("latin.toml", 2, "no UTF-8"),
    ]


@pytest.mark.parametrize(
    ("name", "why"), [("nowhere", "No such file or directory"), ("file", "Not a directory")]
)
def test_what_is_no_folder_is_said(tmp_path: Path, name: str, why: str) -> None:
    (tmp_path / "file").touch()

    with pytest.raises(Unreadable) as refused:
        look(tmp_path / name)

    assert str(refused.value) == f"{tmp_path / name}: {why}"
