"""What holds of every character of Infinite, whatever was taken."""

from random import Random
from typing import Any

import pytest

from majokko_rules.creation import Sheet
from tests.rules.infinite.characters import MAKER, RULESET
from tests.support.creating import look_back, random_creation


def options(seed: int) -> dict[str, Any]:
    wish = Random(seed)
    return {
        "edition": wish.choice(("new", "v2_35", "v3_25")),
        "rank": wish.choice(("none", "d", "c", "b", "a", "aa", "s")),
        "earned": wish.choice((0, 20, 500)),
    }


def look_at(sheet: Sheet) -> None:
    rank = RULESET["ranks"][sheet["rank"].value]
    for key in RULESET["attributes"].rows:
        assert 1 <= sheet[f"attributes.{key}"].value <= rank["attribute"]
    for key in RULESET["skills"].rows:
        level = sheet[f"skills.{key}"].value
        assert 0 <= level <= rank["skill"]
        for special in sheet.values.get(f"specialties.{key}", sheet["gear"]).value.values():
            assert special <= level or f"specialties.{key}" not in sheet.values
    assert all(1 <= level <= 5 for level in sheet["languages"].value.values())


def follow(seeds: range) -> None:
    for seed in seeds:
        draft = random_creation(MAKER, options(seed), seed)
        look_back(draft)
        look_at(draft.finish())


def test_random_characters_keep_the_rules() -> None:
    follow(range(100))


@pytest.mark.long
@pytest.mark.parametrize("block", range(1, 21))
def test_very_many_random_characters_keep_the_rules(block: int) -> None:
    follow(range(100 * block, 100 * block + 100))
