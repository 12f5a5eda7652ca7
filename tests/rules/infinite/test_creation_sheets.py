"""What follows from attributes and skills, and what a sheet gives to checks, in every edition."""

from typing import Any

import pytest

from majokko_rules import catalog, questions
from majokko_rules.chance import Scripted
from majokko_rules.creation import Sheet, Value
from majokko_rules.errors import IllegalAction, InvalidValue
from majokko_rules.systems.infinite.creation.asking import Asked
from majokko_rules.systems.infinite.creation.composing import composed, from_sheet, lookup
from majokko_rules.systems.system import Wanted
from tests.rules.infinite.characters import NAMED, PLENTY, RULESET, draft, raising, taking
from tests.support.naming import nameless
from tests.support.vectors import Vector, vectors

NINE = tuple(RULESET["attributes"].rows)


def sheet(edition: str = "new", **values: int) -> Sheet:
    return raising(draft(edition=edition, **PLENTY), **values).sheet


DERIVED = [
    ({"strength": 3, "dexterity": 4}, "speed", 12, 12),
    ({"strength": 3, "dexterity": 11}, "speed", 19 + 10, 19 + 6),
    ({"dexterity": 3, "composure": 2}, "initiative", 5, 5),
    ({"composure": 11}, "initiative", 12, 14),
    ({"composure": 11}, "initiative_dice", 3, 1),
    ({"dexterity": 4, "perception": 2}, "defence", 2, 2),
    ({"dexterity": 11, "perception": 6}, "dodge", 6, 8),
    ({"dexterity": 11, "perception": 6}, "insight", 6, 7),
    ({"dexterity": 11, "perception": 6}, "defence_successes", 2, 3),
    ({"constitution": 3}, "hit_points", 8, 8),
    ({"constitution": 16}, "hit_points", 21 + 6, 21 + 6),
    ({"constitution": 11}, "hit_points", 16 + 4, 16 + 3),
    ({"perception": 3}, "sense_range", 30, 30),
    ({"perception": 6}, "sense_range", 80, 80),
    ({"resolve": 3, "composure": 2}, "willpower_value", 5, 5),
    ({"resolve": 6, "composure": 6}, "willpower_value", 12, 14),
    ({"resolve": 6}, "willpower", 9, 8),
    ({"presence": 11}, "chance_result", 2, 2),
    ({"presence": 11}, "luck", 4, 0),
    ({"manipulation": 16}, "rerolls", 3, 3),
    ({}, "size", 5, 5),
]


@pytest.mark.parametrize(("values", "name", "new", "old"), DERIVED)
def test_values_follow_from_attributes(
    values: dict[str, int], name: str, new: int, old: int
) -> None:
    told = [sheet(edition, **values)[f"derived.{name}"] for edition in ("new", "v2_35", "v3_25")]

    assert [each.value for each in told] == [new, old, old]
    assert all(sum(r.plus or 0 for r in each.because) == each.value for each in told)


@pytest.mark.parametrize("row", vectors("infinite", "inf_attr"))
def test_attributes_of_a_sheet_give_bonus_successes(row: Vector) -> None:
    (value,) = row.args

    assert sheet(resolve=value)["successes.resolve"].value == row.expect


@pytest.mark.parametrize(
    ("edition", "row"),
    [
        *[("new", each.values[0]) for each in vectors("infinite", "inf_skill_new")],
        *[("v2_35", each.values[0]) for each in vectors("infinite", "inf_skill_235")],
    ],
)
def test_skills_of_a_sheet_give_bonus_successes(edition: str, row: Vector) -> None:
    (level,) = row.args

    assert sheet(edition, academics=level)["successes.academics"].value == row.expect


def test_the_example_of_the_newest_edition() -> None:
    """INT 6, 学识 5 with a specialty of level 4 make a pool of 15."""
    clever = raising(draft(**PLENTY), intelligence=6, academics=5)
    names = [("specialties.academics.+1", {"name": "history"})] * 3
    clever = taking(clever, [("specialties.academics.new", {"name": "history"}), *names])
    made = composed(RULESET, clever.sheet, Asked("intelligence", "academics", "history"))

    assert (made.dice.value, made.successes.value) == (15, 2)
    assert [reason.plus for reason in made.dice.because] == [6, 5, 4]


POOLS = [
    ("new", {"strength": 3, "brawl": 3}, {"attribute": "strength", "skill": "brawl"}, 6, 0),
    ("v2_35", {"strength": 3, "brawl": 3}, {"attribute": "strength", "skill": "brawl"}, 4, 0),
    ("new", {"strength": 11, "brawl": 5}, {"attribute": "strength", "skill": "brawl"}, 16, 3),
    ("v2_35", {"strength": 11, "brawl": 5}, {"attribute": "strength", "skill": "brawl"}, 15, 3),
    ("new", {"strength": 11}, {"attribute": "strength", "exchange": 2}, 9, 4),
    ("new", {"manipulation": 11}, {"attribute": "manipulation", "exchange": 2}, 21, 0),
    ("new", {"strength": 2}, {"attribute": "strength", "dice": -4, "successes": 1}, -2, 1),
    ("new", {}, {"attribute": "dexterity", "skill": "stealth"}, 1, 0),
    ("v3_25", {}, {"attribute": "dexterity", "skill": "stealth"}, 1, -1),
    ("v3_25", {}, {"attribute": "presence", "skill": "socialize"}, 1, -2),
    ("new", {"resolve": 3, "composure": 2}, {"value": "willpower_value"}, 5, 0),
    ("v2_35", {"resolve": 6}, {"save": "will"}, 9, 0),
    ("new", {"composure": 6}, {"save": "will"}, 9, 0),
    ("new", {"dexterity": 3, "athletics": 2}, {"save": "reflex"}, 5, 0),
    ("v2_35", {"dexterity": 3, "athletics": 2}, {"save": "reflex"}, 4, 0),
    ("v2_35", {"constitution": 3}, {"save": "toughness"}, 3, -1),
]


@pytest.mark.parametrize(("edition", "values", "asked", "dice", "successes"), POOLS)
def test_a_check_is_made_up(
    edition: str, values: dict[str, int], asked: dict[str, Any], dice: int, successes: int
) -> None:
    made = composed(RULESET, sheet(edition, **values), Asked(**asked))

    assert (made.dice.value, made.successes.value) == (dice, successes)
    assert sum(reason.plus or 0 for reason in made.dice.because) == dice


@pytest.mark.parametrize(("edition", "dice"), [("new", 6), ("v2_35", 6)])
def test_a_save_takes_the_specialty_that_fits(edition: str, dice: int) -> None:
    trained = raising(draft(edition=edition, **PLENTY), dexterity=3, athletics=2)
    fit = taking(trained, [("specialties.athletics.known", {"name": "self_protection"})]).sheet

    assert fit["saves.reflex"].value == dice
    assert composed(RULESET, fit, Asked(save="reflex")).dice.value == dice


@pytest.mark.parametrize(("edition", "possible"), [("new", True), ("v2_35", False)])
def test_older_editions_let_nobody_guess_at_what_takes_training(
    edition: str, possible: bool
) -> None:
    made = composed(RULESET, sheet(edition), Asked("intelligence", "medicine"))

    assert made.possible is possible
    if not possible:
        with pytest.raises(IllegalAction, match="untrained"):
            made.check()


@pytest.mark.parametrize("locale", catalog.LOCALES)
@pytest.mark.parametrize("edition", ["new", "v2_35"])
def test_reasons_of_a_check_have_names(edition: str, locale: str) -> None:
    able = taking(
        raising(draft(edition=edition, **PLENTY), strength=6),
        [("gear", {"name": "crowbar", "dice": 2})],
    ).sheet
    exchange = 1 if edition == "new" else 0
    asked = Asked("strength", "brawl", None, None, None, ("crowbar",), 1, 1, exchange)
    made = composed(RULESET, able, asked)

    told = Sheet({"dice": made.dice, "successes": made.successes})
    assert nameless(RULESET, told, locale) == {"crowbar"}


def test_gear_adds_its_dice_when_it_is_used() -> None:
    equipped = taking(draft(), [("gear", {"name": "lens", "dice": 3})]).sheet

    assert composed(RULESET, equipped, Asked("perception")).dice.value == 1
    assert composed(RULESET, equipped, Asked("perception", gear=("lens",))).dice.value == 4


@pytest.mark.parametrize(
    ("asked", "pointer"),
    [
        ({"attribute": "luck"}, "/attribute"),
        ({"skill": "luck"}, "/skill"),
        ({"value": "luckiness"}, "/value"),
        ({"save": "luck"}, "/save"),
        ({"skill": "brawl", "specialty": "boxing"}, "/specialty"),
        ({"gear": ("lens",)}, "/gear/0"),
        ({"attribute": "strength", "exchange": 3}, "/exchange"),
        ({"attribute": "strength", "exchange": -1}, "/exchange"),
        ({"attribute": "dexterity", "exchange": 1}, "/exchange"),
        ({"exchange": 1}, "/exchange"),
    ],
)
def test_what_a_sheet_does_not_have_is_pointed_at(asked: dict[str, Any], pointer: str) -> None:
    strong = sheet(strength=11, dexterity=11)

    with pytest.raises(InvalidValue) as refused:
        composed(RULESET, strong, Asked(**asked))

    assert refused.value.pointer == pointer


@pytest.mark.parametrize("edition", ["new", "v2_35", "v3_25"])
def test_what_is_made_up_can_be_rolled(edition: str) -> None:
    able = sheet(edition, strength=6, brawl=5, presence=6)
    check = composed(RULESET, able, Asked("strength", "brawl")).check()
    question = questions.of_check({"system": "infinite", "dc": 1, **check})

    assert check["gate"] is (edition != "new")
    assert check["chance_bonus"] == 1
    assert question.odds().success is not None


NAMES = [
    ("brawl", "strength", 4),
    (None, "strength", 3),
    ("brawl", None, 1),
    (None, "reflex", 1),
    (None, "initiative", 2),
    ("strength+brawl", None, 4),
    (None, "strength + brawl + crowbar", 6),
    ("brawl+boxing", "strength", 5),
    ("strength+brawl+boxing+crowbar", None, 7),
    ("crowbar", "strength", 5),
]


@pytest.mark.parametrize(("skill", "stat", "dice"), NAMES)
def test_a_room_asks_by_name(skill: str | None, stat: str | None, dice: int) -> None:
    able = taking(
        raising(draft(), strength=3, brawl=1),
        [
            ("specialties.brawl.new", {"name": "boxing"}),
            ("gear", {"name": "crowbar", "dice": 2}),
        ],
    )

    assert lookup(RULESET, able.sheet, skill, stat).dice.value == dice


@pytest.mark.parametrize(
    ("skill", "stat", "at", "rule"),
    [
        ("charm", None, "/skill", "not_a_choice"),
        (None, "x", "/stat", "not_a_choice"),
        ("brawl+boxing", None, "/skill", "not_a_choice"),
        ("brawl+drive", None, "/skill", "not_together"),
        ("brawl+brawl", None, "/skill", "not_together"),
        ("strength", "strength", "/skill", "not_together"),
        ("brawl", "reflex", "/skill", "not_together"),
        (None, "strength+reflex", "/stat", "not_together"),
        ("", None, "/skill", "not_a_choice"),
    ],
)
def test_a_name_that_no_sheet_has_is_pointed_at(
    skill: str | None, stat: str | None, at: str, rule: str
) -> None:
    with pytest.raises(InvalidValue) as refused:
        lookup(RULESET, sheet(), skill, stat)

    assert (refused.value.pointer, refused.value.rule) == (at, rule)


@pytest.mark.parametrize("edition", ["new", "v2_35"])
def test_a_check_of_a_room_is_a_check_of_the_system(edition: str) -> None:
    asked = from_sheet(RULESET, sheet(edition, strength=6, brawl=4), Wanted("brawl", "strength"))
    question = questions.of_check({"system": "infinite", "dc": 1, **asked})

    assert asked["dp"] == (10 if edition == "new" else 9)
    assert question.odds().success is not None


def test_a_room_cannot_ask_for_what_takes_training() -> None:
    with pytest.raises(IllegalAction, match="untrained"):
        from_sheet(RULESET, sheet("v2_35"), Wanted("medicine", "intelligence"))


def test_what_the_game_master_overrides_counts() -> None:
    own = taking(draft(), NAMED).finish()
    changed = Sheet({**own.values, "attributes.strength": Value(9)})

    assert composed(RULESET, changed, Asked("strength")).dice.value == 9


def test_an_override_that_is_no_number_counts_as_nothing() -> None:
    own = taking(draft(), NAMED).finish().values
    changed = Sheet({**own, "attributes.strength": Value("?"), "edition": Value("mine")})

    assert composed(RULESET, changed, Asked("strength")).dice.value == 0


def test_a_sheet_says_whence_each_number_comes() -> None:
    strong = sheet(strength=3)

    assert [(b.kind, b.what, b.plus) for b in strong["attributes.strength"].because] == [
        ("base", "attribute_start", 1),
        ("coin", "experience", 2),
    ]
    assert [(b.kind, b.what, b.plus) for b in strong["experience"].because] == [
        ("base", "budgets.new", 40),
        ("choice", "options.earned", 10_000),
        ("coin", "experience", -2),
    ]


def test_a_die_is_thrown_for_what_a_sheet_gives() -> None:
    check = composed(RULESET, sheet(strength=2), Asked("strength")).check()
    result = questions.of_check({"system": "infinite", **check}).roll(Scripted([8, 3]))

    assert result.total == 1
