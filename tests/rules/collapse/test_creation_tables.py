"""Tables that somebody else wrote: what fits is played, what does not is refused at once."""

from collections.abc import Mapping
from copy import deepcopy
from typing import Any

import pytest

from majokko_rules.chance import Scripted
from majokko_rules.creation import Because, begin
from majokko_rules.errors import InvalidValue
from majokko_rules.rulesets import Ruleset, build, shelf
from majokko_rules.systems.collapse.creation import Creation
from tests.rules.collapse.girls import FIFTIES, SCHOOLGIRL, Making, Moves, faces, ruleset, then
from tests.support.creating import look_back, random_creation

HOME = {"source": "home", "confidence": "house"}


def changed(path: str, value: object) -> Ruleset:
    """Return our ruleset with a member replaced, added, or taken out where the value is None."""
    document = deepcopy(dict(ruleset().document))
    *folders, last = path.split("/")
    place: dict[str, Any] = document
    for folder in folders:
        place = place[folder]
    if value is None:
        del place[last]
    else:
        place[last] = value
    return build(document, ruleset().names)


def girl(path: str, value: object, moves: Moves) -> Making:
    attributes: Mapping[str, int] = FIFTIES
    return then(begin(Creation(changed(path, value)), {}, Scripted(faces(attributes))), moves)


WRONG = [
    ("ages/rows/adult/improves", "WIT", "not_a_choice"),
    ("ages/rows/child/split", ["STR", "WIT"], "not_a_choice"),
    ("derived/rows/HP/of", {"WIT": 1}, "not_a_choice"),
    ("skills/rows/persuade/of", {"WIT": 1}, "not_a_choice"),
    ("skills/rows/charm/greatest", ["APP", "WIT"], "not_a_choice"),
    ("skills/rows/dodge/derived", "jump", "not_a_choice"),
    ("innate_abilities/rows/phase_overrun/clouds", ["jump"], "not_a_choice"),
    ("weapon_kinds/rows/melee/values", ["DAM", "WEI", "EDGE"], "not_a_choice"),
    ("attachments/rows/guarding/needs", "EDGE", "not_a_choice"),
    ("mends/rows/pray", HOME, "not_a_choice"),
    ("innate_abilities/rows/giant", HOME | {"effects": [{"stat": "STR", "plus": 5}]}, "effects"),
    ("weapon_values/rows/WEI/sides", 30, "too_large"),
]


@pytest.mark.parametrize(("path", "value", "rule"), WRONG)
def test_a_row_that_names_what_is_not_there_is_refused(path: str, value: object, rule: str) -> None:
    with pytest.raises(InvalidValue) as refused:
        Creation(changed(f"tables/{path}", value))

    assert refused.value.pointer.startswith(f"/tables/{path.rpartition('/')[0]}")
    assert rule in (refused.value.rule, refused.value.pointer.rpartition("/")[2])


MISSING = [
    ("attributes/rows/SIZ", "required"),
    ("derived/rows/SAN", "required"),
    ("weapon_values/rows/WEI", "required"),
    ("mends/rows/raise/die", "required"),
    ("damage_bonus/rows/beyond", "exactly_one_of"),
    ("damage_bonus/rows/beyond/every", "required"),
    ("damage_bonus/rows/strong/to", "exactly_one_of"),
]


@pytest.mark.parametrize(("path", "rule"), MISSING)
def test_rules_cannot_do_without_some_rows(path: str, rule: str) -> None:
    with pytest.raises(InvalidValue) as refused:
        Creation(changed(f"tables/{path}", None))

    assert refused.value.rule == rule
    assert refused.value.pointer.startswith("/tables/")


@pytest.mark.parametrize("table", ["ages", "innate_abilities", "weapon_kinds", "weight_classes"])
def test_nobody_is_complete_without_these_tables(table: str) -> None:
    with pytest.raises(InvalidValue) as refused:
        Creation(changed(f"tables/{table}/rows", {}))

    assert (refused.value.rule, refused.value.pointer) == ("too_short", f"/tables/{table}")


@pytest.mark.parametrize(
    ("number", "rule"), [(0, "too_small"), (-1, "too_small"), ([1, 2], "not_integer")]
)
def test_numbers_count_something(number: object, rule: str) -> None:
    with pytest.raises(InvalidValue) as refused:
        Creation(changed("numbers/knowledge_gives", number))

    assert (refused.value.rule, refused.value.pointer) == (rule, "/numbers/knowledge_gives")


def test_another_age_may_add_to_an_attribute_of_her_choice() -> None:
    row = HOME | {
        "from": 40,
        "to": 60,
        "effects": [{"stat": ["INT", "MEM"], "plus": 10}, {"stat": "STR", "plus": -60}],
    }
    picks = {"age": 41, "stat_1": "MEM"}
    draft = girl("tables/ages/rows/aunt", row, [("age.aunt", picks, [])])

    assert draft.sheet["attributes.MEM"].value == 60
    assert draft.sheet["attributes.STR"].value == 0
    assert draft.sheet["attributes.MEM"].because[-1] == Because("row", "ages.aunt", plus=10)


def test_another_ability_may_raise_a_maximum() -> None:
    row = HOME | {"effects": [{"maximum": "HP", "plus": 3}]}
    moves: Moves = [SCHOOLGIRL, ("ability", {"ability": "tough"}, [])]
    draft = girl("tables/innate_abilities/rows/tough", row, moves)

    assert draft.sheet["derived.HP"].value == 13
    assert draft.sheet.explained()


def test_another_skill_is_bought_like_all_others() -> None:
    row = HOME | {"points": "life", "base": 7}
    moves: Moves = [SCHOOLGIRL, ("skills.chess", {"points": 13}, [])]
    draft = girl("tables/skills/rows/chess", row, moves)

    assert draft.sheet["skills.chess"].value == 20


def test_a_table_that_is_never_rolled_on_may_lack_every_row_that_nothing_needs() -> None:
    maker = Creation(changed("tables/attachments/rows", {}))
    draft = random_creation(maker, {}, 1)

    look_back(draft)
    assert "weapon.passive" not in draft.sheet.values


def test_other_numbers_change_the_girl() -> None:
    draft = girl("numbers/knowledge_gives", 3, [SCHOOLGIRL])
    more = then(draft, [("skills.collapse_knowledge", {"points": 4}, [])])

    assert more.sheet["derived.battle_points"].value == 62
    assert more.sheet.explained()


HOME_FILE = """
id = "collapse_at_home"
version = 1
extends = "collapse@1"
"""
FILES = [
    ('[tables.skills.chess]\npoints = "life"\nderived = "wit"', 7, "tables.skills.chess.derived"),
    ("[tables.derived.SAN]\nremove = true", 5, "tables.derived.SAN"),
    ("[numbers]\nknowledge_gives = 0", 6, "numbers.knowledge_gives"),
    ('[tables.ages.adult]\nfrom = 19\nto = 24\nimproves = "WIT"', 8, "tables.ages.adult.improves"),
]


@pytest.mark.parametrize(("said", "line", "place"), FILES)
def test_a_file_that_no_girl_can_be_made_by_is_refused_with_its_line(
    said: str, line: int, place: str
) -> None:
    shelved, refused = shelf.built_in().with_files([("home.toml", HOME_FILE + said)])

    assert [(each.file, each.line, each.place) for each in refused] == [("home.toml", line, place)]
    assert "collapse_at_home@1" not in shelved.known


def test_a_file_may_add_a_skill_with_names() -> None:
    row = '[tables.skills.chess]\nname = {en = "chess", ja = "チェス"}\npoints = "life"\nbase = 7'
    shelved, refused = shelf.built_in().with_files([("home.toml", HOME_FILE + row)])
    made = shelved.find("collapse_at_home")

    assert refused == []
    assert made.names.row("skills", "chess", "ja") == "チェス"
    look_back(random_creation(Creation(made), {}, 5))
