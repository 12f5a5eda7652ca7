"""Versions of a built-in ruleset stand side by side, and share what is the same in both."""

from majokko_rules.rulesets import builtin
from majokko_rules.rulesets.shelf import Shelf
from tests.rules.rulesets import books

FIRST, SECOND = (
    builtin.load("tea", books.__name__, heading) for heading in ("creation", "creation_2")
)


def test_an_old_version_keeps_its_tables() -> None:
    assert (list(FIRST["cups"].rows), list(SECOND["cups"].rows)) == (["small"], ["large"])
    assert FIRST["spoons"] == SECOND["spoons"]
    assert FIRST.hash != SECOND.hash


def test_every_version_is_told_in_the_same_words() -> None:
    assert FIRST.names.row("cups", "small", "ja") == "小さいカップ"
    assert SECOND.names.row("cups", "large", "zh-Hant") == "大杯"


def test_a_file_may_extend_an_old_version() -> None:
    text = 'id = "home"\nversion = 1\nextends = "tea@1"\n[tables.cups.small]\nname = "Tiny cup"'
    shelf, refused = Shelf((FIRST, SECOND)).with_files([("home.toml", text)])

    assert list(refused) == []
    assert shelf.find("tea") == SECOND
    assert shelf.find("home").names.row("cups", "small", "en") == "Tiny cup"
