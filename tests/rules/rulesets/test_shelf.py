"""Rulesets stand side by side, and are found by name, by newest version, or by content."""

import pytest

from majokko_rules.errors import InvalidValue
from majokko_rules.rulesets.shelf import Shelf
from majokko_rules.rulesets.telling import line
from tests.rules.rulesets.sample import party

SHELF = Shelf((party("version", 1), party("version", 10), party("version", 2)))


def head(name: str, extends: str) -> str:
    identifier, _, version = name.partition("@")
    return f'id = "{identifier}"\nversion = {version}\nextends = "{extends}"\n'


def told(shelf: Shelf, *texts: tuple[str, str]) -> list[str]:
    return [line(why, "en") for why in shelf.with_files(texts)[1]]


@pytest.mark.parametrize(
    ("name", "version"),
    [("tea@1", 1), ("tea@2", 2), ("tea@10", 10), ("tea", 10), (f"tea@1#{party().hash}", 1)],
)
def test_a_ruleset_is_found(name: str, version: int) -> None:
    assert SHELF.find(name).version == version


@pytest.mark.parametrize(
    "name", ["", "coffee", "tea@3", "tea@01", "@1", "tea#", f"tea@1#{'0' * 64}"]
)
def test_what_is_not_there_is_refused_with_what_is(name: str) -> None:
    with pytest.raises(InvalidValue) as refused:
        SHELF.find(name)

    assert (refused.value.rule, refused.value.pointer) == ("not_a_choice", "/ruleset")
    assert refused.value.params == {"choices": "tea@1, tea@10, tea@2"}


def test_files_stand_beside_what_they_extend() -> None:
    text = head("home@1", "tea@1") + "[settings]\nbase = 3"
    shelf, refused = SHELF.with_files([("home.toml", text)])

    assert list(refused) == []
    assert list(shelf.known) == ["tea@1", "tea@10", "tea@2", "home@1"]
    assert (shelf.find("home").options({})["base"], shelf.find("tea@1").hash) == (3, party().hash)


def test_a_file_may_take_the_place_of_what_it_extends() -> None:
    text = head("tea@1", "tea@1") + "[settings]\nbase = 3"
    shelf, _ = SHELF.with_files([("tea.toml", text)])

    assert shelf.find("tea@1").options({})["base"] == 3
    assert shelf.find(f"tea@1#{party().hash}").options({})["base"] == 4


def test_files_may_extend_each_other_in_any_order() -> None:
    texts = [
        ("a.toml", head("third@1", "second@1") + "[numbers]\nsips_per_warmth = 9"),
        ("b.toml", head("second@1", "tea@1") + "[settings]\nbase = 3"),
        ("c.toml", head("tea@1", "tea@1") + "[settings]\nmilk = true"),
    ]
    shelf, refused = SHELF.with_files(texts)
    third = shelf.find("third")

    assert list(refused) == []
    assert (third.options({})["base"], third.options({})["milk"]) == (3, True)
    assert third.numbers["sips_per_warmth"] == 9


def test_what_extends_nothing_that_is_there_is_refused() -> None:
    assert told(
        SHELF,
        ("a.toml", head("a@1", "b@1")),
        ("b.toml", head("b@1", "a@1")),
        ("c.toml", head("c@1", "tea@7")),
    ) == [f"{name}.toml:3: extends: One of: tea@1, tea@10, tea@2." for name in "abc"]


def test_two_files_cannot_be_the_same_ruleset() -> None:
    texts = [("a.toml", head("home@1", "tea@1")), ("b.toml", "\n" + head("home@1", "tea@2"))]

    assert told(SHELF, *texts) == ["b.toml:2: id: a.toml has this id and version already."]


def test_wrong_files_do_not_keep_others_from_being_taken() -> None:
    texts = [
        ("a.toml", "id = "),
        ("b.toml", head("b@1", "tea@1") + "[settings]\nbase = 9"),
        ("c.toml", head("c@1", "b@1")),
        ("d.toml", head("d@1", "tea@1")),
    ]
    shelf, refused = SHELF.with_files(texts)

    assert [(why.file, why.line) for why in refused] == [
        ("a.toml", 1),
        ("b.toml", 5),
        ("c.toml", 3),
    ]
    assert list(shelf.known)[-1] == "d@1"
