"""Making a girl: attributes, age, what follows from them; and the girl that is in print."""

import pytest

from majokko_rules.creation import Because, Number, replay
from majokko_rules.errors import (
    FacesTooFew,
    FacesTooMany,
    NotOnOffer,
    PendingChoices,
    RuleError,
)
from tests.rules.collapse.girls import (
    FIFTIES,
    PUBLISHED,
    SCHOOLGIRL,
    Moves,
    made,
    numbers,
    offered,
    pupil,
    shown,
    then,
)
from tests.support.vectors import Vector, vectors


def test_ten_attributes_are_rolled_at_once_and_each_die_counts_five() -> None:
    draft = made(attributes={"STR": 15, "INT": 90, "APP": 90})

    assert numbers(draft) == {**FIFTIES, "STR": 15, "INT": 90, "APP": 90}
    assert draft.sheet["attributes.STR"].because == (
        (Because("roll", "attributes.STR", plus=5, roll=1),) * 3
    )
    assert draft.sheet["attributes.INT"].because[0] == Because("base", "attributes.INT", plus=30)


def test_halves_and_fifths_drop_fractions() -> None:
    draft = made(attributes={"DEX": 65})

    assert shown(draft, "half.DEX", "fifth.DEX", "half.STR", "fifth.STR") == [32, 13, 25, 10]


# what is picked with an age, dice of its checks and gains, and what of fifties becomes of them
AGES = [
    ("child", {"age": 10, "from_STR": 5}, [51, 51, 3, 8], {"STR": 45, "DEX": 58}),
    ("child", {"age": 12, "from_STR": 2}, [51, 50, 3], {"STR": 48, "CON": 47, "DEX": 53}),
    ("child", {"age": 12, "from_STR": 0}, [1, 50], {"CON": 45}),
    ("early_teens", {"age": 13, "from_STR": 1}, [100, 10], {"STR": 49, "CON": 46, "DEX": 60}),
    ("early_teens", {"age": 15, "from_STR": 5}, [50], {"STR": 45}),
    ("late_teens", {"age": 18}, [51, 1], {"MEM": 51}),
    ("adult", {"age": 24}, [60, 70, 9, 4], {"DEX": 45, "EMO": 45, "MEM": 59}),
]
ALWAYS = {"child": {"MEM": 45, "EMO": 55}}


@pytest.mark.parametrize(("age", "picks", "thrown", "changed"), AGES)
def test_an_age_takes_and_adds_and_may_improve(
    age: str, picks: dict[str, object], thrown: list[int], changed: dict[str, int]
) -> None:
    draft = made([(f"age.{age}", picks, thrown)])

    assert numbers(draft) == {**FIFTIES, **ALWAYS.get(age, {}), **changed}
    assert draft.sheet["age"].value == picks["age"]
    assert draft.sheet.explained()


def test_every_check_stands_in_the_sheet_and_the_better_one_counts() -> None:
    draft = made([("age.child", {"age": 11, "from_STR": 0}, [60, 40, 7])])

    assert draft.sheet["attributes.DEX"].because[-2:] == (
        Because("roll", "ages.child", plus=7, roll=60),
        Because("roll", "ages.child", plus=0, roll=40),
    )


def test_nothing_improves_above_the_cap() -> None:
    draft = made([("age.late_teens", {"age": 16}, [95, 10])], {"MEM": 90})
    more = made([("mend.raise", {"attribute": "MEM"}, [7])], {"MEM": 90}, mending="allowed")
    grown = then(more, [("age.late_teens", {"age": 16}, [98, 10])])

    assert shown(draft, "attributes.MEM") == [99]
    assert shown(grown, "attributes.MEM") == [99]
    assert grown.sheet["attributes.MEM"].because[-1] == Because("roll", "ages.late_teens", 2, 98)


def test_a_common_loss_leaves_something_of_both() -> None:
    draft = made(attributes={"STR": 15, "CON": 15})
    split = next(offer for offer in draft.offers if offer.id == "age.child").pick[1]

    assert split == Number("from_STR", 0, 5)


def test_ages_outside_the_table_need_the_gm_and_change_nobody_knows_what() -> None:
    draft = made(any_age=True)
    woman = then(draft, [("age.older", {"age": 30}, [])])

    assert offered(made(), "age.") == [
        "age.child",
        "age.early_teens",
        "age.late_teens",
        "age.adult",
    ]
    assert offered(draft, "age.")[-2:] == ["age.younger", "age.older"]
    assert numbers(woman) == FIFTIES
    assert shown(woman, "age", "age.effect") == [30, None]


@pytest.mark.parametrize("row", vectors("collapse", "mc_derive"))
def test_a_sheet_derives_what_the_rulebook_prints(row: Vector) -> None:
    free: Moves = [(f"free.{name}", {"points": points}, []) for name, points in row.args[0].items()]
    draft = made([("mend.free_build", {}, []), *free, SCHOOLGIRL], mending="allowed")
    names = ("HP", "MP", "MP_per_round", "SAN", "SAN_check", "DB", "life_points", "battle_points")

    assert shown(draft, *(f"derived.{name}" for name in (*names, "dodge"))) == [
        *row.expect.values()
    ]
    assert draft.sheet.explained()


@pytest.mark.parametrize(
    ("strength", "size", "bonus"),
    [
        (30, 35, "-2"),
        (30, 40, "-1"),
        (50, 35, "-1"),
        (60, 65, "+0"),
        (60, 70, "+1d4"),
        (80, 85, "+1d4"),
        (85, 85, "+1d6"),
        (90, 90, "+1d6"),
    ],
)
def test_a_sheet_has_the_damage_bonus_of_strength_and_size(
    strength: int, size: int, bonus: str
) -> None:
    assert shown(made(attributes={"STR": strength, "SIZ": size}), "derived.DB") == [bonus]


ROLLED = {**PUBLISHED, "MEM": 50, "SIZ": 55, "LUCK": 45, "APP": 45}
THE_REST: Moves = [
    ("background.name", {"words": "She of the book"}, []),
    ("background.gem_position", {"words": "left hand"}, []),
    ("background.precious_item", {"words": "a music box"}, []),
    ("background.wish", {"words": "to be remembered"}, []),
    ("background.collapse_scene", {"words": "a theatre without an audience"}, []),
    ("ability", {"ability": "time_stop"}, []),
    ("weapon", {"kind": "melee"}, [5, 3, 8, 4, 4, 4]),
    ("weapon.form", {"form": "edge"}, []),
    ("weapon.passive", {"passive": "guarding"}, []),
    ("weapon.active", {"active": "homing"}, []),
]
BY_DICE: Moves = [
    ("mend.raise", {"attribute": "SIZ"}, [1]),
    ("age.late_teens", {"age": 17}, [51, 1]),
]
BY_POINTS: Moves = [
    ("mend.free_build", {}, []),
    *((f"free.{name}", {"points": points}, []) for name, points in PUBLISHED.items()),
    ("free.LUCK", {"points": 20}, []),
    ("free.APP", {"points": 23}, []),
    ("age.late_teens", {"age": 17}, [51]),
]


@pytest.mark.parametrize("way", [BY_DICE, BY_POINTS], ids=["dice", "points"])
def test_the_girl_in_print_can_be_made(way: Moves) -> None:
    draft = made([*way, *THE_REST], ROLLED, mending="allowed")
    sheet = draft.finish()
    derived = {name: sheet[f"derived.{name}"].value for name in ("HP", "MP", "MP_per_round")}

    assert {name: sheet[f"attributes.{name}"].value for name in PUBLISHED} == PUBLISHED
    assert derived == {"HP": 13, "MP": 14, "MP_per_round": 12}
    assert shown(draft, "derived.SAN", "derived.SAN_check", "derived.SAN_start") == [35, 40, 35]
    assert shown(draft, "derived.build", "derived.DB", "gem") == [63, "+1d4", "clear"]
    assert shown(draft, "derived.life_points", "derived.battle_points") == [222, 67]
    assert shown(draft, "derived.dodge", "skills.dodge", "derived.unarmed") == [21, 21, 7]
    assert draft.maker.purse(draft.state)["life_points"] == 222
    assert sheet.explained()
    assert replay(draft.maker, draft.options, draft.moves).finish() == sheet


def test_points_of_the_girl_in_print_are_exactly_those_of_the_rule() -> None:
    draft = made(BY_POINTS[:-1], ROLLED, mending="allowed")

    assert sum(numbers(draft).values()) == 540
    assert draft.maker.purse(draft.state) == {"attribute_points": 0}


def test_nobody_is_finished_without_age_ability_weapon_and_background() -> None:
    with pytest.raises(PendingChoices) as refused:
        made([SCHOOLGIRL]).finish()

    assert refused.value.params["names"] == (
        "ability, weapon, background.name, background.gem_position, "
        "background.precious_item, background.wish, background.collapse_scene"
    )
    assert [each.id for each in made().pending][:1] == ["age"]


def test_an_age_taken_back_finds_its_dice_as_they_lay() -> None:
    draft = made([("age.late_teens", {"age": 16}, [51, 9])]).undo()
    again = then(draft, [("age.late_teens", {"age": 18}, [])])

    assert shown(again, "attributes.MEM", "age") == [59, 18]


def test_who_has_seen_the_dice_of_an_age_has_chosen_it() -> None:
    draft = made([("age.child", {"age": 12, "from_STR": 2}, [1, 2])]).undo()

    assert offered(draft) == ["age.child"]
    with pytest.raises(NotOnOffer) as refused:
        then(draft, [SCHOOLGIRL])
    assert refused.value.rule == "bound"
    assert shown(then(draft, [("age.child", {"age": 10, "from_STR": 5}, [])]), "age") == [10]


def test_nobody_builds_her_attributes_around_dice_that_she_has_seen() -> None:
    built: Moves = [("mend.free_build", {}, []), ("free.DEX", {"points": 80}, [])]
    seen = made([*built, ("age.early_teens", {"age": 13, "from_STR": 0}, [60])], mending="allowed")

    with pytest.raises(PendingChoices) as refused:
        seen.undo().undo()
    assert (refused.value.rule, refused.value.params) == ("bound", {"offer": "age.early_teens"})


@pytest.mark.parametrize(
    ("thrown", "refusal", "needed"),
    [([51], FacesTooFew, 2), ([50, 3], FacesTooMany, 1), ([], FacesTooFew, 1)],
)
def test_dice_from_outside_have_to_be_as_many_as_the_rule_throws(
    thrown: list[int], refusal: type[RuleError], needed: int
) -> None:
    with pytest.raises(refusal) as refused:
        made([("age.late_teens", {"age": 16}, thrown)])

    assert refused.value.params == {"given": len(thrown), "needed": needed}


def test_a_girl_begins_with_what_skills_begin_with() -> None:
    draft = pupil({"APP": 60, "EMO": 40, "SIZ": 75, "INT": 65})
    names = ("fast_talk", "charm", "intimidate", "persuade", "spot", "collapse_knowledge", "dodge")

    assert shown(draft, *(f"skills.{name}" for name in names)) == [5, 30, 37, 32, 25, 0, 15]
