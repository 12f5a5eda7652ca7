"""Units by rulesets that a file made of ours, and files that none can be made by."""

import pytest

from majokko_rules.chance import Scripted
from majokko_rules.creation import begin
from majokko_rules.rulesets.shelf import Shelf, maker
from tests.rules.aaws.units import RULESET

HEAD = 'id = "home"\nversion = 1\nextends = "aaws@1"\n'


def test_original_factors_and_limits_are_those_of_the_ruleset() -> None:
    text = """
        [settings]
        level = 6

        [numbers]
        levels_per_use = 3
        originals_most = 1

        [tables.originals.strings]
        note = "ranged"
        name = {en = "Strings", ja = "弦"}
    """
    shelf, refused = Shelf((RULESET,)).with_files([("home.toml", HEAD + text)])
    assert not refused
    draft = begin(maker(shelf.find("home@1")), {}, Scripted([]))
    draft = draft.choose("originals.strings", {}, Scripted([]))
    for _ in range(5):
        draft = draft.choose("originals.strings.+1", {}, Scripted([]))

    assert draft.sheet["abilities.ranged"].value == 6
    assert draft.sheet["super_uses"].value == 2
    assert [each.id for each in draft.offers if each.step == "originals"] == []


WRONG = [
    ("[tables.fields.name]\nremove = true", 4),
    ("[tables.fields.name]\nmost = 9", 4),
    ("[numbers]\nlevels_per_use = 0", 5),
    ("[numbers]\noriginals_most = 0", 5),
    ("[tables.notes.melee]\nremove = true", 4),
]


@pytest.mark.parametrize(("changes", "line"), WRONG)
def test_a_file_that_no_unit_can_be_made_by_is_refused(changes: str, line: int) -> None:
    shelf, refused = Shelf((RULESET,)).with_files([("home.toml", HEAD + changes)])

    assert "home@1" not in shelf.known
    assert [(each.file, each.line) for each in refused] == [("home.toml", line)]
