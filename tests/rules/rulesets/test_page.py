"""The examples of docs/rulesets.md are what the rules answer."""

import doctest
import re
import tomllib
from functools import cache
from pathlib import Path
from typing import get_args

import pytest

from majokko_rules.rulesets import effects, shapes
from majokko_rules.rulesets.ruleset import Ruleset
from majokko_rules.rulesets.shelf import built_in, find, maker
from majokko_rules.rulesets.telling import line
from tests.support.creating import look_back, random_creation

PAGE = Path(__file__).parents[3] / "docs" / "rulesets.md"
TEXT = PAGE.read_text("utf-8")
FILES = {
    str(tomllib.loads(block)["id"]): block
    for block in re.findall(r"```toml\n(.*?)```", TEXT, re.DOTALL)
    if "extends" in block
}
REFUSED = re.findall(r"^```\n((\w+)\.toml:\d+: .+)\n```$", TEXT, re.MULTILINE)


@cache
def made(name: str) -> Ruleset:
    shelf, refused = built_in().with_files([(f"{name}.toml", FILES[name])])

    assert list(refused) == []
    return shelf.find(name)


def test_the_python_of_the_page_answers_as_it_says() -> None:
    results = doctest.testfile(str(PAGE), module_relative=False)

    assert (results.failed, results.attempted > 9) == (0, True)


def test_the_file_of_the_page_does_what_the_page_says() -> None:
    ruleset = made("amgc_at_home")
    names = ruleset.names

    assert ruleset.options({})["base"] == 3
    assert names.title("ja", "") == "うちの卓のAMGC"
    assert names.row("masteries", "ranged_2", "ja") == "跳弾"
    assert names.row("masteries", "ranged_2", "zh-Hans") == "Ricochet"
    assert names.effect("masteries", "ranged_2", "en") == "Shots may come from around a corner."
    mastery = ruleset["masteries"]["ranged_2"]
    assert (mastery.unknown, mastery.house, mastery["weapon"]) == ((), (), "ranged")
    assert ruleset["perks"].rolled(20, 1).source == "an older roll page"
    lonely = ruleset["monster_motivations"]["lonely"]
    assert (lonely.source, lonely.confidence) == ("our campaign", "house")
    injury = "finger_or_toe"
    assert ruleset["injuries"][injury] == find("amgc")["injuries"][injury]
    assert names.row("injuries", injury, "ja") == "A finger or a toe"


def test_the_card_game_of_the_page_is_what_the_page_says() -> None:
    ruleset = made("magion_at_home")
    roberta = ruleset["witches"]["roberta"]

    assert ruleset.options({})["empty_hint"] is True
    assert ruleset.numbers["hands"] == (6, 5, 5)
    assert (ruleset["wilds"]["all"]["count"], ruleset["girls"]["sayaka"]["returns"]) == (4, 3)
    assert (roberta["number"], roberta["not_by"], len(roberta.effects)) == (7, "kyoko", 2)
    assert "izabel" not in ruleset["witches"].rows
    assert ruleset.names.title("ja", "") == "魔女を替えたマギオン"


@pytest.mark.parametrize("seed", range(5))
def test_characters_are_made_by_the_file_of_the_page(seed: int) -> None:
    look_back(random_creation(maker(made("amgc_at_home")), {}, seed))


def test_what_is_wrong_is_said_as_on_the_page() -> None:
    assert REFUSED
    for told, name in REFUSED:
        _, refused = built_in().with_files([(f"{name}.toml", FILES[name])])
        assert [line(why, "en") for why in refused] == [told]


def test_the_page_has_all_types_of_values_and_classes_of_effects() -> None:
    types = set(re.findall(r"^\| `(\w+)` \|", TEXT, re.MULTILINE))

    assert types == set(shapes.KINDS)
    for kind in get_args(effects.Effect):
        assert kind.__name__ in TEXT
    for word in (*effects.CONFIDENCES, *shapes.BASES):
        assert word in TEXT
