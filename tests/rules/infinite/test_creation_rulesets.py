"""Characters by rulesets that a file made of ours, and files that none can be made by."""

from typing import Any

import pytest

from majokko_rules.chance import Scripted
from majokko_rules.creation import Draft, begin
from majokko_rules.rulesets.shelf import Shelf, maker
from tests.rules.infinite.characters import RULESET

HEAD = 'id = "home"\nversion = 1\nextends = "infinite@1"\n'


def begun_by(changes: str, **options: object) -> Draft[Any]:
    shelf, refused = Shelf((RULESET,)).with_files([("home.toml", HEAD + changes)])
    assert not refused
    return begin(maker(shelf.find("home@1")), options, Scripted([]))


def take(draft: Draft[Any], offer: str, **picks: object) -> Draft[Any]:
    return draft.choose(offer, picks, Scripted([]))


def test_skills_are_those_of_the_ruleset() -> None:
    draft = begun_by("""
        [tables.skills.piloting]
        group = "physical"
        name = {en = "Piloting", ja = "操縦"}

        [tables.skills.drive]
        remove = true
    """)

    assert take(draft, "skills.piloting.+1").sheet["skills.piloting"].value == 1
    assert "skills.drive" not in draft.sheet.values


def test_prices_budgets_and_caps_are_those_of_the_ruleset() -> None:
    draft = begun_by("""
        [numbers]
        attribute_start = 2

        [tables.budgets.new]
        experience = 9

        [tables.prices.attribute_new]
        to = [3]
        flat = [4, 5]

        [tables.ranks.none]
        attribute = 4
        skill = 1
    """)
    strong = take(take(draft, "attributes.strength.+1"), "attributes.strength.+1")

    assert strong.sheet["attributes.strength"].value == 4
    assert strong.sheet["experience"].value == 0
    assert "attributes.strength.+1" not in {each.id for each in strong.maker.offers(strong.state)}


def test_derived_values_are_those_of_the_ruleset() -> None:
    draft = begun_by("""
        [tables.derived.reach]
        parts = ["size", "strength"]
        times = 2
        name = {en = "Reach"}
    """)

    assert draft.sheet["derived.reach"].value == 12


WRONG = [
    ('[tables.derived.reach]\nparts = ["luckiness"]\nname = {en = "Reach"}', 5),
    ('[tables.derived.reach]\nname = {en = "Reach"}\nparts = ["reach"]', 6),
    ('[tables.derived.reach]\nname = {en = "Reach"}\nleast = ["size"]', 6),
    ("[tables.prices.attribute_new]\nto = [5]\nflat = [1]", 6),
    ("[tables.prices.attribute_new]\nto = [5]\nflat = [1, 2, 3]", 6),
    ("[tables.prices.attribute_new]\nleast = 4", 4),
    ('[tables.saves.reflex]\nskill = "luck"', 5),
    ("[tables.skills.athletics]\nremove = true", 4),
    ("[tables.ranks.aa]\nremove = true", 4),
    ("[tables.budgets.v3_25]\nremove = true", 4),
    ("[tables.fields.language]\nremove = true", 4),
    ("[tables.derived.chance_result]\nremove = true", 4),
    ('[tables.attributes.charm]\ngroup = "social"\nexchange_in = ["new"]\nname = {en="Charm"}', 4),
    ("[numbers]\ngear_most = -30", 5),
]


@pytest.mark.parametrize(("changes", "line"), WRONG)
def test_a_file_that_no_character_can_be_made_by_is_refused(changes: str, line: int) -> None:
    shelf, refused = Shelf((RULESET,)).with_files([("home.toml", HEAD + changes)])

    assert "home@1" not in shelf.known
    assert [(each.file, each.line) for each in refused] == [("home.toml", line)]
